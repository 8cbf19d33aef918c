package dev.retinue.sdk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What an agent gives back: its result, and what else there is to say. A result is a text, or
/// anything that can be written as JSON, such as a record.
///
/// @param error why this is not what was asked for
/// @param exitCode how the command line ends
public record Answer(
    @Nullable Object result,
    Map<String, Object> metadata,
    List<String> warnings,
    @Nullable String error,
    int exitCode) {
  public Answer {
    metadata = Map.copyOf(metadata);
    warnings = List.copyOf(warnings);
  }

  public static Answer of(@Nullable Object result) {
    return result instanceof Answer answer
        ? answer
        : new Answer(result, Map.of(), List.of(), null, 0);
  }

  /// A failure that is told like a result, with what there is of it.
  public static Answer failed(String error) {
    return new Answer(null, Map.of(), List.of(), error, ExitCode.FAILURE);
  }

  public Answer with(String key, Object value) {
    var more = new TreeMap<>(metadata);
    more.put(key, value);
    return new Answer(result, more, warnings, error, exitCode);
  }

  public Answer warning(String sentence) {
    var more = new ArrayList<>(warnings);
    more.add(sentence);
    return new Answer(result, metadata, more, error, exitCode);
  }

  public Answer error(String sentence) {
    return error(ExitCode.FAILURE, sentence);
  }

  /// The same with an exit code of the agent's own, from 10 on.
  public Answer error(int code, String sentence) {
    return new Answer(result, metadata, warnings, sentence, code);
  }

  /// The result as a text: as it is, or as JSON.
  public String text() {
    return Wire.text(result);
  }
}
