package dev.retinue.toolset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Capability;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.store.SqlCallTasks;
import dev.retinue.store.SqlRunStore;
import dev.retinue.store.sqlite.SqliteDatabase;
import dev.retinue.web.WebServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A task over HTTP, in a database, through the end of everything else.
final class TasksAfterRestartTest {
  private static final AtomicInteger BEGUN = new AtomicInteger();

  @TempDir private Path folder;

  @Test
  void a_task_that_was_asking_when_the_server_ended_completes_after_its_restart() throws Exception {
    String id;
    try (var host = new Host(folder)) {
      var arguments = Json.object().put("drink", "tea");
      id = host.client.callToolAsTask("serve", arguments).id();
      assertThat(host.until(id, "input_required").at("/inputRequests/milk").isObject()).isTrue();
    }
    try (var host = new Host(folder)) {
      host.until(id, "input_required");
      var params = Json.object().put("taskId", id);
      params.putObject("inputResponses").putObject("milk").put("action", "decline");
      host.client.request("tasks/update", params);
      assertThat(host.until(id, "completed").at("/result/structuredContent").toString())
          .isEqualTo("{\"served\":\"tea for owner: decline, order 1\"}");
    }
  }

  /// Begins once, and asks.
  @Tool.Spec(
      name = "serve",
      description = "Serves a drink.",
      tasks = Tool.TaskSupport.ALLOWED,
      resumable = true)
  static final class Serve implements Tool<Serve.Input, Serve.Output> {
    /// What is wanted.
    record Input(String drink) {}

    /// What it became.
    record Output(String served) {}

    @Override
    public Output call(Input input, Call call) {
      var order = call.remember("order", () -> "order " + BEGUN.incrementAndGet());
      var schema = Json.object().put("type", "object");
      schema.putObject("properties");
      var milk = call.ask("milk", new InputRequest.Elicit("Milk?", schema));
      return new Output(
          "%s for %s: %s, %s"
              .formatted(input.drink(), call.caller().id(), milk.path("action").asString(), order));
    }
  }

  /// All that lives in one host, and a client.
  private static final class Host implements AutoCloseable {
    private final SqliteDatabase database;
    private final WebServer web;
    private final McpClient client;

    Host(Path folder) {
      var clock = InstantSource.system();
      database =
          SqliteDatabase.open(
              folder.resolve("retinue.db"),
              folder.resolve("native"),
              SqlRunStore.migrations(),
              () -> {
                throw new AssertionError("the disk is fine");
              });
      var server = new McpServer(Implementation.of("test", "1"), "").add(new Serve());
      var store = new DurableTasks(new SqlCallTasks(database), clock, 10);
      var key = new SecretKeySpec(new byte[32], "AES");
      var modern = new Stateless2026(server, store, () -> key, clock);
      modern.resume(id -> Optional.of(Caller.named(id)));
      var endpoint =
          new HttpEndpoint(
              new Eras(modern, new Stateful2025(server, clock)),
              Hosts.LOCAL,
              Duration.ofSeconds(15));
      web = WebServer.start("127.0.0.1", 0, endpoint, Caller.named("owner"));
      client =
          McpClient.at(
              URI.create("http://127.0.0.1:%d/mcp".formatted(web.port())),
              ClientOptions.named("test", "1")
                  .in(new Mode.Modern())
                  .able(InputHandler.NOBODY, Capability.ELICITATION, Capability.TASKS));
    }

    JsonNode until(String id, String status) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (true) {
        var task = client.request("tasks/get", Json.object().put("taskId", id));
        if (task.path("status").asString("").equals(status)) {
          return task;
        }
        assertThat(System.nanoTime()).as("%s is not %s", task, status).isLessThan(end);
      }
    }

    @Override
    public void close() {
      client.close();
      web.close();
      database.close();
    }
  }
}
