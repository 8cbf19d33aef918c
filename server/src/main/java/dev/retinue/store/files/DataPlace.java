package dev.retinue.store.files;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where the data directory is when nobody says it.
public final class DataPlace {
  private DataPlace() {}

  /// `RETINUE_DATA`, or where this system keeps the data of a user's programs.
  ///
  /// @param system what Java calls `os.name`
  public static Path of(Map<String, String> environment, String system) {
    var chosen = find(environment, "RETINUE_DATA");
    if (chosen != null) {
      return path(chosen, "RETINUE_DATA");
    }
    if (system.startsWith("Windows")) {
      var local = find(environment, "LOCALAPPDATA");
      return local != null
          ? path(local, "LOCALAPPDATA").resolve("Retinue")
          : home(environment, "USERPROFILE").resolve("AppData", "Local", "Retinue");
    }
    if (system.startsWith("Mac")) {
      return home(environment, "HOME").resolve("Library", "Application Support", "Retinue");
    }
    var shared = find(environment, "XDG_DATA_HOME");
    // The standard says that one that is not absolute counts for nothing.
    return shared != null && shared.startsWith("/")
        ? path(shared, "XDG_DATA_HOME").resolve("retinue")
        : home(environment, "HOME").resolve(".local", "share", "retinue");
  }

  private static Path home(Map<String, String> environment, String variable) {
    var home = find(environment, variable);
    if (home == null) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Retinue does not know where to keep its data, because %s is not set. Choose with --data or RETINUE_DATA."
              .formatted(variable));
    }
    return path(home, variable);
  }

  private static @Nullable String find(Map<String, String> environment, String variable) {
    var value = environment.get(variable);
    return value == null || value.isBlank() ? null : value;
  }

  private static Path path(String text, String variable) {
    try {
      var path = Path.of(text);
      if (path.isAbsolute()) {
        return path.normalize();
      }
    } catch (InvalidPathException e) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The path '%s' in %s cannot be used: %s. If it has letters beyond ASCII, start Retinue with LC_ALL=C.UTF-8."
              .formatted(text, variable, e.getReason()),
          e);
    }
    throw new RetinueException(
        ErrorCode.INVALID_INPUT,
        "The path '%s' in %s must be absolute, or every program would take another one."
            .formatted(text, variable));
  }
}
