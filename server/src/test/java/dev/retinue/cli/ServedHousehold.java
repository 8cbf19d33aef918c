package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Issuer;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Follower;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Capability;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.store.files.Reserve;
import dev.retinue.toolset.Principal;
import dev.retinue.web.Gate;
import dev.retinue.web.WebServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A whole household behind its endpoints, with two agents that play their contract: `player`, who
/// is asked, and `mate`, who can work for it. What is closed can be opened again where it was.
final class ServedHousehold implements AutoCloseable {
  private final Household household;
  private final WebServer web;
  private final Follower following;
  private final BlockingQueue<RunId> started = new ArrayBlockingQueue<>(100);

  private ServedHousehold(Household household, Caller caller) {
    this.household = household;
    following = household.staff().feed().followAll(Caller.owner(), 0, (events, _) -> note(events));
    var serving = Assembly.Serving.usual(run -> "/" + run.id());
    var endpoints = Assembly.served(household, serving).endpoints();
    web = WebServer.start("127.0.0.1", 0, endpoints, Gate.open(new Principal(caller)), null);
  }

  static ServedHousehold in(Path place) {
    return of(open(place));
  }

  static ServedHousehold of(Household household) {
    return of(household, Caller.owner());
  }

  /// @param caller who comes by its endpoints
  static ServedHousehold of(Household household, Caller caller) {
    return new ServedHousehold(household, caller);
  }

  static Household open(Path place) {
    return open(place, null);
  }

  /// @param issuer who knows callers besides; null for nobody
  static Household open(Path place, @Nullable Issuer issuer) {
    return Household.open(
        new Household.Settings(
            place,
            Rules.DEFAULT.beside(issuer),
            Reserve.DEFAULT_BYTES,
            Surroundings.real(),
            () -> {}),
        () -> List.of(member("player"), member("mate")),
        List.of(new ScriptedRuntime(InstantSource.system())),
        _ -> {});
  }

  private static Agent member(String name) {
    return new Agent(
        name,
        "plays its contract",
        new Agent.Means(ScriptedRuntime.NAME, null),
        "",
        List.of(),
        Agent.Limits.NONE);
  }

  private boolean note(List<Recorded> events) {
    events.stream()
        .filter(it -> it.event() instanceof RunEvent.Started)
        .forEach(it -> started.add(it.run()));
    return true;
  }

  /// The next run that was taken up, in the order of their beginnings.
  RunId nextStarted() throws InterruptedException {
    return Objects.requireNonNull(started.poll(30, TimeUnit.SECONDS), "no run has begun");
  }

  URI at(String path) {
    return URI.create("http://localhost:%d%s".formatted(web.port(), path));
  }

  /// A client that knows tasks and shows forms, which nobody fills in by itself.
  McpClient client(String path) {
    return client(path, InputHandler.NOBODY, Capability.ELICITATION, Capability.TASKS);
  }

  McpClient client(String path, InputHandler person, Capability... able) {
    return McpClient.at(
        at(path), ClientOptions.named("test", "1").in(new Mode.Modern()).able(person, able));
  }

  Staff staff() {
    return household.staff();
  }

  List<Run> runs() {
    return household.register().list(Caller.owner(), Set.of(), null, 100).runs();
  }

  Run await(RunId id, Predicate<Run> wished) throws InterruptedException {
    var run = staff().await(Caller.owner(), id, wished, Duration.ofSeconds(30));
    assertThat(wished.test(run)).as(run.toString()).isTrue();
    return run;
  }

  /// The task, once it is as wished.
  static JsonNode until(McpClient client, String task, Predicate<JsonNode> wished) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (true) {
      var now = client.request("tasks/get", Json.object().put("taskId", task));
      if (wished.test(now)) {
        return now;
      }
      assertThat(System.nanoTime()).as(now.toString()).isLessThan(end);
    }
  }

  static JsonNode untilAsked(McpClient client, String task, String key) {
    return until(client, task, it -> it.path("inputRequests").has(key));
  }

  /// What the task answers in the end.
  static JsonNode result(McpClient client, String task) {
    return until(client, task, it -> it.has("result")).path("result");
  }

  static void update(McpClient client, String task, String key, ObjectNode answer) {
    var params = Json.object().put("taskId", task);
    params.putObject("inputResponses").set(key, answer);
    client.request("tasks/update", params);
  }

  static ObjectNode accepted(String answer) {
    return InputHandler.accepted(Json.object().put("answer", answer));
  }

  static JsonNode structured(ToolResult result) {
    assertThat(result.isError()).as(result.content().toString()).isFalse();
    return Objects.requireNonNull(result.structuredContent());
  }

  @Override
  public void close() {
    try (household;
        following;
        web) {
      // In this order, as the daemon does it.
    }
  }
}
