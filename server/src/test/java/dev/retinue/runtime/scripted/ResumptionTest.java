package dev.retinue.runtime.scripted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Budget;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Money;
import dev.retinue.core.Need;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.testing.PowerCut;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import dev.retinue.testing.TestStaff;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResumptionTest {
  /// Says, spends and delivers the same more than once, so that nothing is known by its text alone.
  private static final String EVERYTHING =
      """
      say a
      repeat 2
        say b
        spend 0.01 in 10 out 1
        deliver the same
      end
      think {prompt}
      call read {"a": 1} -> a
      call read {"a": 1} -> a
      take 1ms
      charge 0.01 in 10 out 1
      charge 0.02
      print 300kb
      ask Which?
      say {answer}
      permission go on
      print 1kb
      learn key={answer}
      deliver the same
      complete Done, {answer}.
      """;

  private static final ScriptedRuntime RUNTIME = new ScriptedRuntime(new TestClock());

  /// Everything takes fewer changes than these.
  private static final int ALL = 32;

  @TempDir private static Path folder;
  private static final TestClock CLOCK = new TestClock();
  private static TestData data;

  @BeforeAll
  static void open() {
    data = new TestData(folder, CLOCK);
  }

  @AfterAll
  static void close() {
    data.close();
  }

  private static TestStaff staff(RunStore runs) {
    return TestStaff.on(runs, data.blobs(), CLOCK)
        .hire("any", "")
        .hire("adder", "say begun\ncomplete {prompt} is 4")
        .hire("asker", "ask Which?")
        .hire("everything", EVERYTHING)
        .begin(RUNTIME);
  }

  // Wherever the power fails.

  static IntStream changes() {
    return IntStream.range(1, ALL);
  }

  @ParameterizedTest
  @MethodSource("changes")
  void wherever_the_power_fails_everything_happens_exactly_once(int changes) throws Exception {
    var id = startAndDie(new PowerCut(data.runs(), changes), "everything", "go!");
    try (var staff = staff(data.runs())) {
      answer(staff, id);
      var run = staff.awaitEnd(id);
      assertThat(run.state()).isEqualTo(claimed("Done, red."));
      assertThat(run.dossier().usage().cost()).isEqualTo(Money.usd("0.05"));
      assertThat(run.dossier().usage().turns()).isEqualTo(4);
      assertThat(staff.text(run.dossier().payload())).isEqualTo("the same\n".repeat(3));
      assertThat(staff.text(run.dossier().output()).getBytes(StandardCharsets.UTF_8))
          .isEqualTo(Chatter.part(0, 301 * 1024));
      assertThat(told(staff, run))
          .containsExactly(
              "a",
              "b",
              "spent",
              "b",
              "spent",
              "go!",
              "call-10",
              "call-10",
              "call-11",
              "call-11",
              "spent",
              "spent",
              "red",
              "{key=red}");
    }
  }

  @Test
  void these_were_all_the_places_where_it_can_fail() throws Exception {
    var power = new PowerCut(data.runs(), ALL);
    startAndDie(power, "everything", "go!");
    assertThat(power.hasFailed()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
  void one_that_started_others_finds_them_again(int changes) throws Exception {
    var script = "start adder: 2 + 2\nawait\ncomplete {results}";
    var id = startAndDie(new PowerCut(data.runs(), changes), "any", script);
    try (var staff = staff(data.runs())) {
      assertThat(staff.awaitEnd(id).state()).isEqualTo(claimed("adder: 2 + 2 is 4"));
      var below = below(staff, id);
      // A second one only if the power failed before the first was noted.
      assertThat(below).hasSizeBetween(1, 2);
      below.forEach(run -> staff.awaitEnd(run.id()));
    }
  }

  private static RunId startAndDie(PowerCut power, String agent, String prompt)
      throws InterruptedException {
    var staff = staff(power);
    var id = staff.start(agent, prompt);
    Thread.ofVirtual()
        .start(
            () -> {
              answer(staff, id);
              staff.awaitEnd(id);
              power.end();
            });
    power.await();
    return id;
  }

  private static State.Completed claimed(String summary) {
    return new State.Completed(TestClock.NOON, summary, State.Evidence.CLAIMED);
  }

  private static List<Run> below(TestStaff staff, RunId id) {
    return staff.all().stream().filter(run -> run.commission().lineage().isBelow(id)).toList();
  }

  /// Whatever is asked, until it has ended.
  private static void answer(TestStaff staff, RunId id) {
    while (true) {
      var run = staff.await(id, it -> it.ended() || !it.needs().isEmpty());
      if (run.ended()) {
        return;
      }
      var need = run.needs().getFirst();
      var answer = need.kind() == Need.Kind.PERMISSION ? "allow" : "red";
      staff.staff().answer(TestStaff.OWNER, id, need.id(), answer);
    }
  }

  // When it is shut down.

  @Test
  void what_is_shut_down_in_the_middle_of_printing_goes_on_with_the_next_byte() {
    RunId id;
    try (var staff = staff(data.runs())) {
      id = staff.start("any", "say begun\nprint 8mb\ncomplete Done.");
      staff.awaitEvent(id, RunEvent.Printed.class::isInstance);
    }
    try (var staff = staff(data.runs())) {
      var run = staff.awaitEnd(id);
      assertThat(run.state()).isEqualTo(claimed("Done."));
      assertThat(staff.text(run.dossier().output()).getBytes(StandardCharsets.UTF_8))
          .isEqualTo(Chatter.part(0, 8 << 20));
      assertThat(told(staff, run)).containsExactly("begun");
    }
  }

  @Test
  void a_wait_begins_anew_and_what_came_before_it_does_not() {
    RunId id;
    try (var staff = staff(data.runs())) {
      id = staff.start("any", "take 1ms\nsay begun\ntake 24h\nsay not reached");
      staff.awaitEvent(id, RunEvent.Said.class::isInstance);
    }
    try (var staff = staff(data.runs())) {
      staff.await(id, run -> run.tenure().epoch() == 2);
      staff.staff().stop(TestStaff.OWNER, id, "enough");
      assertThat(told(staff, staff.awaitEnd(id))).containsExactly("begun");
    }
  }

  @Test
  void one_that_is_not_resumable_is_interrupted_and_keeps_what_it_did() {
    RunId id;
    try (var staff = staff(data.runs())) {
      id = staff.start("any", "resumable: no\nsay begun\nhang");
      staff.awaitEvent(id, RunEvent.Said.class::isInstance);
    }
    try (var staff = staff(data.runs())) {
      assertThat(staff.run(id).state())
          .isInstanceOfSatisfying(
              State.Failed.class,
              it -> assertThat(it.reason()).isEqualTo(FailureReason.INTERRUPTED));
      assertThat(staff.run(id).dossier().recentOutput()).isEqualTo("begun");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"charge 0.02\ncharge 0.02", "charge 0.04", "spend 0.02\nspend 0.02"})
  void one_that_waits_for_more_budget_still_waits_and_pays_once(String script) {
    var terms = new Terms(Budget.cost(Money.usd("0.03")), false, null, null);
    RunId id;
    try (var staff = staff(data.runs())) {
      id = staff.start(StartRequest.of("any", script + "\ncomplete Done.").under(terms));
      staff.await(id, run -> !run.needs().isEmpty());
    }
    try (var staff = staff(data.runs())) {
      var waiting = staff.await(id, run -> run.ended() || !run.needs().isEmpty());
      assertThat(waiting.needs()).extracting(Need::kind).containsExactly(Need.Kind.BUDGET);
      staff.staff().raise(TestStaff.OWNER, id, Budget.cost(Money.usd("1")));
      var run = staff.awaitEnd(id);
      assertThat(run.state()).isEqualTo(claimed("Done."));
      assertThat(run.dossier().usage().cost()).isEqualTo(Money.usd("0.04"));
    }
  }

  @Test
  void what_its_owner_added_to_the_result_is_not_taken_for_its_own() {
    RunId id;
    RunId asker;
    try (var staff = staff(data.runs())) {
      id = staff.start("any", "start asker: go\nawait\ndeliver b\ncomplete Done.");
      var facts = staff.awaitEvent(id, RunEvent.Learned.class::isInstance).facts();
      asker = RunId.of(facts.values().iterator().next());
      staff.await(asker, run -> !run.needs().isEmpty());
      staff.staff().appendPayload(TestStaff.OWNER, id, bytes("from outside\n"));
    }
    try (var staff = staff(data.runs())) {
      answer(staff, asker);
      var run = staff.awaitEnd(id);
      assertThat(staff.text(run.dossier().payload())).isEqualTo("from outside\nb\n");
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<String> told(TestStaff staff, Run run) {
    return staff.events(run.id()).stream()
        .map(
            event ->
                switch (event) {
                  case RunEvent.Said said -> said.text();
                  case RunEvent.Thought thought -> thought.text();
                  case RunEvent.ToolCalled called -> called.call();
                  case RunEvent.ToolAnswered answered -> answered.call();
                  case RunEvent.Learned learned -> learned.facts().toString();
                  case RunEvent.Spent _ -> "spent";
                  default -> "";
                })
        .filter(text -> !text.isEmpty())
        .toList();
  }
}
