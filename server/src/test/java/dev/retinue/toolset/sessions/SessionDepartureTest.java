package dev.retinue.toolset.sessions;

import static dev.retinue.toolset.sessions.SessionScene.call;
import static dev.retinue.toolset.sessions.SessionScene.info;
import static dev.retinue.toolset.sessions.SessionScene.message;
import static dev.retinue.toolset.sessions.SessionScene.open;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Manners;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Capability;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.StdioLine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/// Callers that cancel, go away or run out of time while an agent answers them: the answer is not
/// lost.
final class SessionDepartureTest {
  private static final Duration GRACE = Duration.ofMillis(50);
  private static final Manners PATIENT =
      new Manners(Duration.ofMinutes(5), Duration.ofMinutes(5), List.of(), true, GRACE);

  @TempDir private Path folder;
  private SessionScene scene;
  private McpClient client;

  @BeforeEach
  void begin() {
    scene = new SessionScene(folder, Rules.of(Limits.DEFAULT), PATIENT);
    client = scene.client();
  }

  @AfterEach
  void end() {
    client.close();
    scene.close();
  }

  /// Returns once everything that was said before on this line has been taken.
  private static void settle(StdioLine line) throws Exception {
    line.ask(1000, "tools/list", Json.object());
    line.answer(1000);
  }

  private RunId sendOn(StdioLine line, String session) throws Exception {
    return callOn(line, "send_message", message(session, "Work."), session);
  }

  private RunId callOn(StdioLine line, String tool, ObjectNode arguments, String session)
      throws Exception {
    line.ask(7, "tools/call", StdioLine.toolCall(tool, arguments));
    while (!info(client, session).has("run_id")) {
      Thread.onSpinWait();
    }
    var id = RunId.of(info(client, session).path("run_id").asString());
    scene.staff().await(id, run -> run.state() instanceof State.Running);
    return id;
  }

  private void assertAnswered(String session, RunId id) {
    scene.staff().clock().advance(GRACE.multipliedBy(100));
    scene.release();
    var ask =
        Json.object().put("session_id", session).put("run_id", id.text()).put("wait_seconds", 30);
    var late = call(client, "get_session_history", ask);
    assertThat(late.path("status").asString()).isEqualTo("completed");
    assertThat(late.path("response").asString()).isEqualTo("Held: Work.");
  }

  @ParameterizedTest
  @CsvSource({
    "2025-11-25,User pressed escape",
    "2026-07-28,User pressed escape",
    "2025-11-25,Request timed out",
    "2026-07-28,Request timed out"
  })
  void a_call_that_is_cancelled_or_takes_too_long_does_not_lose_the_turn(
      String version, String reason) throws Exception {
    var session = open(client, "holder");
    try (var line = new StdioLine(scene.eras(), version)) {
      var id = sendOn(line, session);
      line.cancel(7, reason);
      settle(line);
      assertAnswered(session, id);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void a_caller_who_goes_away_finds_the_answer_when_he_is_back(String version) throws Exception {
    var session = open(client, "holder");
    RunId id;
    try (var line = new StdioLine(scene.eras(), version)) {
      id = sendOn(line, session);
    }
    assertAnswered(session, id);
  }

  @Test
  void a_task_that_is_cancelled_does_not_lose_the_turn() throws Exception {
    var options =
        ClientOptions.named("test", "1")
            .in(new Mode.Modern())
            .able(InputHandler.NOBODY, Capability.TASKS);
    var session = open(client, "holder");
    try (var tasks = scene.client(options)) {
      var task = tasks.callToolAsTask("send_message", message(session, "Work."));
      while (!info(client, session).has("run_id")) {
        Thread.onSpinWait();
      }
      var id = RunId.of(info(client, session).path("run_id").asString());
      task.cancel();
      assertAnswered(session, id);
    }
  }

  @Test
  void an_agent_that_is_asked_once_belongs_to_its_call() throws Exception {
    try (var line = new StdioLine(scene.eras(), "2025-11-25")) {
      var order = Json.object().put("agent", "holder").put("message", "Work.");
      line.ask(7, "tools/call", StdioLine.toolCall("invoke_agent", order));
      while (scene.staff().all().isEmpty()) {
        Thread.onSpinWait();
      }
      var id = scene.staff().all().getFirst().id();
      scene.staff().await(id, run -> run.state() instanceof State.Running);
      line.cancel(7, "User pressed escape");
      assertThat(scene.staff().awaitEnd(id).state()).isInstanceOf(State.Stopped.class);
    }
  }

  @Test
  void the_turn_is_told_as_it_grows() throws Exception {
    var session = open(client, "player");
    try (var line = new StdioLine(scene.eras(), "2025-11-25")) {
      var order =
          message(
              session,
              "say First I look.\ncall look {\"at\": \"it\"} -> a wall\ntake 50ms\nsay A wall.\ntake 50ms\ncomplete Over.");
      var params = StdioLine.toolCall("send_message", order);
      params.putObject("_meta").put("progressToken", "p");
      line.ask(7, "tools/call", params);
      var told = new ArrayList<String>();
      double furthest = -1;
      for (var next = line.next(); next.path("id").asInt(-1) != 7; next = line.next()) {
        if (next.path("method").asString("").equals("notifications/progress")) {
          told.add(next.at("/params/message").asString());
          assertThat(next.at("/params/progress").asDouble()).isGreaterThan(furthest);
          furthest = next.at("/params/progress").asDouble();
        }
      }
      assertThat(String.join("\n", told))
          .contains(
              "player: First I look.",
              "player uses look {\"at\": \"it\"}",
              "look answered: a wall",
              "player: A wall.");
    }
  }
}
