package dev.retinue.mcp.rpc;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NumericNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON as the protocol wants it: bounded, without a key twice, without nulls where nothing is
/// meant.
public final class Json {
  /// The longest message that is read, in bytes.
  public static final int LONGEST = 4 * 1024 * 1024;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxDocumentLength(LONGEST)
                  .maxStringLength(LONGEST)
                  .maxNestingDepth(100)
                  .maxTokenCount(500_000)
                  .maxNumberLength(400)
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /// For the protocol: its names are Java's.
  public static final JsonMapper WIRE =
      JsonMapper.builder(FACTORY)
          .nodeFactory(new FiniteNumbers())
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
          .build();

  private Json() {}

  /// JSON has no infinity: what would become one cannot be read, and cannot be said.
  private static final class FiniteNumbers extends JsonNodeFactory {
    private static final long serialVersionUID = 1;

    @Override
    public NumericNode numberNode(double value) {
      if (!Double.isFinite(value)) {
        throw new StreamReadException(null, "a number is out of range");
      }
      return super.numberNode(value);
    }
  }

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /// The object under a key, or an empty one of its own where there is none.
  public static ObjectNode child(JsonNode node, String key) {
    return node.get(key) instanceof ObjectNode object ? object : object();
  }

  public static @Nullable String text(JsonNode node, String key) {
    var value = node.get(key);
    return value != null && value.isString() ? value.stringValue() : null;
  }
}
