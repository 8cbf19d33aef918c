package dev.retinue.runtime.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// What a repository could have a program execute, where no option keeps the program from it: then
/// it is not started there.
public final class Strangers {
  private Strangers() {}

  /// Refuses a folder that has this in it, or stands below one that has. The owner's home is his.
  ///
  /// @param name a path below a folder
  /// @param why what the program would do with it
  public static void refuse(String program, Path directory, String name, String why) {
    var home = Path.of(System.getProperty("user.home", "/"));
    for (var folder = directory; folder != null; folder = folder.getParent()) {
      var found = folder.resolve(name);
      if (!folder.equals(home) && Files.exists(found, LinkOption.NOFOLLOW_LINKS)) {
        throw new RetinueException(
            ErrorCode.FORBIDDEN,
            "%s would %s %s, which may come from a stranger; remove it, or let another agent work there."
                .formatted(program, why, found));
      }
    }
  }
}
