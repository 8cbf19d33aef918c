package dev.retinue.cli.daemon;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.process.ChildProcess;
import dev.retinue.store.files.DaemonRecord;
import dev.retinue.store.files.DataFolder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The daemon of one data directory: finds it, and starts it where there is none. If several start
/// one at once, the lock of the directory lets one of them win, and all use that.
public final class Daemons {
  /// How long a daemon may take until it listens.
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /// Another token than the owner's, for who is another caller.
  private static final String TOKEN = "RETINUE_TOKEN";

  private static final int KNOCK_MILLIS = 2_000;
  private static final int BETWEEN_LOOKS_MILLIS = 15;
  private static final int MOST_LINES = 8;

  /// The exit code of what was ended by force: 128 and SIGKILL.
  private static final int KILLED = 137;

  private final Path data;
  private final Supplier<Path> launcher;
  private final String version;
  private final @Nullable String build;
  private final Map<String, String> environment;
  private volatile @Nullable Process started;

  /// @param launcher asked only when a daemon must be started
  /// @param version of this Retinue
  /// @param build of that version; null where it is not known
  /// @param environment of this process
  public Daemons(
      Path data,
      Supplier<Path> launcher,
      String version,
      @Nullable String build,
      Map<String, String> environment) {
    this.data = data.toAbsolutePath().normalize();
    this.launcher = launcher;
    this.version = version;
    this.build = build;
    this.environment = Map.copyOf(environment);
  }

  public Path data() {
    return data;
  }

  /// The process that was started last from here, whatever became of it.
  public Optional<ProcessHandle> started() {
    return Optional.ofNullable(started).map(Process::toHandle);
  }

  /// The daemon that says it is there, if its process is.
  public Optional<Daemon> find() {
    return DaemonRecord.find(data).flatMap(this::find);
  }

  private Optional<Daemon> find(DaemonRecord record) {
    var port = record.port();
    if (port == null) {
      return Optional.empty(); // It does not listen yet.
    }
    return token()
        .map(
            token ->
                new Daemon(
                    record.address(), port, token, record.version(), record.build(), record.pid()));
  }

  /// Whether the token of somebody else than the owner is in this environment.
  public static boolean isForeign(Map<String, String> environment) {
    var other = environment.get(TOKEN);
    return other != null && !other.isBlank();
  }

  /// That of somebody else where the environment has one, else the owner's.
  private Optional<String> token() {
    var other = environment.get(TOKEN);
    return other == null || other.isBlank()
        ? new DataFolder(data).tokenFile().find()
        : Optional.of(sendable(other.strip()));
  }

  /// What no header can hold would otherwise be repeated by whoever refuses it.
  private static String sendable(String token) {
    if (!token.chars().allMatch(it -> it > ' ' && it < 0x7f)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "What is in %s is no token: it has a space, the end of a line or another character that none has. Set it to one token, or unset it to be the owner."
              .formatted(TOKEN));
    }
    return token;
  }

  /// The daemon, started if there is none.
  ///
  /// @param progress hears what a person should know meanwhile
  public Daemon require(Consumer<String> progress) throws InterruptedException {
    var found = listening();
    if (found.isEmpty()) {
      return start(progress);
    }
    advice(found.get()).ifPresent(progress);
    return found.get();
  }

  /// What to tell somebody whose Retinue is another one than the daemon.
  public Optional<String> advice(Daemon daemon) {
    return daemon.advice(version, build);
  }

  /// One that is just leaving says for a moment that it is there, and takes no connection any more.
  private Optional<Daemon> listening() {
    return find().filter(Daemons::takesConnections);
  }

  private static boolean takesConnections(Daemon daemon) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(daemon.host(), daemon.port()), KNOCK_MILLIS);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private Daemon start(Consumer<String> progress) throws InterruptedException {
    var program = launcher.get();
    var folder = DataFolder.visit(data, version, InstantSource.system()).folder();
    progress.accept("starting the daemon of " + data);
    var log = DaemonLog.in(folder);
    log.rotate();
    long logged = log.size();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      var child =
          ChildProcess.startDetached(
              DaemonCommand.of(program, folder, environment),
              folder,
              DaemonCommand.environment(environment),
              log.file());
      started = child;
      var daemon = await(child, folder, deadline);
      if (daemon.isPresent()) {
        return daemon.get();
      }
      // It gave up. If somebody else had the directory for a moment, or it was killed, the next
      // attempt succeeds.
      if (System.nanoTime() - deadline >= 0 || !(wasKilled(child) || wasTaken(log, logged))) {
        throw failure(log, logged);
      }
      logged = log.size();
    }
  }

  /// Waits until one listens, this or another; empty if this one gives up.
  private Optional<Daemon> await(Process child, Path folder, long deadline)
      throws InterruptedException {
    while (System.nanoTime() - deadline < 0) {
      boolean ended = child.waitFor(BETWEEN_LOOKS_MILLIS, TimeUnit.MILLISECONDS);
      var daemon = listening();
      if (daemon.isPresent()) {
        return daemon;
      }
      if (ended && DaemonRecord.find(folder).isEmpty()) {
        return Optional.empty();
      }
      if (ended) {
        TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS); // Another one is on its way.
      }
    }
    return Optional.empty();
  }

  private static boolean wasKilled(Process child) {
    return !child.isAlive() && child.exitValue() == KILLED;
  }

  private static boolean wasTaken(DaemonLog log, long logged) {
    return log.lastLines(logged, MOST_LINES).stream().anyMatch(line -> line.contains("is in use"));
  }

  private RetinueException failure(DaemonLog log, long logged) {
    var lines = log.lastLines(logged, MOST_LINES);
    var said =
        lines.isEmpty() ? " It said nothing." : " It said:\n  " + String.join("\n  ", lines) + "\n";
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "the daemon of %s did not start.%s Its log is %s; 'retinue serve --data %s' starts it before your eyes."
            .formatted(data, said, log.file(), data));
  }
}
