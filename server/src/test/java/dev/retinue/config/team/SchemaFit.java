package dev.retinue.config.team;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.YamlDocument;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.config.yaml.YamlNode.Mapping;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.config.yaml.YamlNode.Sequence;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.ForeignSchema;
import dev.retinue.mcp.schema.MisfitException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Whether a file of agents fits a JSON Schema, as an editor would see it.
public final class SchemaFit {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private SchemaFit() {}

  /// What does not fit.
  public static List<String> violations(String schema, String text) {
    try {
      return ForeignSchema.of(Json.WIRE.readValue(schema, ObjectNode.class))
          .violations(json(tree(text)));
    } catch (MisfitException e) {
      throw new AssertionError(e);
    }
  }

  private static YamlNode tree(String text) {
    return YamlDocument.parse(text.getBytes(StandardCharsets.UTF_8), new Mistakes("team.yaml"))
        .orElseThrow();
  }

  private static JsonNode json(YamlNode node) {
    return switch (node) {
      case Mapping(_, var entries, _) -> {
        var object = JSON.objectNode();
        entries.forEach(it -> object.set(it.key().text(), json(it.value())));
        yield object;
      }
      case Sequence(_, var items, _) -> {
        var array = JSON.arrayNode();
        items.forEach(it -> array.add(json(it)));
        yield array;
      }
      case Scalar scalar -> value(scalar);
    };
  }

  private static JsonNode value(Scalar scalar) {
    if (scalar.isNothing()) {
      return JSON.nullNode();
    }
    if (scalar.isTruth()) {
      return JSON.booleanNode(scalar.text().startsWith("t"));
    }
    return scalar.isNumber()
        ? JSON.numberNode(new BigDecimal(scalar.text()))
        : JSON.stringNode(scalar.text());
  }
}
