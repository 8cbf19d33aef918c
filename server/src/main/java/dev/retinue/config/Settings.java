package dev.retinue.config;

import dev.retinue.core.CheckCommand;
import dev.retinue.core.Manners;
import dev.retinue.core.Permissions;
import dev.retinue.core.Retention;
import dev.retinue.core.audit.AuditRules;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.tool.ToolServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the owner has decided, as it counts: the file, the environment above it, options above
/// both.
///
/// @param defaultAgent who works when nobody is named
/// @param rules how much may be at work, how fast callers may ask, and where agents may work
/// @param hirePrograms whether installed programs are on the staff where it names nobody
/// @param journalFolder the name of a folder in each project that has its journal too; null for
///   none
/// @param diskReserve how many bytes of the disk are left for runs that have begun
/// @param templates the folders of templates besides that of the data directory
/// @param agents the folders with files of agents besides that of the data directory
/// @param manners how calls wait for runs
/// @param inlineAgents whether callers may define agents themselves
/// @param fleet agents in workspaces elsewhere
/// @param audit what is noted of what callers do
/// @param watching what is told to those who watch
public record Settings(
    Server server,
    @Nullable String defaultAgent,
    boolean hirePrograms,
    @Nullable String journalFolder,
    Rules rules,
    long diskReserve,
    Retention retention,
    Supervision supervision,
    Thinking thinking,
    List<Path> templates,
    List<Path> agents,
    Manners manners,
    boolean inlineAgents,
    FleetSettings fleet,
    AuditRules audit,
    Watching watching) {

  /// What holds for everything that is supervised.
  ///
  /// @param permissions the operator's rules about tools
  /// @param checks the commands that callers can name
  /// @param sandbox where all programs are confined at least
  /// @param trusted the folders whose own settings, hooks and servers programs take up
  /// @param toolServers the servers whose tools agents may use
  public record Supervision(
      Permissions permissions,
      List<CheckCommand> checks,
      Sandbox sandbox,
      List<Path> trusted,
      List<ToolServer> toolServers) {
    public static final Supervision NONE =
        new Supervision(Permissions.NONE, List.of(), Sandbox.USUAL, List.of(), List.of());

    public Supervision {
      checks = List.copyOf(checks);
      trusted = List.copyOf(trusted);
      toolServers = List.copyOf(toolServers);
    }
  }

  /// Where all programs are confined at least.
  ///
  /// @param tier the weakest; null for what the system has of the first
  /// @param readable what they may read besides
  /// @param writable what they may change besides
  public record Sandbox(@Nullable Integer tier, List<Path> readable, List<Path> writable) {
    public static final Sandbox USUAL = new Sandbox(null, List.of(), List.of());
  }

  /// Where and for whom it listens.
  ///
  /// @param toolsets which toolsets are served; none means the usual ones
  /// @param auth whether a caller has to say by a token who he is
  /// @param allowedHosts under which names others than this machine may reach it
  /// @param idleExit after how long without runs and clients it ends; null for never
  /// @param metricsOpen whether everybody may see the numbers of the house
  /// @param remote how others than this machine reach it
  public record Server(
      String host,
      int port,
      List<String> toolsets,
      boolean auth,
      List<String> allowedHosts,
      @Nullable Duration idleExit,
      boolean metricsOpen,
      RemoteSettings remote) {
    /// Whose numbers are for its owner, and which nobody else reaches.
    public Server(
        String host,
        int port,
        List<String> toolsets,
        boolean auth,
        List<String> allowedHosts,
        @Nullable Duration idleExit) {
      this(host, port, toolsets, auth, allowedHosts, idleExit, false, RemoteSettings.NONE);
    }
  }
}
