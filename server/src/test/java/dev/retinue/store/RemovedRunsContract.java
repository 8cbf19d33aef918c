package dev.retinue.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Commission;
import dev.retinue.core.Lineage;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.port.Records;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.port.RunStore.RunQuery;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// What every store of runs promises about those that were removed.
abstract class RemovedRunsContract {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00.123456Z");
  private static final StartKey KEY = new StartKey("anna", "agent_start", "key-1", "digest-1");
  private static final Agent AGENT =
      new Agent("writer", "", new Agent.Means("scripted", null), "", List.of(), Agent.Limits.NONE);

  private final Random random = new Random(7);

  abstract RunStore store();

  /// The same store as a process sees it that comes later.
  abstract RunStore reopened();

  @Test
  void what_was_removed_is_found_by_nobody_now_and_later() {
    var kept = over(Lineage.ROOT);
    var run = over(Lineage.ROOT);
    markRemoved(run);

    assertGone(store(), run, kept);
    assertGone(reopened(), run, kept);
  }

  private void assertGone(RunStore store, Run run, Run kept) {
    assertThat(store.find(run.id())).isEmpty();
    assertThat(store.find(List.of(run.id(), kept.id()), null)).containsExactly(kept);
    assertThat(store.prompt(run.id())).isEmpty();
    assertThat(store.events(run.id(), 0, 100)).isEmpty();
    assertThat(store.feed(0, null, 100).events()).allMatch(it -> it.run().equals(kept.id()));
    assertThat(store.feed(0, "anna", 100).events()).allMatch(it -> it.run().equals(kept.id()));
    for (var caller : new String[] {null, "anna"}) {
      assertThat(store.list(new RunQuery(caller, List.of(), null, null, null, 10)).runs())
          .containsExactly(kept);
    }
    assertThat(store.list(new RunQuery(null, List.of(), run.id(), null, null, 10)).runs())
        .isEmpty();
    change(records -> assertThat(records.run(run.id())).isEmpty());
  }

  @Test
  void what_is_at_work_for_it_can_still_be_recorded() {
    var run =
        insert(
            Lineage.ROOT,
            List.of(created(), new RunEvent.Queued(NOON), new RunEvent.Started(NOON)));
    var stopped = save(run, new RunEvent.Stopped(NOON, "removed"));
    markRemoved(stopped);

    assertThat(store().recorded(run.id())).contains(stopped);
    assertThat(store().open()).containsExactly(stopped);
    assertThat(store().removed(10)).as("something of it is at work").isEmpty();

    var released = save(stopped, new RunEvent.Released(NOON));

    assertThat(store().recorded(run.id())).contains(released);
    assertThat(store().open()).isEmpty();
    assertThat(store().removed(10)).containsExactly(run.id());
  }

  @Test
  void it_can_be_let_go_when_nothing_of_its_tree_is_at_work_those_below_first() {
    var root = insert(Lineage.ROOT, List.of(created(), new RunEvent.Queued(NOON)));
    var above = List.of(new Lineage.Link(root.id(), "writer", true));
    var first = over(new Lineage(above));
    var second = over(new Lineage(above));
    markRemoved(first);
    markRemoved(second);
    assertThat(store().removed(10)).isEmpty();

    save(root, new RunEvent.Stopped(NOON, "enough"));

    assertThat(store().removed(10)).containsExactly(second.id(), first.id());
    assertThat(store().removed(1)).containsExactly(second.id());
    change(records -> assertThat(records.tree(root.id())).hasSize(3));
  }

  @Test
  void the_key_of_a_start_outlives_what_was_removed_and_not_what_went_by_itself() {
    var removed = over(Lineage.ROOT);
    var retained = over(Lineage.ROOT);
    var other = new StartKey("anna", "agent_start", "key-2", "digest-1");
    change(
        records -> {
          records.remember(KEY, removed.id(), NOON);
          records.remember(other, retained.id(), NOON);
          records.markRemoved(removed.id());
          records.remove(removed.id());
          records.remove(retained.id());
        });

    assertThat(store().recorded(removed.id())).isEmpty();
    assertThat(store().earlier(KEY)).contains(new StartKey.Earlier(removed.id(), "digest-1"));
    assertThat(store().earlier(other)).isEmpty();
  }

  @Test
  void such_a_key_goes_with_its_time_and_no_other_does() {
    var removed = over(Lineage.ROOT);
    var kept = over(Lineage.ROOT);
    var other = new StartKey("anna", "agent_start", "key-2", "digest-1");
    change(
        records -> {
          records.remember(KEY, removed.id(), NOON);
          records.remember(other, kept.id(), NOON);
          records.markRemoved(removed.id());
          records.remove(removed.id());
          records.removeKeys(NOON);
        });
    assertThat(store().earlier(KEY)).isPresent();

    change(records -> records.removeKeys(NOON.plusSeconds(1)));

    assertThat(store().earlier(KEY)).isEmpty();
    assertThat(store().earlier(other)).isPresent();
  }

  private void change(Consumer<Records> action) {
    store()
        .change(
            records -> {
              action.accept(records);
              return null;
            });
  }

  private void markRemoved(Run run) {
    change(records -> records.markRemoved(run.id()));
  }

  private Run over(Lineage lineage) {
    return insert(lineage, List.of(created(), new RunEvent.Stopped(NOON, "enough")));
  }

  private static RunEvent created() {
    return new RunEvent.Created(NOON, "writer");
  }

  private Run insert(Lineage lineage, List<RunEvent> events) {
    var commission =
        new Commission(
            "anna",
            new Commission.AgentRef("writer", AGENT.digest(), "scripted", null),
            lineage,
            Commission.Terms.NONE,
            Map.of(),
            NOON);
    var id = RunId.random(RunId.Prefix.AGENT, random);
    var run = Run.create(id, commission).apply(events);
    change(
        records -> {
          records.insert(run, "Do it", events);
          records.save(run, List.of());
        });
    return run;
  }

  private Run save(Run run, RunEvent event) {
    var after = run.apply(event);
    change(records -> records.save(after, List.of(event)));
    return after;
  }
}
