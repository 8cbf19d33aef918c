package dev.retinue.sdk;

import dev.retinue.mcp.rpc.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/// What hides the values of secrets in text that is about to be seen or kept: as they are, and as
/// JSON and URLs spell them.
final class Mask {
  static final Mask NONE = new Mask(List.of());

  /// Shorter values stay: they stand in harmless words everywhere, which would be destroyed, and
  /// the holes would tell the value.
  static final int SHORTEST = 4;

  /// The lines of a key in several lines are hidden one by one too, from this length on.
  private static final int SHORTEST_LINE = 8;

  private static final String HIDDEN = "***";

  private final List<String> forms;

  Mask(Collection<String> secrets) {
    this.forms =
        secrets.stream()
            .flatMap(Mask::parts)
            .flatMap(part -> spellings(part).stream())
            .distinct()
            // Not `comparingInt`, whose machinery no cache of the JVM can have.
            .sorted((one, other) -> Integer.compare(other.length(), one.length()))
            .toList();
  }

  /// The text with `***` for every secret in it. Where secrets overlap, all of them are hidden.
  String of(String text) {
    var hidden = new ArrayList<Stretch>();
    for (var form : forms) {
      for (int at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
        hidden.add(new Stretch(at, at + form.length()));
      }
    }
    return hidden.isEmpty() ? text : without(hidden, text);
  }

  private record Stretch(int from, int to) {}

  private static String without(List<Stretch> hidden, String text) {
    hidden.sort(Comparator.comparingInt(Stretch::from));
    var shown = new StringBuilder();
    int end = 0;
    for (var stretch : hidden) {
      if (stretch.from() >= end) {
        shown.append(text, end, stretch.from()).append(HIDDEN);
      }
      end = Math.max(end, stretch.to());
    }
    return shown.append(text, end, text.length()).toString();
  }

  private static Stream<String> parts(String secret) {
    var whole = secret.strip();
    var lines = whole.lines().map(String::strip).filter(line -> line.length() >= SHORTEST_LINE);
    return Stream.concat(Stream.of(secret, whole), lines).filter(part -> part.length() >= SHORTEST);
  }

  private static Set<String> spellings(String part) {
    var spellings = new LinkedHashSet<String>();
    spellings.add(part);
    var json = json(part);
    spellings.add(json);
    spellings.add(json(json)); // JSON in a text of JSON
    spellings.add(json.replace("/", "\\/"));
    spellings.add(ascii(json, "\\u%04x"));
    spellings.add(ascii(json, "\\u%04X"));
    var form = URLEncoder.encode(part, StandardCharsets.UTF_8);
    var percent = form.replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    for (var encoded : List.of(form, percent)) {
      spellings.add(encoded);
      spellings.add(lowerCaseCodes(encoded));
    }
    return spellings;
  }

  private static String json(String text) {
    var quoted = Json.WIRE.writeValueAsString(text);
    return quoted.substring(1, quoted.length() - 1);
  }

  private static String ascii(String text, String code) {
    var spelled = new StringBuilder();
    text.chars()
        .forEach(
            character -> {
              if (character < 127) {
                spelled.append((char) character);
              } else {
                spelled.append(code.formatted(character));
              }
            });
    return spelled.toString();
  }

  private static String lowerCaseCodes(String encoded) {
    var spelled = new StringBuilder(encoded);
    for (int i = encoded.indexOf('%'); i >= 0; i = encoded.indexOf('%', i + 1)) {
      spelled.replace(i, i + 3, encoded.substring(i, i + 3).toLowerCase(Locale.ROOT));
    }
    return spelled.toString();
  }
}
