package dev.retinue.sdk;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an agent gives back: its result, and what else there is to say. A result is a text, or
/// anything that can be written as JSON, such as a record.
///
/// @param error why this is not what was asked for
public record Answer(
    @Nullable Object result,
    Map<String, Object> metadata,
    List<String> warnings,
    @Nullable String error) {
  public Answer {
    metadata = Map.copyOf(metadata);
    warnings = List.copyOf(warnings);
  }

  public static Answer of(@Nullable Object result) {
    return result instanceof Answer answer ? answer : new Answer(result, Map.of(), List.of(), null);
  }

  /// A failure that is told like a result, with what there is of it.
  public static Answer failed(String error) {
    return new Answer(null, Map.of(), List.of(), error);
  }

  public Answer with(String key, Object value) {
    var more = new java.util.TreeMap<>(metadata);
    more.put(key, value);
    return new Answer(result, more, warnings, error);
  }

  public Answer warning(String sentence) {
    var more = new java.util.ArrayList<>(warnings);
    more.add(sentence);
    return new Answer(result, metadata, more, error);
  }

  public Answer error(String sentence) {
    return new Answer(result, metadata, warnings, sentence);
  }

  /// The result as a text: as it is, or as JSON.
  public String text() {
    return Wire.text(result);
  }
}
