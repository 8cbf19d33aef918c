package dev.retinue.clients;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.store.files.DaemonRecord;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import dev.retinue.testing.Traces;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/// The packaged `retinue mcp` with a client on its pipes, on the data of a folder of its own.
/// Closing ends it, and the daemon that it started.
record PipedRetinue(Path folder, Process process, BlockingQueue<JsonNode> said)
    implements AutoCloseable {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  /// An agent that plays its contract, somebody to answer it, and a port that is free.
  static Path config(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("retinue.yaml"),
        """
        server:
          port: 0
        staff:
          player:
            description: Plays its contract.
            runtime: scripted
        """);
  }

  /// What a client in this folder hands down. Nothing in it leads to the data of whoever tests.
  static Map<String, String> environment(Path folder) throws IOException {
    return Map.of(
        "PATH", "/usr/bin:/bin",
        "JAVA_HOME", Repository.JDK.toString(),
        "HOME", folder.toString(),
        "RETINUE_CONFIG", config(folder).toString(),
        "RETINUE_DATA", data(folder).toString());
  }

  static Path data(Path folder) {
    return folder.resolve("data");
  }

  static PipedRetinue start(Path folder, String... options) throws IOException {
    var process = process(folder, options);
    var said = new LinkedBlockingQueue<JsonNode>(10_000);
    Thread.ofVirtual().start(() -> hear(process.inputReader(StandardCharsets.UTF_8), said));
    return new PipedRetinue(folder, process, said);
  }

  /// The program alone, for a client of its own.
  static Process process(Path folder, String... options) throws IOException {
    var words = new ArrayList<>(unignored());
    words.addAll(List.of(ServedRetinue.LAUNCHER.toString(), "mcp"));
    words.addAll(List.of(options));
    var builder =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectError(folder.resolve("front.err").toFile());
    builder.environment().clear();
    builder.environment().putAll(environment(folder));
    return builder.start();
  }

  /// Whoever runs the tests in the background of a script has SIGINT ignored, and hands that down.
  static List<String> unignored() {
    var reset = List.of("/usr/bin/env", "--default-signal=INT,HUP,TERM");
    var words = new ArrayList<Object>(reset);
    words.add("true");
    return Program.of(words.toArray()).run().exitCode() == 0 ? reset : List.of();
  }

  private static void hear(BufferedReader reader, BlockingQueue<JsonNode> said) {
    try {
      for (var line = reader.readLine(); line != null; line = reader.readLine()) {
        said.add(Json.WIRE.readTree(line));
      }
    } catch (IOException e) {
      // It is gone; who waits for its words is told so.
    }
  }

  void say(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  void call(int id, String tool, String arguments) throws IOException {
    say(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":{%s},%s}}"
            .formatted(id, tool, arguments, META));
  }

  JsonNode next() throws InterruptedException {
    return Objects.requireNonNull(said.poll(60, TimeUnit.SECONDS), "it says nothing more");
  }

  /// The answer to a call; everything that is said before it is passed over.
  JsonNode answer(int id) throws InterruptedException {
    var message = next();
    while (message.path("id").asInt(-1) != id) {
      message = next();
    }
    return message;
  }

  /// Returns when everything said before was taken: what is no message is answered at once.
  List<JsonNode> saidUntilTaken() throws IOException, InterruptedException {
    say("no message");
    var before = new ArrayList<JsonNode>();
    var message = next();
    while (message.path("error").path("code").asInt() != -32700) {
      before.add(message);
      message = next();
    }
    return before;
  }

  Optional<ProcessHandle> daemon() {
    return DaemonRecord.find(data(folder)).flatMap(it -> ProcessHandle.of(it.pid()));
  }

  static void signal(String name, long pid) {
    if (Program.of("kill", "-" + name, pid).run().exitCode() != 0) {
      throw new AssertionError("no signal reaches " + pid);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
    daemon().ifPresent(PipedRetinue::kill);
    Traces.kill(folder);
  }

  private static void kill(ProcessHandle daemon) {
    daemon.destroyForcibly();
    daemon.onExit().join();
  }
}
