package dev.retinue.store.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Who owns a data directory, as it stands beside the lock in `daemon.json`. The lock decides; this
/// only says whom to talk to.
///
/// @param build which build of the version, where its launcher told it
/// @param bootId which start of the machine this was, where the system tells
/// @param host the address at which it listens, once it does
/// @param port where it listens, once it does
public record DaemonRecord(
    long pid,
    Instant startedAt,
    String version,
    @Nullable String build,
    @Nullable String bootId,
    @Nullable String host,
    @Nullable Integer port) {
  private static final String FILE = "daemon.json";
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final JsonMapper JSON = JsonMapper.shared();

  /// Systems tell the start of a process less exactly than a clock does.
  private static final Duration INEXACT = Duration.ofSeconds(2);

  static DaemonRecord current(String version, @Nullable String build, Instant now) {
    return new DaemonRecord(
        ProcessHandle.current().pid(), now, version, build, thisBoot(), null, null);
  }

  DaemonRecord at(String listeningHost, int listeningPort) {
    return new DaemonRecord(pid, startedAt, version, build, bootId, listeningHost, listeningPort);
  }

  /// Nobody is to come to it any more.
  DaemonRecord leaving() {
    return new DaemonRecord(pid, startedAt, version, build, bootId, null, null);
  }

  /// An address at which somebody on this machine reaches it.
  public String address() {
    if (host == null || host.equals("0.0.0.0")) {
      return "127.0.0.1";
    }
    return host.equals("::") ? "::1" : host;
  }

  /// What stands in a data directory, unless it is nothing, unreadable, or left by a process that
  /// is no more.
  public static Optional<DaemonRecord> find(Path folder) {
    try {
      return Optional.of(read(JSON.readTree(Files.readAllBytes(folder.resolve(FILE)))))
          .filter(DaemonRecord::isAlive);
    } catch (IOException | JacksonException | DateTimeException _) {
      return Optional.empty();
    }
  }

  private static DaemonRecord read(JsonNode json) {
    var port = json.path("port");
    return new DaemonRecord(
        json.path("pid").asLong(),
        Instant.parse(json.path("started_at").asString()),
        json.path("version").asString(),
        json.path("build").asString(null),
        json.path("boot_id").asString(null),
        json.path("host").asString(null),
        port.isInt() ? port.asInt() : null);
  }

  /// Nobody may be told to kill a process that only has the number of one of ours.
  private boolean isAlive() {
    var now = thisBoot();
    if (bootId != null && now != null && !bootId.equals(now)) {
      return false;
    }
    var latest = startedAt.plus(INEXACT);
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(process -> process.info().startInstant().map(latest::isAfter).orElse(true))
        .isPresent();
  }

  void write(Path folder) throws IOException {
    var json = JSON.createObjectNode();
    json.put("pid", pid);
    json.put("started_at", startedAt.toString());
    json.put("version", version);
    if (build != null) {
      json.put("build", build);
    }
    if (bootId != null) {
      json.put("boot_id", bootId);
    }
    if (host != null) {
      json.put("host", host);
    }
    if (port != null) {
      json.put("port", port);
    }
    var text = json.toPrettyString() + "\n";
    PrivateFiles.publish(folder.resolve(FILE), text.getBytes(StandardCharsets.UTF_8));
  }

  static void remove(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(FILE));
  }

  private static @Nullable String thisBoot() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException _) {
      return null;
    }
  }
}
