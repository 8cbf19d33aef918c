package dev.retinue.config;

import dev.retinue.core.CheckCommand;
import dev.retinue.core.Permissions;
import dev.retinue.core.Retention;
import dev.retinue.core.staff.Rules;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the owner has decided, as it counts: the file, the environment above it, options above
/// both.
///
/// @param defaultAgent who works when nobody is named
/// @param rules how much may be at work, how fast callers may ask, and where agents may work
/// @param hirePrograms whether installed programs are on the staff where it names nobody
/// @param diskReserve how many bytes of the disk are left for runs that have begun
public record Settings(
    Server server,
    @Nullable String defaultAgent,
    boolean hirePrograms,
    Rules rules,
    long diskReserve,
    Retention retention,
    Supervision supervision) {

  /// What holds for everything that is supervised.
  ///
  /// @param permissions the operator's rules about tools
  /// @param checks the commands that callers can name
  public record Supervision(Permissions permissions, List<CheckCommand> checks) {
    public static final Supervision NONE = new Supervision(Permissions.NONE, List.of());

    public Supervision {
      checks = List.copyOf(checks);
    }
  }

  /// Where and for whom it listens.
  ///
  /// @param toolsets which toolsets are served; none means the usual ones
  /// @param auth whether a caller has to say by a token who he is
  /// @param allowedHosts under which names others than this machine may reach it
  /// @param idleExit after how long without runs and clients it ends; null for never
  public record Server(
      String host,
      int port,
      List<String> toolsets,
      boolean auth,
      List<String> allowedHosts,
      @Nullable Duration idleExit) {}
}
