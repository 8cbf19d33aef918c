package dev.retinue.toolset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.RunId;
import dev.retinue.core.port.CallTasks;
import dev.retinue.mcp.TaskStore;
import dev.retinue.mcp.ToolException;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.store.SqlCallTasks;
import dev.retinue.store.SqlRunStore;
import dev.retinue.store.sqlite.SqliteDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DurableTasksTest extends TaskStoreContract {
  @TempDir private Path folder;
  private SqliteDatabase database;
  private CallTasks tasks;
  private TaskStore store;

  @BeforeEach
  void open() {
    database =
        SqliteDatabase.open(
            folder.resolve("retinue.db"),
            folder.resolve("native"),
            SqlRunStore.migrations(),
            () -> {
              throw new AssertionError("the disk is fine");
            });
    tasks = new SqlCallTasks(database);
    store = new DurableTasks(tasks, clock(), MOST_OF_CALLER);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Override
  TaskStore store() {
    return store;
  }

  @Override
  TaskStore reopened() {
    close();
    open();
    return store;
  }

  @Test
  void the_record_names_the_call_by_a_digest_and_the_runs_that_it_waits_for() {
    var run = RunId.random(RunId.Prefix.SPAWN, new SplittableRandom(1));
    var task = task("task-1", "me", NOON);
    store.insert(task);
    store.update("task-1", it -> it.begun("agent", run.text(), NOON));
    var record = tasks.find("task-1").orElseThrow();
    assertThat(record.caller()).isEqualTo("me");
    assertThat(record.call().tool()).isEqualTo("spawn_claude");
    assertThat(record.call().digest()).isEqualTo(ArgumentsDigest.of(task.origin().arguments()));
    assertThat(record.call().runs()).containsExactly(run);
  }

  @Test
  void a_result_may_be_longer_than_a_message() {
    store.insert(task("task-1", "me", NOON));
    var result = Json.object().put("text", "ö".repeat(Json.LONGEST));
    store.update("task-1", task -> task.completed(result, NOON));
    assertThat(reopened().find("task-1").orElseThrow().result()).isEqualTo(result);
  }

  @Test
  void what_is_over_is_removed_and_what_is_not_is_kept() {
    store.insert(task("task-1", "me", NOON));
    store.insert(task("task-2", "me", NOON));
    var end = NOON.plus(Duration.ofHours(2));
    store.update("task-1", task -> task.cancelled(end));
    assertThat(tasks.removeOver(end.plus(Duration.ofHours(1)))).isZero();
    assertThat(tasks.removeOver(end.plus(Duration.ofHours(1)).plusMillis(1))).isEqualTo(1);
    assertThat(tasks.find("task-1")).isEmpty();
    assertThat(tasks.find("task-2")).isPresent();
  }

  @Test
  void a_store_that_cannot_keep_it_refuses_the_task_in_a_sentence() {
    database.close();
    assertThatThrownBy(() -> store.insert(task("task-1", "me", NOON)))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining("try again");
    open();
  }
}
