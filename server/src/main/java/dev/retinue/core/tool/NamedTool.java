package dev.retinue.core.tool;

import org.jspecify.annotations.Nullable;

/// A tool as it stands in the list of an agent: `shell`, or `Bash(git *)` for some uses of it only.
///
/// @param only what it may be called with; null for anything
public record NamedTool(String name, @Nullable String only) {
  public static NamedTool of(String text) {
    int open = text.indexOf('(');
    return open > 0 && text.endsWith(")")
        ? new NamedTool(text.substring(0, open), text.substring(open + 1, text.length() - 1))
        : new NamedTool(text, null);
  }

  /// As it stands in the list of an agent.
  public String text() {
    return only == null ? name : "%s(%s)".formatted(name, only);
  }
}
