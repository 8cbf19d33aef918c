package dev.retinue.toolset;

import dev.retinue.mcp.rpc.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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
    var bytes = canonical(arguments).toString().getBytes(StandardCharsets.UTF_8);
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
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
