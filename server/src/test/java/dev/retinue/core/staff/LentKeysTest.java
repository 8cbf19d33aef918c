package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Need;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Workplace;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LentKeysTest {
  private static final String CANARY = "sk-canary-4711";
  private static final String LOOKS_LIKE_A_WORD = "canarybird";
  private static final String QUOTED = "ca\"nary-4711";
  private static final Map<String, String> KEYS =
      Map.of("ANTHROPIC_API_KEY", CANARY, "LLM_MODEL", "small");
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);
  private static final Caller ANNA_WITH_KEYS = ANNA.at(new Workplace(null, KEYS));
  private static final Caller BERT = new Caller("bert", "bert", Caller.Scope.RUN, null);

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();

  private TestStaff opened(AgentRuntime runtime) {
    return TestStaff.in(folder, clock).hire(agent("borrower"), agent("child")).begin(runtime);
  }

  private static Agent agent(String name) {
    return new Agent(
        name, "", new Agent.Means("borrowing", null), "", List.of(), Agent.Limits.NONE);
  }

  @Test
  void keys_serve_the_runs_of_who_lent_them_and_those_below_and_are_kept_nowhere()
      throws IOException {
    var runtime = new Borrowing();
    RunId run;
    try (var staff = opened(runtime)) {
      run = staff.staff().start(ANNA_WITH_KEYS, StartRequest.of("borrower", "delegate")).id();
      var alone = staff.staff().start(ANNA, StartRequest.of("borrower", "go")).id();
      var ended = staff.awaitEnd(run);
      staff.awaitEnd(alone);

      assertThat(runtime.had.get("delegate")).isEqualTo(KEYS);
      assertThat(runtime.had.get("below")).isEqualTo(KEYS);
      assertThat(runtime.had.get("go")).isEmpty();
      assertThat(ended.facts()).containsEntry("lent_keys", "ANTHROPIC_API_KEY,LLM_MODEL");
      assertThat(staff.staff().lent().of(run)).as("given back with the end").isEmpty();
      assertThat(ended.toString() + staff.events(run)).doesNotContain(CANARY);
    }
    assertThat(everyFile()).noneMatch(text -> text.contains(CANARY));
  }

  @Test
  void what_a_run_says_of_its_keys_is_kept_nowhere_and_what_another_says_stays()
      throws IOException {
    var keys = Map.of("ANTHROPIC_API_KEY", LOOKS_LIKE_A_WORD, "OPENAI_API_KEY", QUOTED);
    var runtime = new Gossiping(keys);
    try (var staff = opened(runtime)) {
      var his = ANNA.at(new Workplace(null, keys));
      var run = staff.staff().start(his, StartRequest.of("borrower", "go")).id();
      var ended = staff.awaitEnd(run);

      assertThat(ended.toString() + staff.events(run))
          .contains("said ***", "called ***", "in short ***")
          .doesNotContain(LOOKS_LIKE_A_WORD, QUOTED);
      assertThat(everyFile())
          .noneMatch(text -> text.contains(LOOKS_LIKE_A_WORD) || text.contains("ca\\\"nary"));

      assertThat(runtime.drafts).containsExactly("draft ***", "draft ***");

      var other = staff.staff().start(ANNA, StartRequest.of("borrower", "go")).id();
      staff.awaitEnd(other);
      assertThat(staff.events(other).toString())
          .contains("said " + LOOKS_LIKE_A_WORD, "said " + QUOTED);
    }
  }

  @Test
  void what_is_said_of_keys_that_come_later_is_kept_nowhere_either() throws IOException {
    var run = leaveOneAtWork();
    var keys = Map.of("ANTHROPIC_API_KEY", LOOKS_LIKE_A_WORD, "LLM_MODEL", "small");
    try (var later = opened(new Gossiping(keys))) {
      later.await(run, it -> it.state() instanceof State.Waiting);
      later.staff().lend(ANNA, keys);
      later.awaitEnd(run);

      assertThat(later.events(run).toString()).contains("said ***");
    }
    assertThat(everyFile()).noneMatch(text -> text.contains(LOOKS_LIKE_A_WORD));
  }

  @Test
  void a_run_that_goes_on_without_its_keys_waits_until_its_caller_connects_with_them_again() {
    var run = leaveOneAtWork();
    var runtime = new Borrowing();
    try (var later = opened(runtime)) {
      var waiting = later.await(run, it -> it.state() instanceof State.Waiting);
      var need = waiting.needs().getFirst();
      assertThat(need.kind()).isEqualTo(Need.Kind.CREDENTIALS);
      assertThat(need.text()).contains("ANTHROPIC_API_KEY, LLM_MODEL");

      later.staff().lend(BERT, KEYS);
      later.staff().lend(ANNA, Map.of("LLM_MODEL", "small"));
      later.staff().lend(Crew.callerOf(waiting), KEYS);
      assertThat(later.run(run).needs()).as("another's, too few, its own").containsExactly(need);

      later
          .staff()
          .lend(
              ANNA,
              Map.of("ANTHROPIC_API_KEY", CANARY, "LLM_MODEL", "small", "GEMINI_API_KEY", "g"));

      assertThat(later.awaitEnd(run).state()).isInstanceOf(State.Completed.class);
      assertThat(runtime.had.get("hang")).as("and no more than it had").isEqualTo(KEYS);
      assertThat(later.events(run).toString()).contains("lent").doesNotContain(CANARY);
    }
  }

  @Test
  void keys_are_asked_for_again_after_every_restart() {
    var run = leaveOneAtWork();
    var later = opened(new Borrowing());
    later.await(run, it -> it.state() instanceof State.Waiting);
    later.kill();
    try (var last = opened(new Borrowing())) {
      last.await(run, it -> it.state() instanceof State.Waiting);
      last.staff().lend(ANNA, KEYS);
      last.awaitEnd(run);
    }
  }

  @Test
  void who_connects_before_the_run_is_taken_up_is_not_asked() {
    var run = leaveOneAtWork();
    try (var later = TestStaff.in(folder, clock).hire(agent("borrower"))) {
      var gate = new CountDownLatch(1);
      var runtime = new Borrowing(gate);
      later.begin(runtime);
      later.staff().lend(ANNA, KEYS);
      gate.countDown();

      later.awaitEnd(run);

      assertThat(later.events(run).toString()).doesNotContain("CREDENTIALS");
    }
  }

  @Test
  void a_key_is_no_answer_because_answers_are_kept() {
    var run = leaveOneAtWork();
    try (var later = opened(new Borrowing())) {
      var need = later.await(run, it -> !it.needs().isEmpty()).needs().getFirst().id();

      assertThatThrownBy(() -> later.staff().answer(ANNA, run, need, CANARY))
          .isInstanceOfSatisfying(
              RetinueException.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.CONFLICT))
          .hasMessageContaining("retinue mcp")
          .hasMessageNotContaining(CANARY);
      assertThat(later.events(run).toString()).doesNotContain(CANARY);
    }
  }

  private RunId leaveOneAtWork() {
    var runtime = new Borrowing();
    var staff = opened(runtime);
    var run = staff.staff().start(ANNA_WITH_KEYS, StartRequest.of("borrower", "hang")).id();
    staff.awaitEvent(run, it -> it instanceof RunEvent.Said);
    staff.kill();
    return run;
  }

  private List<String> everyFile() throws IOException {
    var texts = new ArrayList<String>();
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        texts.add(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return texts;
  }

  /// Says what it has, wherever it can say something.
  private record Gossiping(Map<String, String> keys, List<String> drafts) implements AgentRuntime {
    Gossiping(Map<String, String> keys) {
      this(keys, new CopyOnWriteArrayList<>());
    }

    /// As those see it who watch.
    private static String draft(Work work) {
      var written = ((Writing) work.pen()).since(null);
      return written == null ? "" : written.text();
    }

    @Override
    public String name() {
      return "borrowing";
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      work.awaitKeys();
      var at = work.run().commission().createdAt();
      for (var key : keys.values()) {
        var input = "{\"line\":\"called %s\"}".formatted(key.replace("\"", "\\\""));
        work.tell(new RunEvent.Said(at, "said " + key));
        work.tell(new RunEvent.ToolCalled(at, "1", "shell", input));
        work.pen().begin();
        work.pen().write("draft " + key);
        drafts.add(draft(work));
      }
      var all = String.join(" ", keys.values());
      work.complete("in short " + all, State.Evidence.CLAIMED);
    }

    @Override
    public boolean canResume(Run run) {
      return true;
    }
  }

  /// Waits for its keys, and notes what it has then.
  private static final class Borrowing implements AgentRuntime {
    private final Map<String, Map<String, String>> had = new ConcurrentHashMap<>();
    private final CountDownLatch gate;

    Borrowing() {
      this(new CountDownLatch(0));
    }

    Borrowing(CountDownLatch gate) {
      this.gate = gate;
    }

    @Override
    public String name() {
      return "borrowing";
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      gate.await();
      work.awaitKeys();
      had.put(work.prompt(), work.keys());
      if (work.prompt().equals("delegate")) {
        work.await(work.delegate("k", "child", "below").id());
      }
      if (work.prompt().equals("hang") && !work.resumed()) {
        work.tell(new RunEvent.Said(work.run().commission().createdAt(), "here"));
        new CountDownLatch(1).await();
      }
      work.complete("Done", State.Evidence.CLAIMED);
    }

    @Override
    public boolean canResume(Run run) {
      return true;
    }
  }
}
