package dev.retinue.config;

import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.core.Agent;
import dev.retinue.core.staff.Roots;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Every key that there is, and what is made of all of them.
///
/// @param providers who can be asked for models
record Layout(Shape<Layout.Parts> shape, Set<String> providers) {
  static final Key<String> DEFAULT_AGENT =
      Key.optional(
          "default-agent",
          agentName(),
          "Who works when a caller names nobody, of the configuration or of your files; else the first of the staff that can.");

  /// Whether somebody has it is only known where files of agents are read.
  private static Kind<String> agentName() {
    return new Single<>(
        "the name of an agent",
        scalar ->
            Optional.of(scalar).filter(Scalar::isText).map(Scalar::text).filter(Agent::isName),
        scalar ->
            scalar.isText()
                ? "write lower-case letters, digits, '-' and '_', as 'retinue agents list' does"
                : "put it in quotes");
  }

  static final Key<Boolean> HIRE_PROGRAMS =
      Key.of(
          "hire-programs",
          Kinds.truth(),
          true,
          "Whether `assistant`, and `claude` and `codex` if installed, are on the staff where it names nobody.");

  private static final Pattern FOLDER_NAME =
      Pattern.compile("(?!\\.{1,2}$|(?i:\\.git)$)[A-Za-z0-9._-]{1,64}");

  static final Key<String> JOURNAL_FOLDER =
      Key.optional(
          "journal-folder",
          new Single<>(
              "the name of a folder",
              scalar ->
                  Optional.of(scalar.text()).filter(name -> FOLDER_NAME.matcher(name).matches()),
              _ -> "write one name such as .retinue, and not .git"),
          "A folder in each project that has the journals of the owner's runs there too; else only the data directory.");

  /// What is made of a configuration.
  record Parts(List<Agent> staff, Settings settings) {}

  /// @param folder the folder of the configuration
  static Layout of(Known known, Path folder, Map<String, String> environment) {
    var home = home(environment);
    var server = ServerSection.key(known.toolsets(), home);
    var roots =
        Key.of(
            "roots",
            new Items<>("a list of folders", new Folder(home), File.pathSeparator),
            List.<Path>of(),
            "The folders in which agents may work, with all that is below them.");
    var trusted =
        Key.of(
            "trusted",
            new Items<>("a list of folders", new Folder(home), File.pathSeparator),
            List.<Path>of(),
            "The folders whose own settings, hooks and MCP servers programs take up: those may execute anything.");
    var templates =
        Key.of(
            "templates",
            new Items<>("a list of folders", new Folder(home), File.pathSeparator),
            List.<Path>of(),
            "Folders with templates, besides the folder `templates` of the data directory.");
    var agents =
        Key.of(
            "agents",
            new Items<>("a list of folders", new Folder(home), File.pathSeparator),
            List.<Path>of(),
            "Folders with files of agents, besides the folder `agents` of the data directory: you answer for what they say.");
    var limits = LimitsSection.key();
    var waiting = WaitingSection.key();
    var sessions = SessionsSection.key();
    var sandbox = SandboxSection.key(home);
    var retention = RetentionSection.key();
    var audit = AuditSection.key(home);
    var permissions =
        PermissionsSection.key("Rules that hold for every agent; what they deny is above all.");
    var checks = ChecksSection.key();
    var mcpConfigFile = new McpConfigFile(folder, home);
    var mcpConfig =
        Key.optional(
            "mcp-config",
            mcpConfigFile,
            "A file with more MCP servers, as other programs have it; else `mcp_config.json` beside the configuration.");
    var toolServers = ToolServersSection.key(home);
    var providers = ProvidersSection.key();
    var prices = PricesSection.key();
    var models = ModelsSection.key();
    var networks =
        Key.of(
            "fetch-networks",
            Kinds.listOf("hosts and networks", Reachable.kind()),
            List.<String>of(),
            "What the toolset `fetch` may reach although it is not public.");
    var fleet = FleetSection.key();
    var tracing = WatchingSections.tracing();
    var log = WatchingSections.log();
    var staff = StaffSection.key(known.runtimes(), folder);
    var shape =
        new Shape<>(
            List.of(
                server,
                DEFAULT_AGENT,
                HIRE_PROGRAMS,
                roots,
                trusted,
                templates,
                agents,
                JOURNAL_FOLDER,
                limits,
                waiting,
                sessions,
                retention,
                audit,
                sandbox,
                permissions,
                checks,
                mcpConfig,
                toolServers,
                providers,
                prices,
                models,
                networks,
                fleet,
                tracing,
                log,
                staff),
            values ->
                new Parts(
                    values.require(staff),
                    new Settings(
                        values.require(server),
                        values.find(DEFAULT_AGENT).orElse(null),
                        values.require(HIRE_PROGRAMS),
                        values.find(JOURNAL_FOLDER).orElse(null),
                        values
                            .require(limits)
                            .rules(
                                Roots.of(values.require(roots), home),
                                values.require(sessions).limits()),
                        values.require(limits).diskReserve(),
                        values.require(retention),
                        new Settings.Supervision(
                            values.require(permissions),
                            values.require(checks),
                            values.require(sandbox),
                            values.require(trusted),
                            ToolServersSection.together(
                                values.require(toolServers),
                                values.find(mcpConfig).orElseGet(mcpConfigFile::beside))),
                        new Thinking(
                            values.require(providers),
                            values.require(prices),
                            values.require(models),
                            values.require(networks),
                            values.require(limits).answerDeadline()),
                        values.require(templates),
                        values.require(agents),
                        values.require(waiting),
                        values.require(sessions).inlineAgents(),
                        values.require(fleet),
                        values.require(audit),
                        new Watching(values.require(tracing), values.require(log)))));
    return new Layout(shape, known.providers());
  }

  private static @Nullable Path home(Map<String, String> environment) {
    return Optional.ofNullable(environment.get("HOME"))
        .or(() -> Optional.ofNullable(environment.get("USERPROFILE")))
        .filter(home -> !home.isBlank())
        .map(Path::of)
        .filter(Path::isAbsolute)
        .orElse(null);
  }
}
