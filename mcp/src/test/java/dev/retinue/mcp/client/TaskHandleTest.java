package dev.retinue.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.mcp.Task;
import dev.retinue.mcp.client.ClientOptions.Capability;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.McpClientException.Reason;
import dev.retinue.mcp.rpc.Json;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tasks as only the newest revision has them.
class TaskHandleTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Offers offers = new Offers();
  private final Host host = new Host.Web(offers);
  private final BlockingQueue<Notice> notices = new ArrayBlockingQueue<>(100);
  private final McpClient client =
      host.connect(
          ClientOptions.named("test", "1")
              .in(new Mode.Modern())
              .hearing(notices::add)
              .able(InputHandler.NOBODY, Capability.ELICITATION, Capability.TASKS));

  @AfterEach
  void close() {
    client.close();
    host.close();
  }

  @Test
  void a_question_of_a_task_can_be_answered_by_hand() throws Exception {
    var task = client.callToolAsTask("confirm", Json.object());
    try (var _ = client.listen(Wanted.task(task.id()))) {
      var state = task.state();
      while (state.status() == Task.Status.WORKING) {
        var notice = notices.poll(LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(notice).isInstanceOf(Notice.TaskChanged.class);
        state = task.state();
      }
      assertThat(state.status()).isEqualTo(Task.Status.INPUT_REQUIRED);
      assertThat(state.questions().propertyNames()).containsExactly("name");

      var answers = Json.object();
      answers.set("name", InputHandler.declined());
      task.answer(answers);

      assertThat(ClientContract.textOf(task.await(LONG))).isEqualTo("decline:");
    }
  }

  @Test
  void a_cancelled_task_stops_its_handler_and_has_no_result() throws Exception {
    var task = client.callToolAsTask("block", Json.object());
    assertThat(offers.begun.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();

    task.cancel();

    assertThat(offers.interrupted.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    var failure = catchThrowableOfType(McpClientException.class, () -> task.await(LONG));
    assertThat(failure.reason()).isEqualTo(Reason.CANCELLED);
  }

  @Test
  void the_waiting_ends_before_the_task() {
    var task = client.callToolAsTask("block", Json.object());

    var failure =
        catchThrowableOfType(McpClientException.class, () -> task.await(Duration.ofMillis(100)));

    assertThat(failure.reason()).isEqualTo(Reason.TIMED_OUT);
    assertThat(task.state().status()).isEqualTo(Task.Status.WORKING);
    assertThat(offers.interrupted.getCount()).isEqualTo(1);
  }

  @Test
  void a_tool_that_knows_no_tasks_has_ended_when_it_is_called() {
    var task = client.callToolAsTask("echo", Json.object().put("text", "hi"));

    assertThat(task.state().ended()).isTrue();
    assertThat(ClientContract.textOf(task.await(LONG))).isEqualTo("hi");
  }
}
