package dev.retinue.sdk;

import dev.retinue.mcp.rpc.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What was done, one line of JSON for each call. Several agents share the file; it never stops one
/// of them.
final class ExecutionLog {
  static final long MOST_BYTES = 50L * 1024 * 1024;
  static final int KEPT = 5;

  /// How long a summary may be, with its three dots.
  static final int LONGEST_SUMMARY = 500;

  private static final int MOST_META = 64 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /// One call. The summaries may be whole texts: they are masked and shortened when written.
  record Entry(
      Instant timestamp,
      String agent,
      String version,
      int exitCode,
      long durationMs,
      int depth,
      List<String> callChain,
      String inputSummary,
      String outputSummary,
      String sessionId,
      Map<String, Object> meta) {
    Entry {
      callChain = List.copyOf(callChain);
      meta = Map.copyOf(meta);
    }

    static Entry of(
        Household house,
        Instant begun,
        Duration took,
        int code,
        String input,
        String output,
        Map<String, Object> meta) {
      return new Entry(
          begun,
          house.spec().name(),
          house.spec().version(),
          code,
          took.toMillis(),
          house.lineage().depth(),
          house.lineage().chain(),
          input,
          output,
          house.lineage().sessionId(),
          meta);
    }
  }

  private final @Nullable Path file;
  private final long maxBytes;
  private final Mask mask;
  private final Consumer<String> warn;
  private final Rotation rotation;
  private final AtomicBoolean failing = new AtomicBoolean();

  ExecutionLog(
      Path file, long maxBytes, int keep, InstantSource clock, Mask mask, Consumer<String> warn) {
    this(file, maxBytes, new Rotation(file, keep, clock), mask, warn);
  }

  private ExecutionLog(
      @Nullable Path file, long maxBytes, Rotation rotation, Mask mask, Consumer<String> warn) {
    this.file = file;
    this.maxBytes = maxBytes;
    this.rotation = rotation;
    this.mask = mask;
    this.warn = warn;
  }

  /// Writes nothing.
  static ExecutionLog none() {
    var nowhere = new Rotation(Path.of("none"), 0, InstantSource.system());
    return new ExecutionLog(null, 0, nowhere, Mask.NONE, _ -> {});
  }

  /// Writes it down. Where that cannot be done, it warns once until it can be done again.
  void write(Entry entry) {
    if (file == null) {
      return;
    }
    try {
      var line = (line(entry) + "\n").getBytes(StandardCharsets.UTF_8);
      var _ = Undisturbed.call("execution-log", () -> append(file, line));
      failing.set(false);
    } catch (IOException | RuntimeException e) {
      if (!failing.getAndSet(true)) {
        warn.accept("The execution log %s cannot be written: %s.".formatted(file, reason(e)));
      }
    }
  }

  private static String reason(Exception e) {
    return e.getClass().getSimpleName()
        + (e.getMessage() == null ? "" : " (" + e.getMessage() + ")");
  }

  private boolean append(Path log, byte[] line) throws IOException, InterruptedException {
    PrivateFiles.createFolderOf(log);
    try (var _ = SharedLock.take(log.resolveSibling(log.getFileName() + ".lock"), PATIENCE)) {
      if (Files.exists(log) && !Files.isRegularFile(log)) {
        throw new IOException("it is not a file");
      }
      if (Files.exists(log) && Files.size(log) >= maxBytes) {
        rotation.rotate();
      }
      append(line, log);
    }
    return true;
  }

  /// All of the line or nothing of it, on a line of its own also after somebody who was killed in
  /// the middle of one.
  private static void append(byte[] line, Path log) throws IOException {
    try (var channel =
        PrivateFiles.open(
            log,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE))) {
      long before = channel.size();
      channel.position(before);
      try {
        if (!endsWithLine(channel, before)) {
          PrivateFiles.writeAll(channel, new byte[] {'\n'});
        }
        PrivateFiles.writeAll(channel, line);
      } catch (IOException e) {
        channel.truncate(before);
        throw e;
      }
    }
  }

  private static boolean endsWithLine(FileChannel channel, long size) throws IOException {
    var last = ByteBuffer.allocate(1);
    return size == 0 || channel.read(last, size - 1) < 1 || last.get(0) == '\n';
  }

  private String line(Entry entry) {
    var line = Json.object();
    line.put("timestamp", Stamps.iso(entry.timestamp()));
    line.put("agent", entry.agent());
    line.put("version", entry.version());
    line.put("exitCode", entry.exitCode());
    line.put("durationMs", entry.durationMs());
    line.put("depth", entry.depth());
    var chain = line.putArray("callChain");
    entry.callChain().forEach(chain::add);
    line.put("inputSummary", summary(entry.inputSummary()));
    line.put("outputSummary", summary(entry.outputSummary()));
    line.put("sessionId", entry.sessionId());
    if (!entry.meta().isEmpty()) {
      line.set("meta", meta(entry.meta()));
    }
    return Json.WIRE.writeValueAsString(line);
  }

  /// Masked first: a secret that is cut is not known any more.
  private String summary(String text) {
    return shortened(mask.of(text));
  }

  static String shortened(String text) {
    if (text.length() <= LONGEST_SUMMARY) {
      return text;
    }
    int end = LONGEST_SUMMARY - 3;
    if (Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end) + "...";
  }

  private JsonNode meta(Map<String, Object> meta) {
    var node = masked(Json.WIRE.valueToTree(meta));
    if (Json.WIRE.writeValueAsString(node).length() <= MOST_META) {
      return node;
    }
    return Json.object().put("omitted", "more than %d characters".formatted(MOST_META));
  }

  private JsonNode masked(JsonNode node) {
    if (node.isString()) {
      return JsonNodeFactory.instance.stringNode(summary(node.stringValue()));
    }
    if (node instanceof ObjectNode object) {
      var copy = Json.object();
      object.properties().forEach(entry -> copy.set(entry.getKey(), masked(entry.getValue())));
      return copy;
    }
    if (node.isArray()) {
      var copy = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> copy.add(masked(element)));
      return copy;
    }
    return node;
  }
}
