package dev.retinue.toolset;

import dev.retinue.core.Digest;
import dev.retinue.mcp.rpc.Json;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NumericNode;
import tools.jackson.databind.node.ObjectNode;

/// Names exactly these arguments: the same ones have the same digest, whatever the order of their
/// keys and the spelling of their numbers.
public final class ArgumentsDigest {
  private ArgumentsDigest() {}

  /// The SHA-256 of the canonical JSON, in hexadecimal digits.
  public static String of(ObjectNode arguments) {
    return Digest.ofText(canonical(arguments).toString());
  }

  private static JsonNode canonical(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        var members = new TreeMap<String, JsonNode>();
        object.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
        var sorted = Json.object();
        members.forEach((key, value) -> sorted.set(key, canonical(value)));
        yield sorted;
      }
      case ArrayNode array -> {
        var elements = JsonNodeFactory.instance.arrayNode();
        array.forEach(element -> elements.add(canonical(element)));
        yield elements;
      }
      case NumericNode number -> DecimalNode.valueOf(number.decimalValue().stripTrailingZeros());
      default -> node;
    };
  }
}
