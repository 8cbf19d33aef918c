package dev.retinue.runtime.scripted;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// How a script writes the call of a tool: its name, perhaps an input, an arrow and the answer.
final class Calls {
  private static final Pattern TOOL = Pattern.compile("[A-Za-z](?:[A-Za-z0-9_.:/]|-(?!>)){0,127}");
  private static final String ARROW = "->";
  private static final String FAILED = "failed:";

  private Calls() {}

  static Optional<Step> read(String text) {
    var tool = TOOL.matcher(text);
    if (!tool.lookingAt()) {
      return Optional.empty();
    }
    var rest = text.substring(tool.end()).strip();
    int end = rest.startsWith("{") ? endOfObject(rest) : 0;
    var input = end == 0 ? "{}" : rest.substring(0, end);
    var answer = rest.substring(end).strip();
    if (!answer.startsWith(ARROW)) {
      return Optional.empty();
    }
    var output = answer.substring(ARROW.length()).strip();
    boolean failed = output.startsWith(FAILED);
    return Optional.of(
        new Step.Call(
            tool.group(),
            input,
            failed ? output.substring(FAILED.length()).strip() : output,
            failed));
  }

  /// Read as JSON, because an arrow may stand inside it.
  private static int endOfObject(String text) {
    try (var parser = JsonMapper.shared().createParser(text)) {
      parser.nextToken();
      parser.skipChildren();
      return (int) parser.currentLocation().getCharOffset();
    } catch (JacksonException e) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "the input of 'call' is not JSON (%s).".formatted(e.getOriginalMessage()),
          e);
    }
  }
}
