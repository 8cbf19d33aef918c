package dev.retinue.toolset.journal;

import dev.retinue.core.Caller;
import dev.retinue.core.Digest;
import dev.retinue.core.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Whose journal it is, and of which project.
///
/// @param project the folder in which runs work; nothing for those who work in none
record JournalName(String caller, @Nullable String project) {
  private static final int DIGITS = 32;

  static JournalName of(Run run) {
    return new JournalName(run.commission().caller(), run.commission().terms().workingDirectory());
  }

  boolean isOf(Run run) {
    return Objects.equals(project, run.commission().terms().workingDirectory());
  }

  /// Where it is below the folder of all.
  Path place() {
    return Path.of(
        Digest.of(caller).substring(0, DIGITS),
        Digest.of(project == null ? "none" : "folder", project == null ? "" : project)
            .substring(0, DIGITS));
  }

  /// Him, as somebody who only looks at what is his.
  Caller reader() {
    return new Caller(caller, caller, Caller.Scope.READ, null);
  }

  /// The folder from which a caller speaks, as it really is; nothing if it is from nowhere.
  static @Nullable String folderOf(Caller caller) {
    var folder = caller.workplace().directory();
    return folder == null ? null : real(folder);
  }

  /// As runs have it; one that is gone is called what it was called.
  static String real(Path folder) {
    try {
      return folder.toRealPath().toString();
    } catch (IOException _) {
      return folder.toAbsolutePath().normalize().toString();
    }
  }
}
