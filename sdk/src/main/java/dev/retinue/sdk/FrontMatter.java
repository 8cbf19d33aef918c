package dev.retinue.sdk;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;

/// What stands above a note, as YAML and back.
record FrontMatter(
    String agent,
    String sessionId,
    Instant timestamp,
    String type,
    List<String> tags,
    List<String> links) {
  private static final int MOST_CHARACTERS = 64 * 1024;
  private static final int DEEPEST = 20;
  private static final int MOST_ALIASES = 10;

  /// Text that cannot be read as this one.
  static final class Broken extends Exception {
    private static final long serialVersionUID = 1;

    Broken(String why) {
      super(why);
    }
  }

  String yaml() {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("agent", wellFormed(agent));
    fields.put("sessionId", wellFormed(sessionId));
    fields.put("timestamp", Stamps.iso(timestamp));
    fields.put("type", type);
    fields.put("tags", tags.stream().map(FrontMatter::wellFormed).toList());
    if (!links.isEmpty()) {
      fields.put("links", links);
    }
    var settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.AUTO)
            .setIndicatorIndent(2)
            .setIndentWithIndicator(true)
            .setSplitLines(false)
            .setWidth(Integer.MAX_VALUE)
            .build();
    return new Dump(settings).dumpToString(fields);
  }

  /// Half a character is none in any file.
  private static String wellFormed(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  static FrontMatter parse(String yaml) throws Broken {
    var fields = fields(yaml);
    try {
      return new FrontMatter(
          required(fields, "agent"),
          text(fields.get("sessionId")),
          Instant.parse(required(fields, "timestamp")),
          required(fields, "type"),
          texts(fields.get("tags")),
          texts(fields.get("links")));
    } catch (DateTimeParseException e) {
      throw new Broken("its timestamp is no time");
    }
  }

  private static Map<?, ?> fields(String yaml) throws Broken {
    if (yaml.length() > MOST_CHARACTERS) {
      throw new Broken("its front matter is too long");
    }
    var settings =
        LoadSettings.builder()
            .setCodePointLimit(MOST_CHARACTERS)
            .setBufferSize(yaml.length() + 1)
            .setMaxAliasesForCollections(MOST_ALIASES)
            .build();
    try {
      requireFlat(settings, yaml);
      if (new Load(settings).loadFromString(yaml) instanceof Map<?, ?> fields) {
        return fields;
      }
      throw new Broken("its front matter has no keys");
    } catch (RuntimeException e) { // Of many kinds, for what is not YAML.
      throw new Broken("its front matter is no YAML");
    }
  }

  /// Before it is made to values: they would be made one inside another.
  private static void requireFlat(LoadSettings settings, String yaml) throws Broken {
    int depth = 0;
    for (var event : new Parse(settings).parseString(yaml)) {
      if (event instanceof CollectionStartEvent && ++depth > DEEPEST) {
        throw new Broken("its front matter is too deep");
      }
      if (event instanceof CollectionEndEvent) {
        depth--;
      }
    }
  }

  private static String required(Map<?, ?> fields, String key) throws Broken {
    var text = text(fields.get(key));
    if (text.isBlank()) {
      throw new Broken("its front matter has no '%s'".formatted(key));
    }
    return text;
  }

  private static String text(@Nullable Object value) {
    return value == null || value instanceof Map || value instanceof List ? "" : value.toString();
  }

  private static List<String> texts(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list.stream()
          .filter(Objects::nonNull)
          .map(FrontMatter::text)
          .filter(text -> !text.isEmpty())
          .toList();
    }
    var one = text(value);
    return one.isEmpty() ? List.of() : List.of(one);
  }
}
