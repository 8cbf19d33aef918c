package dev.retinue.sdk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// The services of one agent: found where somebody else has them, or started by Docker Compose and
/// waited for.
final class Services {
  private static final int LAST_LINES = 50;

  /// Another process of the agent may be starting them, and fetching their images.
  private static final Duration TO_BE_ALONE = Duration.ofMinutes(12);

  private static final Duration TO_BE_ALONE_AT_THE_END = Duration.ofSeconds(30);

  /// Whose services they are.
  record Owner(String agent, String version) {}

  private final Owner owner;
  private final List<Service> services;
  private final Map<String, String> environment;
  private final Pace pace;
  private final Consumer<String> say;
  private final ServiceFolder folder;
  private final Docker docker;
  private volatile List<Service> started = List.of();

  /// @param root the folder of the services of all agents
  /// @param environment of the agent, with its variables resolved
  /// @param say hears how it goes on; what containers log may hold secrets
  Services(
      Path root,
      Owner owner,
      List<Service> services,
      Map<String, String> environment,
      Pace pace,
      Consumer<String> say) {
    this.owner = owner;
    this.services = List.copyOf(services);
    this.environment = environment;
    this.pace = pace;
    this.say = say;
    this.folder = new ServiceFolder(root.resolve(SafeName.folder(owner.agent())));
    this.docker = new Docker(folder.path(), owner.agent(), environment);
  }

  /// Sees to it that all of them can be used, and answers the variables by which they are found.
  Map<String, String> up() throws InterruptedException {
    var values = new Variables(environment);
    var presets = new LinkedHashMap<Service, Address>();
    var ours = new ArrayList<Service>();
    for (var service : services) {
      Address.preset(service, environment, values)
          .ifPresentOrElse(preset -> presets.put(service, preset), () -> ours.add(service));
    }
    var compose = new ComposeFile(owner.agent(), owner.version(), ours, values);
    ours.forEach(service -> Address.filled(service, "", "", values));
    values.requireAll();
    var variables = new LinkedHashMap<String, String>();
    presets.forEach(
        (service, preset) -> {
          preset.requireListening(service);
          variables.putAll(preset.variables(service));
        });
    if (!ours.isEmpty()) {
      variables.putAll(start(ours, compose, values));
    }
    return variables;
  }

  private Map<String, String> start(List<Service> ours, ComposeFile compose, Variables values)
      throws InterruptedException {
    docker.requireReady(instead(ours));
    try {
      PrivateFiles.createFolders(folder.path());
      try (var _ = alone(TO_BE_ALONE)) {
        started = ours;
        startOrReuse(compose);
        awaitHealth(compose, ours);
        return addresses(compose, ours, values);
      }
    } catch (IOException e) {
      throw new AgentException(
          ExitCode.FAILURE,
          "The services of '%s' cannot be kept in %s: %s."
              .formatted(owner.agent(), folder.path(), e.getMessage()));
    }
  }

  private SharedLock alone(Duration patience) throws IOException, InterruptedException {
    return SharedLock.take(folder.path().resolve(".lock"), patience);
  }

  private static String instead(List<Service> ours) {
    return "Or say where they are already: set %s."
        .formatted(String.join(", ", ours.stream().map(one -> one.variable("URL")).toList()));
  }

  private void startOrReuse(ComposeFile compose) throws IOException, InterruptedException {
    var text = compose.text();
    var hash = sha256(text);
    if (folder.hasFile()) {
      var states = docker.states(folder.file());
      boolean unchanged = folder.hash().equals(hash);
      if (unchanged && compose.services().stream().allMatch(name -> isUp(states, name))) {
        say.accept("reusing the services that run");
        return;
      }
      if (!unchanged && !states.isEmpty()) {
        say.accept("stopping the services that have changed");
        docker.down(folder.file(), false);
      }
    }
    if (folder.hasFormer()) {
      docker.downFormer(folder.former());
    }
    folder.write(text);
    say.accept(
        "starting services: " + String.join(", ", compose.services().stream().sorted().toList()));
    try {
      docker.up(folder.file());
    } catch (AgentException e) {
      giveUp();
      throw e;
    }
    folder.writeHash(hash);
  }

  private static boolean isUp(Map<String, Docker.State> states, String name) {
    var state = states.get(name);
    return state != null && (state.isRunning() || isDone(state));
  }

  /// What only had to do something first.
  private static boolean isDone(Docker.State state) {
    return state.isOver() && state.exitCode() == 0;
  }

  private void awaitHealth(ComposeFile compose, List<Service> ours) throws InterruptedException {
    var deadline = pace.clock().instant().plus(pace.patience());
    while (true) {
      var states = docker.states(folder.file());
      var waitedFor =
          compose.services().stream()
              .filter(name -> !isReady(states, name, ours))
              .sorted()
              .toList();
      if (waitedFor.isEmpty()) {
        return;
      }
      boolean over =
          waitedFor.stream().map(states::get).anyMatch(one -> one != null && one.isOver());
      if (over || !pace.clock().instant().isBefore(deadline)) {
        fail(waitedFor, over);
      }
      pace.pause().pause(pace.interval());
    }
  }

  private static boolean isReady(
      Map<String, Docker.State> states, String name, List<Service> ours) {
    var state = states.get(name);
    boolean isUsed = ours.stream().anyMatch(service -> service.name().equals(name));
    return state != null && (state.isHealthy() || (!isUsed && isDone(state)));
  }

  private void fail(List<String> names, boolean over) throws InterruptedException {
    docker.lastLines(folder.file(), names, LAST_LINES).forEach(say);
    giveUp();
    throw new AgentException(
        ExitCode.FAILURE,
        "These services %s: %s. Their last lines are above."
            .formatted(
                over
                    ? "have ended"
                    : "did not become healthy within %d seconds"
                        .formatted(pace.patience().toSeconds()),
                String.join(", ", names)));
  }

  /// Persistent data stays.
  private void giveUp() throws InterruptedException {
    try {
      docker.down(folder.file(), started.stream().allMatch(Service::isEphemeral));
      started = List.of();
    } catch (AgentException e) {
      say.accept(e.getMessage());
    }
  }

  private Map<String, String> addresses(ComposeFile compose, List<Service> ours, Variables values)
      throws InterruptedException {
    var variables = new LinkedHashMap<String, String>();
    for (var service : ours) {
      if (service.port() > 0) {
        int port = docker.port(folder.file(), service);
        var image = compose.image(service.name());
        variables.putAll(Address.of(service, image, "127.0.0.1", port, values).variables(service));
      }
    }
    return variables;
  }

  /// The agent has done its work: what is ephemeral goes, with its data. Never throws, and does it
  /// also when interrupted.
  void end() {
    var ours = started;
    started = List.of();
    var gone = ours.stream().filter(Service::isEphemeral).map(Service::name).toList();
    if (gone.isEmpty() || !folder.hasFile()) {
      return;
    }
    try {
      var _ =
          Undisturbed.call(
              "services",
              () -> {
                try (var _ = alone(TO_BE_ALONE_AT_THE_END)) {
                  if (gone.size() == ours.size()) {
                    docker.down(folder.file(), true);
                    folder.clear();
                  } else {
                    docker.remove(folder.file(), gone);
                  }
                }
                return true;
              });
    } catch (IOException | RuntimeException e) {
      say.accept("The services %s were not removed: %s".formatted(gone, e.getMessage()));
    }
  }

  /// Removes all of them with their data, and says what it did.
  String down() throws InterruptedException {
    if (!folder.hasFile() && !folder.hasFormer()) {
      return "No services of '%s' are set up.".formatted(owner.agent());
    }
    docker.requireReady("");
    try (var _ = alone(TO_BE_ALONE)) {
      if (folder.hasFile()) {
        docker.down(folder.file(), true);
      }
      if (folder.hasFormer()) {
        docker.downFormer(folder.former());
      }
      folder.clear();
    } catch (IOException e) {
      throw new AgentException(
          ExitCode.FAILURE,
          "The files of the services in %s cannot be removed: %s."
              .formatted(folder.path(), e.getMessage()));
    }
    return "The services of '%s' are stopped and removed with their data.".formatted(owner.agent());
  }

  private static String sha256(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Every Java has it.
    }
  }
}
