package dev.retinue.toolset.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Agent;
import dev.retinue.core.Pulse;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.core.staff.Limits;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import dev.retinue.toolset.DefaultAgent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// How a start goes on with a conversation, and what is shown of runs that wait or live.
final class ResumeTest {
  @TempDir private Path folder;
  private final Semaphore gate = new Semaphore(0);
  private TestStaff staff;
  private AgentStart start;

  @BeforeEach
  void open() {
    staff =
        TestStaff.in(folder, new TestClock(), new Limits(1, 1, 1, 1, 100))
            .hire(agent("first"), agent("second"))
            .begin(new Talking());
    var who = new DefaultAgent("first", staff.staff().roster(), staff.staff().crew()::runtime);
    start = new AgentStart(staff.staff(), who);
  }

  @AfterEach
  void close() {
    gate.release(100);
    staff.close();
  }

  private static Agent agent(String name) {
    return new Agent(name, "", new Agent.Means("talking", null), "", List.of(), Agent.Limits.NONE);
  }

  private RunId start(String json) {
    var input = ToolJson.MAPPER.treeToValue(ToolJson.MAPPER.readTree(json), AgentStart.Input.class);
    return RunId.of(start.start(TestStaff.OWNER, input).agentId());
  }

  private RunId resume(RunId former, String more) {
    return start(
        "{\"contract\": \"go on\", \"abort_on_budget_exceeded\": true, \"resume\": \"%s\"%s}"
            .formatted(former, more));
  }

  private RunId begin(String agent) {
    return start(
        "{\"contract\": \"talk\", \"abort_on_budget_exceeded\": true, \"agent\": \"%s\"}"
            .formatted(agent));
  }

  private ObjectNode status(RunId id) {
    var run = staff.run(id);
    return ToolJson.MAPPER.valueToTree(
        AgentStatus.status(run, staff.staff().crew().glance(run), _ -> ""));
  }

  @Test
  void a_start_with_resume_is_done_by_the_same_agent_and_knows_its_session() {
    gate.release(2);
    var former = begin("second");
    staff.awaitEnd(former);

    var next = staff.awaitEnd(resume(former, ""));

    assertThat(next.commission().agent().name()).isEqualTo("second");
    assertThat(next.commission().terms().arrangement().follows()).isEqualTo(former.text());
    assertThat(next.facts()).containsEntry("talk", "of " + former);
    assertThat(staff.run(former).facts()).containsEntry("followed_by", next.id().text());
    assertThatThrownBy(() -> resume(former, ""))
        .hasMessageContaining("was followed by run '%s'".formatted(next.id()));
  }

  @Test
  void another_agent_cannot_go_on_with_it() {
    gate.release(1);
    var former = begin("second");
    staff.awaitEnd(former);

    assertThatThrownBy(() -> resume(former, ", \"agent\": \"first\""))
        .hasMessageContaining("was done by agent 'second'");
    assertThat(staff.run(former).facts()).doesNotContainKey("followed_by");
  }

  @Test
  void what_waits_and_what_lives_is_shown() {
    var first = begin("first");
    staff.await(first, it -> it.dossier().recentOutput() != null);
    var second = begin("first");

    assertThat(status(first).path("liveness").asString()).isEqualTo("active");
    assertThat(status(first).path("last_output_at").asString()).isEqualTo("2030-01-01T12:00:00Z");
    assertThat(reason(second)).isEqualTo("waits for a slot (1 of 1 at work)");
    assertThat(status(second).has("liveness")).isFalse();
    assertThatThrownBy(() -> resume(first, "")).hasMessageContaining("is still at work");
  }

  /// Once somebody has looked whether there is room: until then it is about to begin.
  private String reason(RunId run) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      var reason = status(run).path("queue_reason").asString();
      if (!reason.equals("is about to begin") || System.nanoTime() > end) {
        return reason;
      }
    }
  }

  /// Keeps something of every conversation.
  private final class Talking implements AgentRuntime {
    @Override
    public String name() {
      return "talking";
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      work.tell(new Pulse(TestClock.NOON, Pulse.Liveness.ACTIVE, Duration.ZERO, 1, 1));
      work.tell(new RunEvent.Said(TestClock.NOON, "hello"));
      gate.acquire();
      work.complete("talked", State.Evidence.CLAIMED);
    }

    @Override
    public Optional<Map<String, String>> inheritance(Run former, Agent agent) {
      return Optional.of(Map.of("talk", "of " + former.id()));
    }

    @Override
    public boolean canResume(Run run) {
      return false;
    }
  }
}
