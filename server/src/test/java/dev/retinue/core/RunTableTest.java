package dev.retinue.core;

import static dev.retinue.core.Sample.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.retinue.core.RunTable.Entry;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Walks every command in every state, as `RunTable` says.
class RunTableTest {
  private static final Need FIRST = new Need("1", Need.Kind.ANSWER, "Which colour?", null);
  private static final Need SECOND = new Need("2", Need.Kind.PERMISSION, "May I?", null);
  private static final Need THIRD = new Need("3", Need.Kind.QUOTA, "Until one o'clock.", null);
  private static final Blob BLOB = new Blob("blob", 3, 23, 1);
  private static final Usage USAGE = Sample.usage("0.01", 10, 1);
  private static final Budget BUDGET = Budget.cost(Money.usd("2"));

  private static final Verdict PASSED = new Verdict("tests", true, "");
  private static final Verdict UNFIT = new Verdict("tests", false, "2 are red");

  private static final Map<String, String> FACTS = Map.of("model", "m");
  private static final Map<String, RunEvent> EVENTS = events();
  private static final Map<String, Run> RUNS = runs();
  private static final Map<String, Function<Run, List<RunEvent>>> COMMANDS = commands();

  /// One of each kind, as the commands below make them.
  private static Map<String, RunEvent> events() {
    return List.of(
            new RunEvent.Created(NOON, "scribe"),
            new RunEvent.Queued(NOON),
            new RunEvent.Started(NOON),
            new RunEvent.Requeued(NOON, "gone"),
            new RunEvent.Released(NOON),
            new RunEvent.Said(NOON, "text"),
            new RunEvent.Thought(NOON, "text"),
            new RunEvent.ToolCalled(NOON, "1", "read", "{}"),
            new RunEvent.ToolAnswered(NOON, "1", "text", false),
            new RunEvent.Steered(NOON, "text"),
            new RunEvent.Told(NOON, "text"),
            new RunEvent.Condensed(NOON, "text"),
            new RunEvent.AgentSwitching(NOON, "one", "two", "digest"),
            new RunEvent.ModelFallback(NOON, "a/one", "b/two", "busy"),
            new RunEvent.Noted(NOON, "text"),
            new RunEvent.Learned(NOON, FACTS),
            new RunEvent.Asked(NOON, THIRD),
            new RunEvent.Answered(NOON, "1", "blue"),
            new RunEvent.Spent(NOON, USAGE),
            new RunEvent.BudgetRaised(NOON, BUDGET),
            new RunEvent.Delivered(NOON, BLOB),
            new RunEvent.Printed(NOON, BLOB),
            new RunEvent.Checked(NOON, "tests", true, ""),
            new RunEvent.Completed(NOON, "done", State.Evidence.CLAIMED),
            new RunEvent.Failed(NOON, FailureReason.TIMEOUT, "too slow"),
            new RunEvent.Stopped(NOON, "enough"),
            new RunEvent.ResultCameLate(NOON, "done", null))
        .stream()
        .collect(Collectors.toMap(event -> event.getClass().getSimpleName(), event -> event));
  }

  private static Map<String, Run> runs() {
    var ready = Sample.run();
    var queued = does(ready, run -> run.queue(NOON));
    var running = does(queued, run -> run.start(NOON));
    var waiting = does(running, run -> run.ask(FIRST, NOON));
    var waiting2 = does(waiting, run -> run.ask(SECOND, NOON));
    var runs = new LinkedHashMap<String, Run>();
    var parked = does(running, run -> run.park(FIRST, FACTS, NOON));
    for (var run : List.of(ready, queued, running, waiting, waiting2, parked)) {
      runs.put(name(run), run);
    }
    for (var run : List.of(ready, running)) {
      var completed = does(run, it -> it.complete("early", null, State.Evidence.ASSUMED, NOON));
      var failed = does(run, it -> it.fail(FailureReason.ERROR, "broken", NOON));
      var stopped = does(run, it -> it.stop("first", NOON));
      var late = does(stopped, it -> it.complete("late", null, State.Evidence.CLAIMED, NOON));
      for (var ended : List.of(completed, failed, stopped, late)) {
        runs.put(name(ended), ended);
      }
    }
    return runs;
  }

  private static Map<String, Function<Run, List<RunEvent>>> commands() {
    var commands = new LinkedHashMap<String, Function<Run, List<RunEvent>>>();
    commands.put("queue", run -> run.queue(NOON));
    commands.put("start", run -> run.start(NOON));
    commands.put("requeue", run -> run.requeue(NOON, "gone"));
    commands.put("release", run -> run.release(NOON));
    commands.put("park", run -> run.park(THIRD, FACTS, NOON));
    commands.put("follow", run -> run.follow(FACTS, NOON));
    commands.put("steer", run -> run.steer("text", NOON));
    EVENTS.forEach((kind, event) -> commands.put("observe " + kind, run -> run.observe(event)));
    RunTable.NEVER_OBSERVED.forEach(kind -> commands.remove("observe " + kind));
    commands.put("spend something", run -> run.spend(USAGE, NOON));
    commands.put("spend nothing", run -> run.spend(Usage.NONE, NOON));
    commands.put("ask new", run -> run.ask(THIRD, NOON));
    commands.put("ask same", run -> run.ask(FIRST, NOON));
    commands.put("answer open", run -> run.answer("1", "blue", NOON));
    commands.put("answer unknown", run -> run.answer("9", "blue", NOON));
    commands.put("complete plainly", run -> complete(run, null));
    commands.put("complete payload", run -> complete(run, BLOB));
    commands.put("complete verified", run -> complete(run, null, PASSED));
    commands.put("complete unfit", run -> complete(run, BLOB, UNFIT));
    commands.put("fail", run -> run.fail(FailureReason.TIMEOUT, "too slow", NOON));
    commands.put("stop", run -> run.stop("enough", NOON));
    commands.put("raise", run -> run.raise(BUDGET, NOON));
    return commands;
  }

  private static List<RunEvent> complete(Run run, @Nullable Blob payload) {
    return run.complete("done", payload, State.Evidence.CLAIMED, NOON);
  }

  private static List<RunEvent> complete(Run run, @Nullable Blob payload, Verdict verdict) {
    return run.complete("done", payload, State.Evidence.CLAIMED, List.of(verdict), NOON);
  }

  private static Run does(Run run, Function<Run, List<RunEvent>> command) {
    return run.apply(command.apply(run));
  }

  /// As the table calls it.
  private static String name(Run run) {
    boolean late = run.state() instanceof State.Stopped && run.dossier().late() != null;
    var word = late ? "late" : run.state().word();
    int needs = run.needs().size();
    return word + (needs > 1 ? needs : "") + (run.tenure().occupied() ? "*" : "");
  }

  private static <T> T named(String name, Map<String, T> all) {
    return Objects.requireNonNull(all.get(name), name);
  }

  static List<Entry> entries() {
    return RunTable.entries();
  }

  @ParameterizedTest
  @MethodSource("entries")
  void every_command_does_in_every_state_what_the_table_says(Entry entry) {
    var before = named(entry.from(), RUNS);
    var events = named(entry.command(), COMMANDS).apply(before);
    assertThat(events).isEqualTo(expected(entry));
    var after = before.apply(events);
    assertThat(name(after)).isEqualTo(entry.to());
    assertThat(after.sequence()).isEqualTo(before.sequence() + events.size());
    if (before.ended()) {
      assertThat(after.state()).isEqualTo(before.state());
    }
  }

  private static List<RunEvent> expected(Entry entry) {
    return entry.events().stream().map(kind -> expected(kind, entry)).toList();
  }

  private static RunEvent expected(String kind, Entry entry) {
    return switch (kind + " by " + entry.command()) {
      case "Completed by complete verified" ->
          new RunEvent.Completed(NOON, "done", State.Evidence.VERIFIED);
      case "Checked by complete unfit" -> new RunEvent.Checked(NOON, "tests", false, "2 are red");
      case "Failed by complete unfit" ->
          new RunEvent.Failed(
              NOON,
              FailureReason.INVALID_OUTPUT,
              "it said that it was done, but did not pass 'tests' (2 are red)");
      case "ResultCameLate by complete unfit" -> {
        boolean open = entry.events().contains("Failed");
        yield new RunEvent.ResultCameLate(NOON, "done", open ? null : BLOB);
      }
      case "ResultCameLate by complete payload" -> new RunEvent.ResultCameLate(NOON, "done", BLOB);
      case "Asked by ask same" -> new RunEvent.Asked(NOON, FIRST);
      default -> named(kind, EVENTS);
    };
  }

  @Test
  void what_only_a_command_makes_cannot_be_observed_in_any_state() {
    for (var kind : RunTable.NEVER_OBSERVED) {
      for (var run : RUNS.values()) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> run.observe(named(kind, EVENTS)))
            .withMessageStartingWith("not an observation");
      }
    }
  }

  @Test
  void the_table_has_every_state() {
    assertThat(RUNS.keySet()).isEqualTo(RunTable.states());
    var kinds = RUNS.values().stream().map(run -> run.state().getClass());
    assertThat(kinds.collect(Collectors.toSet()))
        .isEqualTo(Set.of(State.class.getPermittedSubclasses()));
  }

  @Test
  void the_table_has_every_command() {
    assertThat(COMMANDS.keySet()).isEqualTo(RunTable.commands());
    var methods =
        Arrays.stream(Run.class.getDeclaredMethods())
            .filter(method -> method.getGenericReturnType().toString().contains("RunEvent>"))
            .map(Method::getName)
            .collect(Collectors.toSet());
    var inTable =
        RunTable.commands().stream()
            .map(command -> command.replaceAll(" .*", ""))
            .collect(Collectors.toSet());
    assertThat(inTable).isEqualTo(methods);
  }

  @Test
  void the_table_has_every_kind_of_event() {
    var kinds = kindsOfEvents();
    assertThat(EVENTS.keySet()).isEqualTo(kinds);
    var inTable = new TreeSet<String>();
    RunTable.entries().forEach(entry -> inTable.addAll(entry.events()));
    // Whoever makes the run says that it exists.
    inTable.add("Created");
    assertThat(inTable).isEqualTo(kinds);
  }

  @Test
  void every_kind_of_event_can_be_observed_or_never() {
    var either = new TreeSet<>(RunTable.NEVER_OBSERVED);
    RunTable.commands().stream()
        .filter(command -> command.startsWith("observe "))
        .forEach(
            command -> assertThat(either.add(command.substring("observe ".length()))).isTrue());
    assertThat(either).isEqualTo(kindsOfEvents());
  }

  private static Set<String> kindsOfEvents() {
    return Arrays.stream(RunEvent.class.getPermittedSubclasses())
        .map(Class::getSimpleName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /// Two rows for one command hold in different states.
  @Test
  void no_pair_of_command_and_state_is_answered_twice() {
    var seen = new LinkedHashMap<String, Entry>();
    for (var entry : RunTable.entries()) {
      assertThat(seen.put(entry.toString(), entry)).as(entry.toString()).isNull();
    }
    assertThat(seen).hasSize(RunTable.states().size() * RunTable.commands().size());
  }
}
