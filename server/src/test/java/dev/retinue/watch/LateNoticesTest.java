package dev.retinue.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Commission;
import dev.retinue.core.Lineage;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.trace.Span;
import dev.retinue.core.trace.TraceContext;
import dev.retinue.core.trace.Tracer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What happens to a run is told by many threads, and what was last may be told first.
final class LateNoticesTest {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");
  private static final TraceContext PLACE =
      new TraceContext("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", true, "");

  private final Run queued =
      Run.create(
              RunId.random(RunId.Prefix.AGENT, new Random(7)),
              new Commission(
                  "anna",
                  new Commission.AgentRef("writer", "0123", "scripted", null),
                  Lineage.ROOT,
                  Commission.Terms.NONE,
                  Map.of(),
                  NOON))
          .apply(
              List.of(
                  new RunEvent.Created(NOON, "writer"),
                  new RunEvent.Learned(NOON, PLACE.facts(null)),
                  new RunEvent.Queued(NOON)));
  private final Run running = queued.apply(new RunEvent.Started(NOON));
  private final Run over =
      running.apply(
          List.of(
              new RunEvent.Completed(NOON, "Done", State.Evidence.CLAIMED),
              new RunEvent.Released(NOON)));

  @Test
  void a_run_that_is_over_is_not_there_again() {
    var open = new OpenRuns(() -> 0);
    for (var run : List.of(queued, over, running, queued)) {
      open.note(run, "writer");
    }
    assertThat(open.counts()).isEmpty();
    assertThat(open.byState()).isEmpty();
  }

  @Test
  void one_that_goes_on_although_it_was_over_is_there() {
    var open = new OpenRuns(() -> 0);
    open.note(over, "writer");
    open.note(
        new Run(
            over.id(),
            over.commission(),
            new State.Running(),
            over.tenure(),
            over.dossier(),
            over.sequence() + 1),
        "writer");
    assertThat(open.byState()).containsEntry("running", 1);
  }

  @Test
  void its_span_is_told_once_and_its_place_is_forgotten() {
    var kept = new ArrayList<Span>();
    var spans =
        new RunSpans(
            new Tracer() {
              @Override
              public boolean isOn() {
                return true;
              }

              @Override
              public void keep(Span span) {
                kept.add(span);
              }
            });
    for (var run : List.of(queued, over, running, over)) {
      spans.note(run);
    }
    assertThat(kept).hasSize(1);
    assertThat(spans.of(over.id())).isNull();
  }
}
