package dev.retinue.process.sandbox;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// What inside a workspace can make others execute something later: settings, hooks, the files that
/// shells read.
public final class ExecutedLater {
  static final List<String> FOLDERS =
      List.of(".git/hooks", ".claude", ".codex", ".gemini", ".opencode", ".vscode", ".idea");
  static final List<String> FILES =
      List.of(
          ".git/config",
          ".git/config.worktree",
          ".mcp.json",
          "opencode.json",
          ".envrc",
          ".bashrc",
          ".bash_profile",
          ".profile",
          ".zshrc",
          ".zshenv");

  private static final String REPOSITORY = ".git";

  private ExecutedLater() {}

  /// Whether this is one of them, or in one of them; all of a repository is. Some systems do not
  /// tell capitals from small letters, so nobody may here.
  ///
  /// @param inside relative to the workspace
  public static boolean holds(Path inside) {
    var parts =
        StreamSupport.stream(inside.normalize().spliterator(), false)
            .map(part -> part.toString().toLowerCase(Locale.ROOT))
            .toList();
    var path = Path.of("", parts.toArray(String[]::new));
    return parts.contains(REPOSITORY)
        || Stream.concat(FOLDERS.stream(), FILES.stream()).anyMatch(path::startsWith);
  }
}
