package dev.retinue.toolset.spawner;

import static dev.retinue.toolset.spawner.SpawnScene.call;
import static dev.retinue.toolset.spawner.SpawnScene.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Manners;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Capability;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.client.McpClientException;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.StdioLine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/// Callers that cancel, and callers that go away, while an agent works for them.
final class DepartureTest {
  /// So short that no work is too long by the time that it is over.
  private static final Duration GRACE = Duration.ofMillis(50);

  private static final Manners LONG = manners(true, GRACE);

  private static Manners manners(boolean stopOnCancel, Duration grace) {
    var patience = Duration.ofMinutes(5);
    return new Manners(patience, patience, List.of(), stopOnCancel, grace);
  }

  @TempDir private Path folder;
  private SpawnScene scene;

  @BeforeEach
  void open() {
    open(LONG);
  }

  private void open(Manners manners) {
    scene = new SpawnScene(folder, Rules.of(Limits.DEFAULT), manners);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private static boolean isStop(RunEvent event) {
    return event instanceof RunEvent.Stopped;
  }

  /// Returns once everything that was said before on this line has been taken.
  private static void settle(StdioLine line) throws Exception {
    line.ask(1000, "tools/list", Json.object());
    line.answer(1000);
  }

  private RunId spawnOn(StdioLine line, ObjectNode order) throws Exception {
    line.ask(7, "tools/call", StdioLine.toolCall("spawn_agent", order));
    return scene.awaitStarted();
  }

  // Cancelling.

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void a_call_that_is_cancelled_stops_its_agent_and_what_it_did_is_kept(String version)
      throws Exception {
    try (var line = new StdioLine(scene.eras(), version)) {
      var id = spawnOn(line, order("player", "say the first half\nhang"));
      scene.awaitSeen(RunEvent.Said.class::isInstance);

      line.cancel(7, "User pressed escape");

      assertThat(scene.awaitSeen(DepartureTest::isStop)).isEqualTo(id);
      assertThat(((State.Stopped) scene.stateOf(id)).why()).contains("cancelled");
      try (var client = scene.client()) {
        var kept =
            SpawnScene.structured(
                client.callTool("get_result", Json.object().put("spawn_id", id.text())));
        assertThat(kept.path("result").asString()).isEqualTo("the first half");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2025-11-25,Request timed out",
    "2026-07-28,Request timed out",
    "2025-11-25,MCP error -32001: timeout",
    "2026-07-28,deadline exceeded"
  })
  void a_call_that_took_too_long_for_its_client_goes_on(String version, String reason)
      throws Exception {
    try (var line = new StdioLine(scene.eras(), version)) {
      var id = spawnOn(line, order("holder", "Work.").put("timeout", 1800));
      line.cancel(7, reason);
      settle(line);
      // If somebody missed its caller it would be with the first of these, or just before the
      // other.
      stoppedAfterTheGrace(abandon(version));
      stoppedAfterTheGrace(abandon(version));
      assertThat(scene.stateOf(id)).isInstanceOf(State.Running.class);
      scene.release();

      assertThat(scene.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
    }
  }

  @Test
  void who_got_the_handle_has_nothing_to_cancel() throws Exception {
    try (var line = new StdioLine(scene.eras(), "2025-11-25")) {
      var id = spawnOn(line, order("holder", "Work.").put("wait_seconds", 0));
      line.answer(7);
      line.cancel(7, "no longer wanted");
      settle(line);
      scene.release();
      assertThat(scene.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
    }
  }

  @Test
  void several_at_once_are_stopped_together() throws Exception {
    try (var line = new StdioLine(scene.eras(), "2025-11-25")) {
      var parallel = Json.object();
      parallel.putArray("agents").add(order("holder", "a")).add(order("holder", "b"));
      line.ask(7, "tools/call", StdioLine.toolCall("spawn_parallel", parallel));
      for (int i = 0; i < 3; i++) {
        scene.awaitStarted();
      }
      line.cancel(7, "enough");
      for (int i = 0; i < 3; i++) {
        scene.awaitSeen(DepartureTest::isStop);
      }
      assertThat(scene.staff().all()).allMatch(run -> run.state() instanceof State.Stopped);
    }
  }

  @Test
  void an_operator_may_let_cancelled_calls_go_on() throws Exception {
    scene.close();
    open(manners(false, GRACE));
    try (var line = new StdioLine(scene.eras(), "2025-11-25")) {
      var id = spawnOn(line, order("holder", "Work."));
      line.cancel(7, "enough");
      settle(line);
      scene.release();
      assertThat(scene.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
    }
  }

  // Going away.

  /// A caller who waits, and is gone when this returns.
  private RunId abandonOverHttp(ObjectNode order) throws Exception {
    var client = scene.client("2026-07-28");
    var waiting = Thread.ofVirtual().start(() -> callInVain(client, order));
    var id = scene.awaitStarted();
    client.close();
    waiting.join();
    return id;
  }

  private static void callInVain(McpClient client, ObjectNode order) {
    try {
      client.callTool("spawn_agent", order);
    } catch (McpClientException e) {
      // It was closed.
    }
  }

  private RunId abandonOnStdio(String version, ObjectNode order) throws Exception {
    try (var line = new StdioLine(scene.eras(), version)) {
      return spawnOn(line, order);
    }
  }

  private RunId abandon(String how) throws Exception {
    var order = order("holder", "Work.").put("timeout", 1800);
    return how.equals("http") ? abandonOverHttp(order) : abandonOnStdio(how, order);
  }

  /// Nobody tells that a caller was missed: the clock moves until it was.
  private void stoppedAfterTheGrace(RunId id) {
    stoppedAfterTheGrace(id, () -> {});
  }

  /// @param meanwhile is done more often than once in a grace
  private void stoppedAfterTheGrace(RunId id, Runnable meanwhile) {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!(scene.stateOf(id) instanceof State.Stopped)) {
      assertThat(System.nanoTime()).as("it was stopped").isLessThan(end);
      meanwhile.run();
      scene.staff().clock().advance(GRACE.dividedBy(2));
    }
    assertThat(((State.Stopped) scene.stateOf(id)).why()).contains("went away");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "2025-11-25", "2026-07-28"})
  void an_agent_whose_caller_went_away_is_stopped_after_a_grace(String how) throws Exception {
    var id = abandon(how);
    assertThat(scene.stateOf(id)).isInstanceOf(State.Running.class);
    stoppedAfterTheGrace(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "2025-11-25", "2026-07-28"})
  void whoever_asks_in_time_adopts_it(String how) throws Exception {
    var id = abandon(how);
    try (var client = scene.client()) {
      var look = Json.object().put("spawn_id", id.text());
      // The other one was left later: if it is missed, so would be the first.
      stoppedAfterTheGrace(
          abandon(how),
          () ->
              assertThat(call(client, "get_result", look).path("status").asString())
                  .isEqualTo("running"));
      scene.release();
      assertThat(call(client, "get_result", look.put("wait_seconds", 30)).path("result").asString())
          .isEqualTo(SpawnScene.HELD);
    }
  }

  @Test
  void what_is_asynchronous_belongs_to_nobody_who_could_go_away() throws Exception {
    RunId id;
    try (var line = new StdioLine(scene.eras(), "2025-11-25")) {
      id = spawnOn(line, order("holder", "Work.").put("timeout", 1800).put("async", true));
      line.answer(7);
      line.cancel(7, "enough");
      settle(line);
    }
    stoppedAfterTheGrace(
        abandonOnStdio("2025-11-25", order("holder", "Other work.").put("timeout", 1800)));
    assertThat(scene.stateOf(id)).isInstanceOf(State.Running.class);
  }

  @Test
  void a_task_goes_on_without_its_client() throws Exception {
    var options =
        ClientOptions.named("test", "1")
            .in(SpawnScene.mode("2026-07-28"))
            .able(InputHandler.NOBODY, Capability.TASKS);
    RunId id;
    try (var client = scene.client(options)) {
      client.callToolAsTask("spawn_agent", order("holder", "Work.").put("timeout", 1800));
      id = scene.awaitStarted();
    }
    stoppedAfterTheGrace(abandon("http"));
    assertThat(scene.stateOf(id)).isInstanceOf(State.Running.class);
  }

  @Test
  void an_operator_may_give_them_longer() throws Exception {
    scene.close();
    open(manners(true, Duration.ofDays(1)));
    var id = abandon("http");
    scene.staff().clock().advance(GRACE.multipliedBy(100));
    scene.release();
    assertThat(scene.staff().awaitEnd(id).state()).isInstanceOf(State.Completed.class);
  }
}
