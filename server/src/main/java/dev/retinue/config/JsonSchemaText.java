package dev.retinue.config;

import dev.retinue.config.yaml.YamlNode;
import dev.retinue.config.yaml.YamlNode.Mapping;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.config.yaml.YamlNode.Sequence;
import dev.retinue.core.RetinueException;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A JSON Schema that is written as YAML, as the JSON that it means.
///
/// @param check refuses, by throwing, what is no schema
public record JsonSchemaText(Consumer<String> check) implements Kind<String> {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  @Override
  public String expected() {
    return "a JSON Schema, written as YAML";
  }

  @Override
  public ObjectNode schema() {
    return Schemas.type("object");
  }

  @Override
  public Optional<String> read(Spot spot) {
    if (!(spot.node() instanceof Mapping mapping)) {
      return spot.refuse(expected(), "");
    }
    try {
      var text = json(mapping).toString();
      check.accept(text);
      return Optional.of(text);
    } catch (NumberFormatException e) {
      return spot.refuse(expected(), "write its numbers in decimal");
    } catch (RetinueException e) {
      spot.mistakes().add(spot.at(), Shape.insideASentence(e));
      return Optional.empty();
    }
  }

  private static JsonNode json(YamlNode node) {
    return switch (node) {
      case Mapping(_, var entries, _) -> {
        var object = JSON.objectNode();
        entries.forEach(entry -> object.set(entry.key().text(), json(entry.value())));
        yield object;
      }
      case Sequence(_, var items, _) -> {
        var array = JSON.arrayNode();
        items.forEach(item -> array.add(json(item)));
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
      return JSON.booleanNode(scalar.text().toLowerCase(Locale.ROOT).equals("true"));
    }
    return scalar.isNumber()
        ? JSON.numberNode(new BigDecimal(scalar.text()))
        : JSON.stringNode(scalar.text());
  }
}
