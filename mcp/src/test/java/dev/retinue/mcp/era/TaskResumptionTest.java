package dev.retinue.mcp.era;

import static dev.retinue.mcp.testing.TestServer.elicit;
import static dev.retinue.mcp.testing.TestServer.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.Tool.TaskSupport;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.ToolEntry.Edition;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.testing.TaskClient;
import dev.retinue.mcp.testing.TestServer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A task outlives the process that began it: it goes on where it was, or says that it cannot.
final class TaskResumptionTest {
  private static final Edition RESUMABLE = new Edition(1, true);
  private static final String ANY = "{\"type\":\"object\"}";
  private static final String ACCEPT = "{\"action\":\"accept\",\"content\":{\"v\":\"%s\"}}";

  private final TestServer before = new TestServer();
  private final TestServer after = before.successor();

  @Test
  void a_question_that_was_asked_before_is_answered_after() {
    before.server().add(asks(before));
    after.server().add(asks(after));
    var id = at(before).begin("asks", "{\"for\":\"tea\"}");
    assertThat(before.heard()).isEqualTo("began work-1");
    at(before).untilAsked(id, "first");

    // The answer comes before anybody has asked for it again.
    at(after).update(id, "{\"first\":%s}".formatted(ACCEPT.formatted("milk")));
    resume(after);
    at(after).untilAsked(id, "second");
    at(after).update(id, "{\"second\":%s}".formatted(ACCEPT.formatted("sugar")));

    assertThat(at(after).ended(id).at("/result/content/0/text").asString())
        .isEqualTo("tea of somebody with milk and sugar by work-1");
    assertThat(after.quiet()).isTrue();
  }

  @Test
  void an_answer_that_was_given_before_is_not_asked_for_again() {
    before.server().add(asks(before));
    after.server().add(asks(after));
    var id = at(before).begin("asks", "{\"for\":\"tea\"}");
    at(before).untilAsked(id, "first");
    at(before).update(id, "{\"first\":%s}".formatted(ACCEPT.formatted("milk")));
    at(before).untilAsked(id, "second");

    resume(after);
    at(after).update(id, "{\"first\":%s}".formatted(ACCEPT.formatted("salt")));
    at(after).update(id, "{\"second\":%s}".formatted(ACCEPT.formatted("sugar")));

    assertThat(at(after).ended(id).at("/result/content/0/text").asString())
        .isEqualTo("tea of somebody with milk and sugar by work-1");
  }

  @Test
  void an_answer_is_not_lost_that_comes_before_the_question_is_asked_again() {
    before.server().add(resumable((_, call) -> asked(call)));
    after
        .server()
        .add(
            resumable(
                (_, call) -> {
                  after.hold("gate");
                  return asked(call);
                }));
    var id = at(before).begin("tool", "{}");
    at(before).untilAsked(id, "first");
    resume(after);
    assertThat(after.heard()).isEqualTo("began gate");
    at(after).update(id, "{\"first\":%s}".formatted(ACCEPT.formatted("milk")));
    after.release("gate");
    assertThat(at(after).ended(id).at("/result/content/0/text").asString()).isEqualTo("milk");
  }

  @Test
  void an_answer_is_not_lost_that_comes_while_the_task_is_taken_up() {
    before.server().add(resumable((_, call) -> asked(call)));
    after.server().add(resumable((_, call) -> asked(call)));
    var id = at(before).begin("tool", "{}");
    at(before).untilAsked(id, "first");
    after
        .eras()
        .modern()
        .resume(
            caller -> {
              at(after).update(id, "{\"first\":%s}".formatted(ACCEPT.formatted("milk")));
              return Optional.of(Caller.named(caller));
            });
    assertThat(at(after).ended(id).at("/result/content/0/text").asString()).isEqualTo("milk");
  }

  @Test
  void a_task_that_is_cancelled_while_it_is_taken_up_does_nothing() {
    before.server().add(resumable((_, _) -> before.hold("tool")));
    after.server().add(resumable((_, _) -> after.hold("tool")));
    var id = at(before).begin("tool", "{}");
    after
        .eras()
        .modern()
        .resume(
            caller -> {
              at(after).cancel(id);
              return Optional.of(Caller.named(caller));
            });
    assertThat(at(after).get(id).at("/status").asString()).isEqualTo("cancelled");
    assertThat(after.quiet()).isTrue();
  }

  private static ToolResult asked(Call call) {
    return ToolResult.text(call.ask("first", elicit("First?")).at("/content/v").asString());
  }

  @Test
  void what_was_begun_is_kept_before_its_handle_is_used() {
    before
        .server()
        .add(
            resumable(
                (_, call) -> {
                  call.remember("run", () -> "work-1");
                  return before.hold("tool");
                }));
    var id = at(before).begin("tool", "{}");
    assertThat(before.heard()).isEqualTo("began tool");
    assertThat(before.store().find(id).orElseThrow().origin().memory().handles())
        .isEqualTo(Map.of("run", "work-1"));
  }

  @Test
  void a_call_is_known_by_the_same_id_after_the_restart() {
    before.server().add(resumable((_, call) -> held(before, call)));
    after.server().add(resumable((_, call) -> ToolResult.text(call.id())));
    var id = at(before).begin("tool", "{}");
    var known = before.heard();
    resume(after);
    assertThat(at(after).ended(id).at("/result/content/0/text").asString()).isEqualTo(known);
  }

  @Test
  void a_tool_that_does_not_say_so_is_not_run_again() {
    before.server().add(of((_, call) -> begins(before, call)));
    after.server().add(of((_, call) -> begins(after, call)));
    var id = at(before).begin("tool", "{}");
    assertThat(before.heard()).isEqualTo("began tool");

    resume(after);

    var task = at(after).get(id);
    assertThat(task.at("/status").asString()).isEqualTo("failed");
    assertThat(task.at("/error/code").asInt()).isEqualTo(-32603);
    assertThat(task.at("/error/message").asString())
        .isEqualTo(
            "The server was restarted while 'tool' was at work, and this tool cannot be taken up"
                + " where it was. It had begun {run=work-1}: look there for what became of it.");
    assertThat(task.at("/error/data").toString())
        .isEqualTo(
            "{\"reason\":\"interrupted\",\"tool\":\"tool\",\"handles\":{\"run\":\"work-1\"}}");
    assertThat(after.quiet()).isTrue();
  }

  @Test
  void a_tool_that_is_no_longer_there_ends_its_tasks() {
    assertThat(failureAfter(null)).contains("no longer there").contains("is not known");
  }

  @Test
  void a_tool_that_has_become_another_one_ends_its_tasks() {
    var next = resumable((_, call) -> begins(after, call)).in(new Edition(2, true));
    assertThat(failureAfter(next)).contains("is another one now");
  }

  @Test
  void arguments_that_no_longer_fit_end_the_task() {
    var strict = "{\"type\":\"object\",\"required\":[\"name\"]}";
    var next =
        tool("tool", strict, TaskSupport.ALLOWED, (_, call) -> begins(after, call)).in(RESUMABLE);
    assertThat(failureAfter(next)).contains("its arguments no longer fit").contains("name");
  }

  private String failureAfter(@Nullable ToolEntry next) {
    before.server().add(resumable((_, _) -> before.hold("tool")));
    if (next != null) {
      after.server().add(next);
    }
    var id = at(before).begin("tool", "{}");
    resume(after);
    assertThat(at(after).get(id).at("/status").asString()).isEqualTo("failed");
    assertThat(after.quiet()).isTrue();
    return at(after).get(id).at("/error/message").asString();
  }

  @Test
  void the_work_of_a_caller_who_is_gone_is_not_gone_on_with() {
    before.server().add(resumable((_, _) -> before.hold("tool")));
    after.server().add(resumable((_, _) -> after.hold("tool")));
    var id = at(before).begin("tool", "{}");
    after.eras().modern().resume(_ -> Optional.empty());
    assertThat(at(after).get(id).at("/error/message").asString()).contains("no longer known");
    assertThat(after.quiet()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cancelled", "completed"})
  void what_has_ended_stays_as_it_is(String status) {
    before.server().add(resumable((_, _) -> before.hold("tool")));
    after.server().add(resumable((_, _) -> after.hold("tool")));
    var id = at(before).begin("tool", "{}");
    assertThat(before.heard()).isEqualTo("began tool");
    if (status.equals("cancelled")) {
      at(before).cancel(id);
    } else {
      before.release("tool");
      at(before).ended(id);
    }
    var then = at(before).get(id);
    assertThat(then.at("/status").asString()).isEqualTo(status);

    resume(after);

    assertThat(at(after).get(id)).isEqualTo(then);
    assertThat(after.quiet()).isTrue();
  }

  @Test
  void a_task_that_was_taken_up_can_be_cancelled() {
    before.server().add(resumable((_, _) -> before.hold("tool")));
    after.server().add(resumable((_, _) -> after.hold("tool")));
    var id = at(before).begin("tool", "{}");
    resume(after);
    assertThat(after.heard()).isEqualTo("began tool");
    at(after).cancel(id);
    assertThat(after.heard()).isEqualTo("interrupted tool");
    assertThat(at(after).get(id).at("/status").asString()).isEqualTo("cancelled");
  }

  @Test
  void what_already_runs_is_not_taken_up_a_second_time() {
    before.server().add(of((_, _) -> before.hold("tool")));
    var id = at(before).begin("tool", "{}");
    assertThat(before.heard()).isEqualTo("began tool");
    resume(before);
    assertThat(at(before).get(id).at("/status").asString()).isEqualTo("working");
    assertThat(before.quiet()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tasks/get", "tasks/update", "tasks/cancel"})
  void a_task_that_was_taken_up_is_still_that_of_its_caller(String method) {
    before.server().add(resumable((_, _) -> before.hold("tool")));
    after.server().add(resumable((_, _) -> after.hold("tool")));
    var id = at(before).begin("tool", "{}");
    resume(after);
    var refused = new TaskClient(after, "somebody else").send(method, id);
    assertThat(refused.at("/error/message").asString())
        .isEqualTo("There is no task '%s'".formatted(id));
    assertThat(at(after).get(id).at("/status").asString()).isEqualTo("working");
  }

  @Test
  void a_result_is_there_for_its_time_after_the_end_and_not_for_longer() {
    before.server().add(resumable((_, _) -> before.hold("tool")));
    after.server().add(resumable((_, _) -> ToolResult.text("done")));
    var id = at(before).begin("tool", "{}");
    after.pass(Duration.ofHours(5));
    resume(after);
    var ttl = Duration.ofMillis(at(after).ended(id).at("/ttlMs").asLong());
    after.pass(ttl);
    assertThat(at(after).get(id).at("/result/content/0/text").asString()).isEqualTo("done");
    after.pass(Duration.ofMillis(1));
    assertThat(at(after).get(id).isMissingNode()).isTrue();
  }

  @Test
  void a_server_that_ends_leaves_its_tasks_open_and_begins_nothing_more() {
    before
        .server()
        .add(
            resumable(
                (_, call) -> {
                  try {
                    return before.hold("tool");
                  } catch (InterruptedException e) {
                    return begins(before, call);
                  }
                }));
    after.server().add(resumable((_, _) -> ToolResult.text("done")));
    var id = at(before).begin("tool", "{}");
    assertThat(before.heard()).isEqualTo("began tool");

    before.eras().modern().close();

    assertThat(before.heard()).isEqualTo("interrupted tool");
    resume(after);
    assertThat(at(after).ended(id).at("/result/content/0/text").asString()).isEqualTo("done");
    assertThat(before.quiet()).isTrue();
    var late = at(before).call("tool", "{}");
    assertThat(late.at("/content/0/text").asString()).contains("shutting down");
  }

  /// Begins something once, and asks two questions.
  private static ToolEntry asks(TestServer test) {
    return tool(
            "asks",
            ANY,
            TaskSupport.ALLOWED,
            (arguments, call) -> {
              var work =
                  call.remember(
                      "work",
                      () -> {
                        test.tell("began work-1");
                        return "work-1";
                      });
              var first = call.ask("first", elicit("First?")).at("/content/v").asString();
              var second = call.ask("second", elicit("Second?")).at("/content/v").asString();
              return ToolResult.text(
                  "%s of %s with %s and %s by %s"
                      .formatted(
                          arguments.path("for").asString(),
                          call.caller().id(),
                          first,
                          second,
                          work));
            })
        .in(RESUMABLE);
  }

  private static ToolEntry of(ToolEntry.Handler handler) {
    return tool("tool", ANY, TaskSupport.ALLOWED, handler);
  }

  private static ToolEntry resumable(ToolEntry.Handler handler) {
    return of(handler).in(RESUMABLE);
  }

  private static ToolResult held(TestServer test, Call call) throws InterruptedException {
    test.tell(call.id());
    return test.hold("tool");
  }

  private static ToolResult begins(TestServer test, Call call) throws InterruptedException {
    call.remember("run", () -> "work-1");
    return test.hold("tool");
  }

  private static TaskClient at(TestServer test) {
    return new TaskClient(test, "somebody");
  }

  private static void resume(TestServer test) {
    test.eras().modern().resume(id -> Optional.of(Caller.named(id)));
  }
}
