package dev.retinue.core.permission;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One rule: a tool, and perhaps what it is used on, as in `Bash(git *)`, `Write(src/**)`, `Read`
/// or `mcp__github__*`.
///
/// What allows is read narrowly: it has to fit all of a deed as it is written. What denies or asks
/// is read widely: it is enough that it fits some part, under some name.
final class Rule {
  private static final int LONGEST = 500;
  private static final Pattern SHAPE =
      Pattern.compile("([\\p{Graph}&&[^()]]{1,200})(?:\\((.+)\\))?", Pattern.DOTALL);

  private final String text;
  private final Glob tool;
  private final @Nullable Argument argument;

  private Rule(String text, Glob tool, @Nullable Argument argument) {
    this.text = text;
    this.tool = tool;
    this.argument = argument;
  }

  /// Reads it, or refuses with a sentence.
  static Rule of(String text) {
    var matcher = SHAPE.matcher(text);
    boolean kept =
        text.length() <= LONGEST
            && text.indexOf(0) < 0
            && StandardCharsets.UTF_8.newEncoder().canEncode(text);
    if (!kept || !matcher.matches()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The rule '%s' does not name a tool; write one as Read, or with what it is used on as Bash(git *)."
              .formatted(Excerpt.of(text)));
    }
    var argument = matcher.group(2);
    return new Rule(
        text, Glob.of(matcher.group(1)), argument == null ? null : Argument.of(argument));
  }

  String text() {
    return text;
  }

  boolean hasArgument() {
    return argument != null;
  }

  /// Whether it is about the tool of this deed, read narrowly.
  boolean isFor(Deed deed) {
    return deed.names().stream().anyMatch(name -> tool.matches(name, false));
  }

  /// The same, read widely.
  boolean concerns(Deed deed) {
    return deed.names().stream().anyMatch(name -> tool.matches(name, true));
  }

  /// Whether all of the deed is what this allows.
  boolean covers(Deed deed) {
    return isFor(deed) && (argument == null || deed.subjects().stream().allMatch(argument::covers));
  }

  /// Whether anything in the deed is what this denies, or asks for.
  boolean touches(Deed deed) {
    return concerns(deed)
        && (argument == null || deed.subjects().stream().anyMatch(argument::touches));
  }
}
