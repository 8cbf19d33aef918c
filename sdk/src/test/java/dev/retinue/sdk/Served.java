package dev.retinue.sdk;

import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.schema.ToolJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.node.ObjectNode;

/// An agent that serves, with a client at the other end of a pair of pipes.
record Served(McpClient client, Path logFile, CompletableFuture<Integer> exit)
    implements AutoCloseable {
  static Served of(Agent agent, ClientOptions options, String... args) {
    try {
      var there = Pipe.open();
      var back = Pipe.open();
      var folder = TemporaryFolder.create("served");
      var log = folder.resolve("log.jsonl");
      var world =
          new World(
              Map.of("HOME", folder.toString(), "SFA_LOG_FILE", log.toString()),
              Channels.newInputStream(there.source()),
              false,
              new PrintStream(Channels.newOutputStream(back.sink()), false, StandardCharsets.UTF_8),
              new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
              InstantSource.system(),
              folder);
      var all = new ArrayList<>(List.of("--mcp"));
      all.addAll(List.of(args));
      var exit = new CompletableFuture<Integer>();
      Thread.ofPlatform()
          .daemon()
          .start(() -> exit.complete(new Command(agent.spec(), world, false).run(all)));
      var client =
          McpClient.over(
              Channels.newInputStream(back.source()),
              Channels.newOutputStream(there.sink()),
              options);
      return new Served(client, log, exit);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ToolResult call(String tool, Map<String, Object> arguments) {
    return client.callTool(tool, ToolJson.MAPPER.<ObjectNode>valueToTree(arguments));
  }

  /// The lines of the log. What a call has answered is written there.
  List<String> log() {
    try {
      return Files.readAllLines(logFile);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    client.close();
    exit.join();
  }
}
