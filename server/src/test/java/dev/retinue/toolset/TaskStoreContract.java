package dev.retinue.toolset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.mcp.Origin;
import dev.retinue.mcp.Task;
import dev.retinue.mcp.TaskStore;
import dev.retinue.mcp.ToolException;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcError;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/// What every store of tasks promises.
abstract class TaskStoreContract {
  static final int MOST_OF_CALLER = 5;
  static final Instant NOON = Instant.parse("2026-11-01T12:00:00.123456789Z");
  private static final Duration TTL = Duration.ofHours(1);

  private Instant now = NOON;

  abstract TaskStore store();

  /// The same store, after whatever it survives.
  abstract TaskStore reopened();

  final InstantSource clock() {
    return () -> now;
  }

  static Task task(String id, String caller, Instant created) {
    var memory =
        new Origin.Memory(
            Map.of("early", object("{\"action\":\"accept\"}")), Map.of("run", "work-1"));
    var origin =
        new Origin(
            caller,
            "spawn_claude",
            3,
            object("{\"b\":[1,2.5,null,{\"ü\":\"\\u0000\"}],\"a\":true}"),
            object("{\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}"),
            memory);
    return Task.begin(id, origin, created, TTL);
  }

  static ObjectNode object(String json) {
    return (ObjectNode) Json.WIRE.readTree(json);
  }

  static List<Named<UnaryOperator<Task>>> changes() {
    var questions = new LinkedHashMap<String, ObjectNode>();
    questions.put("z", object("{\"method\":\"elicitation/create\",\"params\":{}}"));
    questions.put("a", object("{\"method\":\"roots/list\",\"params\":{}}"));
    var later = NOON.plusSeconds(1);
    var answers = Map.of("z", object("{\"action\":\"decline\"}"));
    return List.of(
        Named.of("new", task -> task),
        Named.of("asking", task -> task.asking(questions, later)),
        Named.of("answered", task -> task.asking(questions, later).answered(answers, later)),
        Named.of("begun", task -> task.begun("second", "work-2", later)),
        Named.of("completed", task -> task.completed(object("{\"isError\":true}"), later)),
        Named.of("failed", task -> task.failed(new RpcError(-32603, "It broke."), later)),
        Named.of(
            "failed with data",
            task -> task.failed(new RpcError(-32603, "It broke.", object("{\"a\":1}")), later)),
        Named.of("cancelled", task -> task.cancelled(later)));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void a_task_is_found_as_it_was_left(UnaryOperator<Task> change) {
    var task = task("task-1", "me", NOON);
    store().insert(task);
    assertThat(store().update("task-1", change)).contains(change.apply(task));
    assertThat(store().find("task-1")).contains(change.apply(task));
    var found = reopened().find("task-1").orElseThrow();
    assertThat(found).isEqualTo(change.apply(task));
    assertThat(found.detailedJson().toString())
        .isEqualTo(change.apply(task).detailedJson().toString());
  }

  @Test
  void what_was_never_there_is_not_found() {
    assertThat(store().find("task-1")).isEmpty();
    assertThat(store().update("task-1", task -> task.cancelled(NOON))).isEmpty();
    assertThat(store().open()).isEmpty();
  }

  @Test
  void what_has_ended_stays_as_it_is() {
    store().insert(task("task-1", "me", NOON));
    var ended = store().update("task-1", task -> task.cancelled(NOON)).orElseThrow();
    var again =
        store()
            .update(
                "task-1",
                _ -> {
                  throw new AssertionError("nobody is asked");
                });
    assertThat(again).contains(ended);
    assertThat(store().find("task-1")).contains(ended);
  }

  @Test
  void a_change_that_cannot_be_made_changes_nothing() {
    var task = task("task-1", "me", NOON);
    store().insert(task);
    assertThatThrownBy(
            () ->
                store()
                    .update(
                        "task-1",
                        _ -> {
                          throw new IllegalStateException("on purpose");
                        }))
        .hasMessage("on purpose");
    assertThat(store().find("task-1")).contains(task);
  }

  @Test
  void of_many_who_change_a_task_none_overwrites_another() {
    store().insert(task("task-1", "me", NOON));
    var next = new AtomicInteger();
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        crowd.execute(
            () -> {
              var key = "key-" + next.incrementAndGet();
              store().update("task-1", task -> task.begun(key, "work", NOON));
            });
      }
    }
    assertThat(store().find("task-1").orElseThrow().origin().memory().handles()).hasSize(51);
  }

  @Test
  void those_that_are_open_come_in_the_order_of_their_beginning() {
    store().insert(task("task-c", "me", NOON.plusSeconds(1)));
    store().insert(task("task-b", "me", NOON.plusSeconds(2)));
    store().insert(task("task-a", "you", NOON));
    store().insert(task("task-d", "you", NOON));
    store().update("task-b", task -> task.cancelled(NOON));
    assertThat(reopened().open())
        .extracting(Task::id)
        .containsExactly("task-a", "task-d", "task-c");
  }

  @Test
  void a_caller_who_has_too_many_is_refused_and_nobody_else() {
    for (int i = 0; i < MOST_OF_CALLER; i++) {
      store().insert(task("task-" + i, "me", NOON));
    }
    assertThatThrownBy(() -> store().insert(task("task-x", "me", NOON)))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining("tasks");
    assertThat(store().find("task-x")).isEmpty();
    store().insert(task("task-y", "you", NOON));
    store().update("task-0", task -> task.cancelled(NOON));
    store().insert(task("task-x", "me", NOON));
    assertThat(store().find("task-x")).isPresent();
  }

  @Test
  void one_that_has_ended_is_there_for_its_time_and_not_for_longer() {
    store().insert(task("task-1", "me", NOON));
    var end = NOON.plus(TTL).plus(TTL);
    now = end;
    assertThat(store().find("task-1")).isPresent();
    store().update("task-1", task -> task.cancelled(end));
    now = end.plus(TTL);
    assertThat(store().find("task-1")).isPresent();
    now = end.plus(TTL).plusNanos(1);
    assertThat(store().find("task-1")).isEmpty();
  }
}
