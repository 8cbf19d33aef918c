package dev.retinue.runtime.coder.fake;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON as Coder writes it.
final class Tree {
  private static final JsonMapper JSON = JsonMapper.shared();

  /// Coder writes times with the offset of its own place.
  private static final ZoneOffset PLACE = ZoneOffset.ofHours(1);

  private Tree() {}

  /// An object of names and values in turn.
  static ObjectNode of(@Nullable Object... namesAndValues) {
    var values = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i], plain(namesAndValues[i + 1]));
    }
    return JSON.valueToTree(values);
  }

  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case Instant time -> time(time);
      case UUID id -> id.toString();
      case null, default -> value;
    };
  }

  static String time(Instant time) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(OffsetDateTime.ofInstant(time, PLACE));
  }

  static ArrayNode list(Collection<? extends JsonNode> elements) {
    return JSON.createArrayNode().addAll(elements);
  }

  static JsonNode nothing() {
    return JSON.nullNode();
  }
}
