package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Daemon;
import dev.retinue.cli.daemon.Daemons;
import dev.retinue.cli.text.Harmless;
import dev.retinue.config.Configuration;
import dev.retinue.config.Thinking;
import dev.retinue.core.Agent;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.store.files.DaemonRecord;
import dev.retinue.store.files.DataFolder;
import dev.retinue.store.files.Reserve;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Looks at everything that a start needs, and changes nothing.
final class Checkup {
  private static final int JAVA = 25;
  private static final int LINE = 300;
  private static final Set<PosixFilePermission> OWNER =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private final Daemons daemons;
  private final Properties properties;
  private final Map<String, String> environment;

  Checkup(Daemons daemons, Properties properties, Map<String, String> environment) {
    this.daemons = daemons;
    this.properties = properties;
    this.environment = environment;
  }

  List<Finding> findings() throws InterruptedException {
    var findings = new ArrayList<Finding>();
    findings.add(java(Runtime.version().feature()));
    findings.addAll(installation());
    findings.add(configuration(environment));
    ClientCheck.formerConfiguration(DaemonRecord.find(daemons.data()), configurationFile())
        .ifPresent(findings::add);
    findings.add(ClientCheck.keys(environment));
    findings.add(programs());
    findings.add(models(daemons.data(), environment));
    findings.add(AgentCheck.finding(daemons.data(), environment));
    findings.add(TemplateCheck.finding(daemons.data(), environment));
    findings.add(directory());
    findings.add(space());
    findings.add(token());
    findings.addAll(new SandboxCheck(daemons.data(), environment).findings());
    findings.add(ClientCheck.clients(environment, System.getProperty("os.name", "")));
    var daemon = daemons.find();
    if (daemon.isPresent()) {
      findings.add(daemon(daemon.get()));
      fronts(daemon.get()).ifPresent(findings::add);
    } else {
      findings.add(noDaemon());
      findings.add(port());
    }
    return findings;
  }

  private Optional<Path> configurationFile() {
    try {
      return ConfigOption.read(null, List.of(), environment).file();
    } catch (RetinueException e) {
      return Optional.empty(); // That is another finding.
    }
  }

  static Finding java(int feature) {
    var text = "Java %s in %s".formatted(Runtime.version(), System.getProperty("java.home"));
    return feature == JAVA
        ? Finding.ok("java", text)
        : Finding.warn(
            "java", text, "Retinue is tested with JDK %d; set JAVA_HOME to one.".formatted(JAVA));
  }

  private List<Finding> installation() {
    Install install;
    try {
      install = Install.of(properties);
    } catch (RetinueException e) {
      return List.of(
          Finding.warn(
              "installation",
              "not started by its launcher, so no daemon can be started from here",
              "Start it with the launcher, retinue."));
    }
    var launcher = install.launcher();
    if (!Files.isExecutable(launcher)) {
      return List.of(
          Finding.fail(
              "installation",
              "%s cannot be executed".formatted(launcher),
              "Install Retinue anew; in a clone: ./retinue build"));
    }
    return List.of(
        Finding.ok("installation", "%s in %s".formatted(Version.number(), install.home())),
        caches(install));
  }

  Finding caches(Install install) {
    try {
      var folders = new TreeSet<String>();
      var missing = new ArrayList<String>();
      for (var entryPoint : EntryPoint.values()) {
        install
            .findCache(entryPoint, environment)
            .ifPresentOrElse(
                it -> folders.add(String.valueOf(it.getParent())),
                () -> missing.add(entryPoint.fileName()));
      }
      return missing.isEmpty()
          ? Finding.ok("caches", "in " + String.join(", ", folders))
          : Finding.warn(
              "caches",
              "none for %s in %s, so starts are slow"
                  .formatted(String.join(", ", missing), install.cacheFolder(environment)),
              "Run: retinue warm");
    } catch (RetinueException e) {
      return Finding.warn("caches", e.getMessage(), "Run: retinue warm");
    }
  }

  static Finding configuration(Map<String, String> environment) {
    try {
      var file = ConfigOption.read(null, List.of(), environment).file();
      return Finding.ok(
          "configuration", file.map(Object::toString).orElse("no file, so all is as usual"));
    } catch (RetinueException e) {
      return Finding.fail(
          "configuration", e.getMessage(), "Correct it; 'retinue config check' looks at it again.");
    }
  }

  /// Those that are here, and what to do about those that the staff need.
  Finding programs() throws InterruptedException {
    var programs = new Programs(environment);
    var staff = new ArrayList<Agent>();
    try {
      var configuration = ConfigOption.read(null, List.of(), environment);
      staff.addAll(AgentShelf.of(configuration, daemons.data(), programs).all());
    } catch (RetinueException _) {
      // That is another finding.
    }
    var found = new FoundPrograms(programs).all(staff);
    var here =
        found.stream()
            .filter(FoundPrograms.Found::isHere)
            .map(it -> it.version() == null ? it.name() : it.name() + " " + it.version())
            .collect(Collectors.joining(", "));
    var text = here.isEmpty() ? "none of those that Retinue knows is installed" : here;
    var missing = found.stream().filter(it -> !it.isHere() && !it.staff().isEmpty()).toList();
    if (!missing.isEmpty()) {
      return Finding.warn(
          "programs",
          "%s; not here: %s"
              .formatted(
                  text,
                  missing.stream()
                      .map(it -> "%s, for %s".formatted(it.name(), String.join(", ", it.staff())))
                      .collect(Collectors.joining("; "))),
          "Install %s with: %s"
              .formatted(
                  missing.size() == 1 ? "it" : "them",
                  missing.stream()
                      .map(FoundPrograms.Found::install)
                      .distinct()
                      .collect(Collectors.joining(", and "))));
    }
    return here.isEmpty()
        ? Finding.hint(
            "programs",
            text,
            "To have one as an agent: "
                + found.stream()
                    .limit(2)
                    .map(FoundPrograms.Found::install)
                    .collect(Collectors.joining(", or ")))
        : Finding.ok("programs", text);
  }

  /// Never the keys themselves.
  ///
  /// @param data the data directory
  static Finding models(Path data, Map<String, String> environment) {
    var settings = Thinking.USUAL;
    var unready = List.<String>of();
    try {
      var configuration = ConfigOption.read(null, List.of(), environment);
      settings = configuration.settings().thinking();
      unready = unready(configuration, data, environment);
    } catch (RetinueException _) {
      // That is another finding.
    }
    var ready = new Study(settings, environment, InstantSource.system()).models().ready();
    var text =
        ready.isEmpty()
            ? "no provider has a key here, so the agents of the runtime 'llm' think only with keys that callers lend"
            : "can be asked: " + String.join(", ", ready);
    return unready.isEmpty()
        ? Finding.ok("models", text)
        : Finding.warn(
            "models",
            "%s; not ready:\n%s".formatted(text, String.join("\n", unready)),
            "Set what is needed where the daemon is started, or let callers lend it.");
  }

  /// Those whom the configuration or a file names, and who cannot think here.
  private static List<String> unready(
      Configuration configuration, Path data, Map<String, String> environment) {
    var staff = AgentShelf.of(configuration, data, new Programs(environment));
    var minds = new Minds(configuration.settings().thinking(), environment, InstantSource.system());
    return staff.all().stream()
        .filter(it -> !it.isGeneral() || configuration.staff().find(it.name()).isPresent())
        .flatMap(
            it ->
                minds.lacks(it, staff).stream()
                    .map(lack -> "%s needs %s".formatted(it.name(), Harmless.line(lack, LINE))))
        .toList();
  }

  Finding directory() {
    var data = daemons.data();
    if (!Files.exists(data)) {
      var place = existing(data);
      if (!Files.isDirectory(place) || !Files.isWritable(place)) {
        return Finding.fail(
            "data",
            "%s cannot be made: %s may not be written to".formatted(data, place),
            "Choose another with --data or RETINUE_DATA.");
      }
      return Finding.ok("data", "%s is not there yet; the first start makes it".formatted(data));
    }
    if (!Files.isDirectory(data) || !Files.isWritable(data)) {
      return Finding.fail(
          "data",
          "%s is not a folder that can be written to".formatted(data),
          "Choose another with --data or RETINUE_DATA.");
    }
    var stranger = stranger(data);
    if (stranger.isPresent()) {
      return Finding.fail(
          "data",
          "%s belongs to %s, and not to you".formatted(data, stranger.get()),
          "Choose another with --data or RETINUE_DATA, or be who it belongs to.");
    }
    return isPrivate(data)
        ? Finding.ok("data", data.toString())
        : Finding.warn(
            "data",
            "other users may enter %s".formatted(data),
            "The next start of the daemon corrects it; now: chmod 700 '%s'".formatted(data));
  }

  /// Whom a folder belongs to, if that is somebody else than this process does.
  private static Optional<String> stranger(Path folder) {
    try {
      // Elsewhere there are none of these, and a folder may belong to a group that one is in.
      var owner = Files.readAttributes(folder, PosixFileAttributes.class).owner().getName();
      return ProcessHandle.current().info().user().filter(it -> !it.equals(owner)).map(_ -> owner);
    } catch (IOException | UnsupportedOperationException _) {
      return Optional.empty();
    }
  }

  /// The nearest that is there: the folder itself, or one above it.
  private static Path existing(Path folder) {
    var place = folder.toAbsolutePath();
    while (!Files.exists(place) && place.getParent() != null) {
      place = place.getParent();
    }
    return place;
  }

  private Finding space() {
    try {
      var place = existing(daemons.data());
      long free = Files.getFileStore(place).getUsableSpace();
      var text = "%s free".formatted(ProgressLine.size(free));
      return free > Reserve.DEFAULT_BYTES
          ? Finding.ok("space", text)
          : Finding.fail(
              "space",
              text + "; nothing new is accepted below " + ProgressLine.size(Reserve.DEFAULT_BYTES),
              "Make room on the disk of %s, or choose another with --data.".formatted(place));
    } catch (IOException e) {
      return Finding.fail(
          "space", "cannot be seen: " + e.getMessage(), "Choose another place with --data.");
    }
  }

  private Finding token() {
    var file = daemons.data().resolve("token");
    if (!Files.exists(file)) {
      return Finding.ok("token", "none yet; the first start makes it");
    }
    if (!isPrivate(file)) {
      return Finding.warn(
          "token",
          "other users may have read %s".formatted(file),
          "Delete it and restart the daemon: it makes a new one, which only you can read.");
    }
    try {
      var found = new DataFolder(daemons.data()).tokenFile().find();
      return Finding.ok("token", found.isPresent() ? file.toString() : "none yet");
    } catch (RetinueException e) {
      return Finding.fail(
          "token", e.getMessage(), "Delete it and restart the daemon: it makes a new one.");
    }
  }

  Finding daemon(Daemon daemon) throws InterruptedException {
    try {
      int running = Api.to(daemon).health().path("agents_running").asInt(0);
      var text = "%s, %d runs at work".formatted(daemon, running);
      return daemons
          .advice(daemon)
          .map(advice -> Finding.warn("daemon", text, advice))
          .orElseGet(() -> Finding.ok("daemon", text));
    } catch (RetinueException e) {
      return Finding.fail(
          "daemon",
          "%s does not answer: %s".formatted(daemon, e.getMessage()),
          "End it with 'kill %d'; the next command starts it anew, and its runs go on."
              .formatted(daemon.pid()));
    }
  }

  /// The clients that are connected just now: an upgrade leaves theirs as they were started.
  private static Optional<Finding> fronts(Daemon daemon) throws InterruptedException {
    try {
      return ClientCheck.fronts(Api.to(daemon).vitals().path("fronts"), daemon.version());
    } catch (RetinueException e) {
      return Optional.empty(); // That it does not answer is said already.
    }
  }

  private Finding noDaemon() {
    return Files.exists(daemons.data().resolve("daemon.json"))
        ? Finding.ok(
            "daemon", "none runs, and the last one was killed; the next start recovers its runs")
        : Finding.ok("daemon", "none runs; the first command that needs one starts it");
  }

  Finding port() {
    try {
      return port(ConfigOption.read(null, List.of(), environment).settings().server().port());
    } catch (RetinueException e) {
      return Finding.ok("port", "not looked at, because the configuration is wrong");
    }
  }

  private static Finding port(int port) {
    if (port == 0) {
      return Finding.ok("port", "one that is free");
    }
    try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return Finding.ok("port", "%d is free".formatted(port));
    } catch (IOException e) {
      return Finding.warn(
          "port",
          "%d is taken by another program".formatted(port),
          "A daemon that a command starts takes another port; for 'retinue serve' choose one with --port, or with server.port of the configuration.");
    }
  }

  /// Where the system has no such permissions, there is nothing to say about them.
  private static boolean isPrivate(Path path) {
    try {
      return OWNER.containsAll(Files.getPosixFilePermissions(path));
    } catch (IOException | UnsupportedOperationException _) {
      return true;
    }
  }
}
