package dev.retinue.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Account;
import dev.retinue.core.Agent;
import dev.retinue.core.Blob;
import dev.retinue.core.Budget;
import dev.retinue.core.Commission;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Lineage;
import dev.retinue.core.Money;
import dev.retinue.core.Recorded;
import dev.retinue.core.Retention;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.State;
import dev.retinue.core.Usage;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.port.RunStore.RunQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What every store of runs promises.
abstract class RunStoreContract {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00.123456Z");
  private static final Agent AGENT =
      new Agent(
          "writer",
          "Writes",
          new Agent.Means("scripted", null),
          "say hello",
          List.of("think"),
          Agent.Limits.NONE);

  private final Random random = new Random(7);

  abstract RunStore store();

  /// The same store as a process sees it that comes later.
  abstract RunStore reopened();

  @Test
  void a_run_is_found_as_it_was_kept() {
    var run = insert(root("anna"));

    assertThat(store().find(run.id())).contains(run);
    assertThat(store().prompt(run.id())).contains("Do it");
    assertThat(store().definition(AGENT.digest())).contains(AGENT);
  }

  @Test
  void what_was_kept_is_there_for_a_later_process() {
    var run = ended(insert(root("anna")));

    var later = reopened();

    assertThat(later.find(run.id())).contains(run);
    assertThat(later.events(run.id(), 0, 100)).hasSize((int) run.sequence());
  }

  @Test
  void every_kind_of_event_and_state_is_read_back_as_it_was_written() {
    var run = insert(root("anna"));
    var blob = new Blob("ab/x/payload-1.gz", 10, 30, 1);
    var events = EveryEvent.ofWork(blob);
    run = save(run, events);
    assertThat(reopened().find(run.id())).contains(run);
    assertThat(run.needs()).hasSize(1);

    var stopped = save(run, List.of(new RunEvent.Stopped(NOON, "enough")));
    assertThat(reopened().find(run.id())).contains(stopped);
    var late =
        save(
            stopped,
            List.of(
                new RunEvent.ResultCameLate(NOON, "done after all", blob),
                new RunEvent.Released(NOON)));
    assertThat(reopened().find(run.id())).contains(late);
    var failed =
        save(insert(root("anna")), List.of(new RunEvent.Failed(NOON, FailureReason.BUDGET, "no")));
    assertThat(reopened().find(failed.id())).contains(failed);
    var completed =
        save(
            insert(root("anna")),
            List.of(new RunEvent.Completed(NOON, "ok", State.Evidence.VERIFIED)));
    assertThat(reopened().find(completed.id())).contains(completed);

    var kinds =
        List.of(run, failed, completed).stream()
            .flatMap(it -> store().events(it.id(), 0, 100).stream())
            .map(Recorded::event)
            .toList();
    assertThat(kinds).containsAll(events);
    assertThat(kinds.stream().map(RunEvent::getClass).distinct().count())
        .isEqualTo(RunEvent.class.getPermittedSubclasses().length);
  }

  @Test
  void a_decision_that_throws_leaves_nothing() {
    var run = root("anna");

    assertThatThrownBy(
            () ->
                store()
                    .change(
                        records -> {
                          records.insert(run, "x", List.of());
                          throw new IllegalStateException("no");
                        }))
        .hasMessage("no");

    assertThat(store().find(run.id())).isEmpty();
  }

  @Test
  void a_run_that_was_read_before_another_changed_it_is_not_saved_over_it() {
    var run = insert(root("anna"));
    save(run, List.of(new RunEvent.Started(NOON)));

    assertThatThrownBy(() -> save(run, List.of(new RunEvent.Stopped(NOON, "no"))))
        .hasMessageContaining("changed by another");
  }

  @Test
  void accounts_are_kept_with_every_limit_and_every_use() {
    var run = insert(root("anna"));
    var account =
        new Account(
            run.id(),
            new Budget(Money.usd("1.5"), 2L, 3L, 4L, 5L),
            new Usage(Money.usd("0.1"), true, 1, 2, 3, 4),
            new Usage(Money.usd("0.2"), false, 5, 6, 7, 8),
            9);

    store()
        .change(
            records -> {
              records.save(Account.open(run.id(), Budget.UNLIMITED));
              records.save(account);
              return null;
            });

    assertThat(store().account(run.id())).contains(account);
    Optional<Account> locked = store().change(records -> records.account(run.id()));
    assertThat(locked).contains(account);
  }

  @Test
  void a_key_leads_to_the_run_that_was_started_with_it() {
    var run = insert(root("anna"));
    var key = new StartKey("anna", "agent_start", "k1", "digest");

    assertThat(earlier(key)).isEmpty();
    store()
        .change(
            records -> {
              records.remember(key, run.id(), NOON);
              return null;
            });

    assertThat(earlier(key)).contains(new StartKey.Earlier(run.id(), "digest"));
    var others = new StartKey("bert", "agent_start", "k1", "digest");
    assertThat(earlier(others)).isEmpty();
  }

  @Test
  void the_open_runs_are_in_the_order_of_their_start() {
    var first = insert(root("anna"));
    var second = insert(root("bert"));
    var child = insert(below(first));
    var over = ended(insert(root("anna")));

    assertThat(store().open()).containsExactly(first, second, child).doesNotContain(over);
    List<Run> tree = store().change(records -> records.openInTree(first.id()));
    assertThat(tree).containsExactly(first, child);
  }

  @Test
  void pages_of_runs_are_stable_while_others_start() {
    var runs = IntStream.range(0, 7).mapToObj(_ -> insert(root("anna"))).toList();
    insert(root("bert"));

    var page = store().list(new RunQuery("anna", List.of(), null, null, null, 3));
    insert(root("anna"));
    var rest = store().list(new RunQuery("anna", List.of(), null, null, page.next(), 10));

    assertThat(page.runs()).containsExactly(runs.get(6), runs.get(5), runs.get(4));
    assertThat(rest.runs()).containsExactlyElementsOf(runs.subList(0, 4).reversed());
    assertThat(rest.next()).isNull();
    assertThat(store().list(new RunQuery(null, Set.of("completed"), null, null, null, 10)).runs())
        .isEmpty();
  }

  @Test
  void runs_of_one_kind_are_listed_without_the_others() {
    var spawn = insert(root("anna", RunId.Prefix.SPAWN));
    insert(root("anna"));
    var later = insert(root("anna", RunId.Prefix.SPAWN));

    var first = store().list(spawns(null, 1));
    assertThat(first.runs()).containsExactly(later);
    assertThat(store().list(spawns(first.next(), 1)).runs()).containsExactly(spawn);
  }

  private static RunQuery spawns(@Nullable Long before, int most) {
    return new RunQuery("anna", List.of(), RunId.Prefix.SPAWN, null, null, before, most);
  }

  @Test
  void events_are_numbered_without_a_gap_and_read_from_any_cursor() {
    var run = insert(root("anna"));
    var other = insert(root("bert"));
    run = save(run, List.of(new RunEvent.Started(NOON), new RunEvent.Said(NOON, "a")));
    other = save(other, List.of(new RunEvent.Started(NOON)));
    run = save(run, List.of(new RunEvent.Said(NOON, "b")));

    var events = store().events(run.id(), 0, 100);
    assertThat(events).extracting(Recorded::sequence).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(store().events(run.id(), 3, 1)).containsExactly(events.get(3));

    var all = store().feed(0, null, 100);
    assertThat(all.events()).extracting(Recorded::position).isSorted().doesNotHaveDuplicates();
    assertThat(all.events()).hasSize(8);
    assertThat(store().feed(all.position(), null, 100).events()).isEmpty();
    assertThat(store().feed(0, "bert", 100).events())
        .extracting(Recorded::run)
        .containsOnly(other.id())
        .hasSize(3);
  }

  @Test
  void nothing_goes_that_is_alive_or_unseen() {
    var seen = seen(ended(insert(root("anna"))));
    var unseen = ended(insert(root("anna")));
    var alive = insert(root("anna"));
    var parent = seen(ended(insert(root("anna"))));
    var child = insert(below(parent));
    var rules = new Retention(Duration.ofDays(1), 0, 0, Duration.ofDays(10));

    assertThat(store().removable(rules, NOON.plus(Duration.ofDays(2)), 100))
        .containsExactly(seen.id());
    assertThat(store().removable(rules, NOON.plus(Duration.ofDays(11)), 100))
        .containsExactlyInAnyOrder(seen.id(), unseen.id())
        .doesNotContain(alive.id(), child.id());

    store()
        .change(
            records -> {
              records.remove(seen.id());
              records.remove(alive.id());
              return null;
            });
    assertThat(store().find(seen.id())).isEmpty();
    assertThat(store().events(seen.id(), 0, 10)).isEmpty();
    assertThat(store().find(alive.id())).as("what is alive stays, whoever says so").isPresent();
  }

  @Test
  void a_tree_is_as_old_as_the_last_of_it() {
    var parent = seen(ended(insert(root("anna"))));
    var child = insert(below(parent));
    var later = NOON.plus(Duration.ofDays(3));
    save(child, List.of(new RunEvent.Started(NOON), new RunEvent.Stopped(later, "enough")));
    save(store().find(child.id()).orElseThrow(), List.of(new RunEvent.Released(later)));
    var rules = new Retention(Duration.ofDays(2), 100, 100, Duration.ofDays(100));

    assertThat(store().removable(rules, NOON.plus(Duration.ofDays(4)), 100)).isEmpty();
    assertThat(store().removable(rules, NOON.plus(Duration.ofDays(6)), 100))
        .containsExactlyInAnyOrder(parent.id(), child.id());
  }

  @Test
  void a_position_is_never_given_twice_even_after_everything_was_removed() {
    var run = seen(ended(insert(root("anna"))));
    long last = store().feed(0, null, 100).position();
    store()
        .change(
            records -> {
              records.remove(run.id());
              return null;
            });

    insert(root("anna"));

    assertThat(store().feed(last, null, 100).events()).hasSize(2);
  }

  private Run root(String caller) {
    return root(caller, random);
  }

  private Run root(String caller, RunId.Prefix kind) {
    return Run.create(RunId.random(kind, random), root(caller).commission());
  }

  static Run root(String caller, Random random) {
    return Run.create(
        RunId.random(RunId.Prefix.AGENT, random),
        new Commission(
            caller,
            new Commission.AgentRef(AGENT.name(), AGENT.digest(), "scripted", "some/model"),
            Lineage.ROOT,
            new Commission.Terms(Budget.cost(Money.usd("1")), false, "/work", null),
            Map.of("tool", "agent_start"),
            NOON));
  }

  private Run below(Run parent) {
    var commission = parent.commission();
    return Run.create(
        RunId.random(RunId.Prefix.SPAWN, random),
        new Commission(
            commission.caller(),
            commission.agent(),
            new Lineage(List.of(new Lineage.Link(parent.id(), "writer", true))),
            Commission.Terms.NONE,
            Map.of(),
            NOON));
  }

  private Run insert(Run run) {
    var events = List.<RunEvent>of(new RunEvent.Created(NOON, "writer"), new RunEvent.Queued(NOON));
    var after = run.apply(events);
    store()
        .change(
            records -> {
              records.insert(after, "Do it", events);
              records.keep(AGENT);
              return null;
            });
    return after;
  }

  private Run save(Run run, List<RunEvent> events) {
    var after = run.apply(events);
    store()
        .change(
            records -> {
              records.save(after, events);
              return null;
            });
    return after;
  }

  private Run ended(Run run) {
    return save(
        run,
        List.of(
            new RunEvent.Started(NOON),
            new RunEvent.Completed(NOON, "ok", State.Evidence.CLAIMED),
            new RunEvent.Released(NOON)));
  }

  private Optional<StartKey.Earlier> earlier(StartKey key) {
    return store().change(records -> records.earlier(key));
  }

  private Run seen(Run run) {
    store()
        .change(
            records -> {
              records.markSeen(run.id());
              return null;
            });
    return run;
  }
}
