package dev.retinue.sdk;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/// What all calls of one agent in one process share.
record Household(
    Spec spec,
    World world,
    Flags flags,
    Configuration configuration,
    Environment environment,
    Lineage lineage,
    Duration timeout,
    Mask mask,
    ExecutionLog log,
    Supplier<ContextStore> notes,
    ServiceDesk services) {
  private static final int LONGEST_SECONDS = 7 * 24 * 60 * 60;

  static Household of(
      Spec spec, World world, Flags flags, Configuration configuration, Voice voice) {
    var environment = Environment.resolve(spec, world.env(), configuration);
    var lineage = Lineage.read(spec.name(), flags, world.env());
    var secrets = new ArrayList<>(environment.secrets());
    configuration
        .whole()
        .path("apiKeys")
        .valueStream()
        .forEach(key -> secrets.add(key.asString("")));
    var mask = new Mask(secrets);
    return new Household(
        spec,
        world,
        flags,
        configuration,
        environment,
        lineage,
        timeout(spec, flags, configuration),
        mask,
        log(world, flags, configuration, mask, voice),
        new Once<>(() -> store(spec, world, configuration, lineage, voice)),
        services(spec, world, environment, voice));
  }

  ContextStore store() {
    return notes.get();
  }

  private static Duration timeout(Spec spec, Flags flags, Configuration configuration) {
    var given =
        flags
            .value(Flags.Usual.TIMEOUT)
            .or(() -> variable(configuration))
            .or(() -> configuration.ofAgent(spec.name(), "timeout"))
            .or(() -> configuration.defaults("timeout"))
            .orElse("120");
    if (!given.strip().matches("\\d{1,7}")) {
      throw notSeconds(given);
    }
    int seconds = Integer.parseInt(given.strip());
    if (seconds < 1 || seconds > LONGEST_SECONDS) {
      throw notSeconds(given);
    }
    return Duration.ofSeconds(seconds);
  }

  private static Optional<String> variable(Configuration configuration) {
    return configuration.override("defaults", "timeout");
  }

  private static AgentException notSeconds(String given) {
    return new AgentException(
        ExitCode.USAGE,
        "The time is '%s', and must be a number of seconds from 1 to %d (--timeout)."
            .formatted(given, LONGEST_SECONDS));
  }

  private static ExecutionLog log(
      World world, Flags flags, Configuration configuration, Mask mask, Voice voice) {
    if (flags.has(Flags.Usual.NO_LOG) || "1".equals(world.env().get("SFA_NO_LOG"))) {
      return ExecutionLog.none();
    }
    var file = place(world, "SFA_LOG_FILE", configuration.logFile(), "logs/executions.jsonl");
    return new ExecutionLog(
        file, configuration.logSize(), configuration.logsKept(), world.clock(), mask, voice::warn);
  }

  private static ContextStore store(
      Spec spec, World world, Configuration configuration, Lineage lineage, Voice voice) {
    var root = place(world, "SFA_CONTEXT_STORE", configuration.contextStore(), "context");
    return new ContextStore(root, spec.name(), lineage.sessionId(), world.clock(), voice::warn);
  }

  private static ServiceDesk services(
      Spec spec, World world, Environment environment, Voice voice) {
    var variables = new TreeMap<>(world.env());
    variables.putAll(environment.values());
    return new ServiceDesk(
        new Services(
            data(world).resolve("services"),
            new Services.Owner(spec.name(), spec.version()),
            spec.services(),
            variables,
            Pace.USUAL,
            voice::progress));
  }

  /// Said by a variable, else by the configuration, else where it usually is.
  private static Path place(
      World world, String variable, Optional<String> configured, String usual) {
    var given = world.env().get(variable);
    var chosen = given == null || given.isBlank() ? configured.orElse("") : given;
    return chosen.isEmpty() ? data(world).resolve(usual) : path(world, chosen);
  }

  private static Path data(World world) {
    return world.home().resolve(".local/share/single-file-agents");
  }

  private static Path path(World world, String text) {
    return text.startsWith("~/")
        ? world.home().resolve(text.substring(2))
        : world.directory().resolve(text);
  }
}
