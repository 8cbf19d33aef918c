package dev.retinue.toolset.sessions;

import static dev.retinue.toolset.sessions.SessionScene.ANNA;
import static dev.retinue.toolset.sessions.SessionScene.BERT;
import static dev.retinue.toolset.sessions.SessionScene.at;
import static dev.retinue.toolset.sessions.SessionScene.call;
import static dev.retinue.toolset.sessions.SessionScene.message;
import static dev.retinue.toolset.sessions.SessionScene.open;
import static dev.retinue.toolset.sessions.SessionScene.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Manners;
import dev.retinue.core.RunEvent;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.web.WebServer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// What callers know of each other's sessions: nothing.
final class SessionIsolationTest {
  private static final String UNKNOWN = "3f0c9a1e-57d4-4b6e-9d5b-0d9c1f6a7b21";
  private static final int LOOKS = 301;

  @TempDir private Path folder;
  private SessionScene scene;
  private WebServer annas;
  private WebServer berts;
  private McpClient anna;
  private McpClient bert;

  @BeforeEach
  void begin() {
    scene = new SessionScene(folder, Rules.of(Limits.DEFAULT), Manners.USUAL);
    annas = scene.serve(ANNA);
    berts = scene.serve(BERT);
    anna = at(annas);
    bert = at(berts);
  }

  @AfterEach
  void end() {
    anna.close();
    bert.close();
    annas.close();
    berts.close();
    scene.close();
  }

  /// Every tool that takes a session, with what it needs besides.
  private static final Map<String, ObjectNode> TOOLS =
      Map.of(
          "send_message", Json.object().put("message", "Hello"),
          "get_session_info", Json.object(),
          "close_session", Json.object(),
          "get_session_history", Json.object(),
          "transfer_session", Json.object().put("target_agent", "desk"),
          "steer", Json.object().put("message", "Hello"),
          "followup", Json.object().put("message", "Hello"),
          "fork_session", Json.object(),
          "interrupt_session", Json.object());

  @Test
  void a_session_of_another_is_byte_for_byte_one_that_does_not_exist() {
    var session = open(anna, "player");
    var run = send(anna, session, "complete Secret").path("run_id").asString();
    for (var tool : TOOLS.entrySet()) {
      var foreign = refusal(tool.getKey(), tool.getValue(), session);
      var missing = refusal(tool.getKey(), tool.getValue(), UNKNOWN);
      assertThat(foreign.replace(session, UNKNOWN)).as(tool.getKey()).isEqualTo(missing);
      assertThat(foreign).contains("NOT_FOUND").doesNotContain("Secret");
    }
    assertThat(call(bert, "list_sessions", Json.object().put("include_closed", true)))
        .hasToString("{\"sessions\":[],\"total_count\":0}");
    var own = open(bert, "player");
    var ask = Json.object().put("session_id", own).put("run_id", run);
    assertThat(bert.callTool("get_session_history", ask).toString()).contains("NOT_FOUND");
    var fork = Json.object().put("session_id", own).put("up_to", run);
    assertThat(bert.callTool("fork_session", fork).toString()).contains("NOT_FOUND");
    assertThat(send(anna, session, "complete Still").path("response").asString())
        .isEqualTo("Still");
  }

  private String refusal(String tool, ObjectNode arguments, String session) {
    var result = bert.callTool(tool, arguments.deepCopy().put("session_id", session));
    assertThat(result.isError()).as(tool).isTrue();
    return Json.WIRE.writeValueAsString(result);
  }

  @Test
  void no_session_can_be_guessed() {
    var ids = new HashSet<String>();
    for (int i = 0; i < 50; i++) {
      var id = UUID.fromString(open(anna, "player"));
      assertThat(id.version()).isEqualTo(4);
      assertThat(id.variant()).isEqualTo(2);
      ids.add(id.toString().substring(0, 8));
    }
    assertThat(ids).hasSize(50);
  }

  @Test
  void it_takes_as_long_to_be_refused_whether_it_exists_or_not() {
    var session = open(anna, "player");
    for (int i = 0; i < 20; i++) {
      send(anna, session, "complete Said");
    }
    var foreign = new long[LOOKS];
    var missing = new long[LOOKS];
    for (int i = 0; i < LOOKS; i++) {
      foreign[i] = time(() -> refusal("get_session_info", Json.object(), session));
      missing[i] = time(() -> refusal("get_session_info", Json.object(), UNKNOWN));
    }
    Arrays.sort(foreign);
    Arrays.sort(missing);
    double here = foreign[LOOKS / 2];
    double there = missing[LOOKS / 2];
    assertThat(Math.abs(here - there)).isLessThan(Math.max(here, there) / 3);
  }

  private static long time(Callable<String> look) {
    long begun = System.nanoTime();
    try {
      look.call();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return System.nanoTime() - begun;
  }

  @Test
  void of_two_senders_at_once_one_is_answered_and_the_other_told_a_thousand_times()
      throws Exception {
    var session = open(anna, "player");
    int answered = 0;
    int refused = 0;
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 500; i++) {
        var order = message(session, "complete Answer");
        Callable<String> one =
            () -> Json.WIRE.writeValueAsString(anna.callTool("send_message", order));
        for (var each : crowd.invokeAll(List.of(one, one))) {
          if (each.get().contains("\"response\":\"Answer\"")) {
            answered++;
          } else {
            assertThat(each.get()).contains("CONFLICT");
            refused++;
          }
        }
      }
      for (int i = 0; i < 500; i++) {
        var order = message(session, "complete Answer").put("queue", true);
        Callable<String> one =
            () -> Json.WIRE.writeValueAsString(anna.callTool("send_message", order));
        for (var each : crowd.invokeAll(List.of(one, one))) {
          assertThat(each.get()).contains("\"response\":\"Answer\"");
          answered++;
        }
      }
    }
    assertThat(answered + refused).isEqualTo(2_000);
    assertThat(answered).isGreaterThanOrEqualTo(1_500);
    var info = SessionScene.info(anna, session);
    assertThat(info.path("message_count").asInt()).isEqualTo(answered);
    assertThat(info.path("status").asString()).isEqualTo("idle");
    assertNeverTwoAtOnce();
  }

  /// In the order of their numbers, no run began before the one before it was gone.
  private void assertNeverTwoAtOnce() {
    long end = 0;
    var events = scene.staff().staff().feed().readAll(Caller.owner(), 0, 1_000_000);
    String working = "";
    for (var recorded : events.events()) {
      var run = recorded.run().text();
      if (recorded.event() instanceof RunEvent.Started) {
        assertThat(working).isEmpty();
        working = run;
        end++;
      } else if (recorded.event() instanceof RunEvent.Released) {
        assertThat(working).isEqualTo(run);
        working = "";
      }
    }
    assertThat(end).isPositive();
  }
}
