package dev.retinue.runtime.llm;

import dev.retinue.core.FailureReason;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Part;
import dev.retinue.llm.Reply;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// Thinks, acts, and thinks again, until the work is done. Every turn is recorded before the next
/// one begins.
final class Loop {
  private static final int MOST_TURNS = 200;

  private final Work work;
  private final Asking asking;
  private final Calls calls;
  private final InstantSource clock;
  private final Transcript transcript;

  Loop(Work work, Asking asking, Calls calls, InstantSource clock) {
    this.work = work;
    this.asking = asking;
    this.calls = calls;
    this.clock = clock;
    this.transcript = Transcript.of(work);
  }

  void run() throws InterruptedException {
    finishWhatWasBegun();
    for (int turn = 0; !work.ended(); turn++) {
      if (turn == MOST_TURNS) {
        work.fail(
            FailureReason.TURNS, "It took %d turns and was not done.".formatted(MOST_TURNS));
        return;
      }
      if (!transcript.awaitsUs()) {
        ask();
      }
      if (!calls.make(transcript.open(), transcript::add)) {
        return;
      }
      if (transcript.awaitsUs()) {
        hearWords();
      }
    }
  }

  /// A call that had begun when an earlier process died is made again only if that does no harm.
  private void finishWhatWasBegun() {
    var events = new ArrayList<RunEvent>();
    for (var call : transcript.open()) {
      if (!calls.mayRepeat(call)) {
        events.add(
            new RunEvent.ToolAnswered(now(), call.id(), Briefing.OUTCOME_UNKNOWN, true));
      }
    }
    tell(events);
  }

  private void ask() throws InterruptedException {
    asking.ask(transcript, this::events);
  }

  private List<RunEvent> events(Reply reply) {
    var events = new ArrayList<RunEvent>();
    for (var part : reply.parts()) {
      events.add(
          switch (part) {
            case Part.Text(var text) -> new RunEvent.Said(now(), text);
            case Part.Reasoning(var text, var seal) -> new RunEvent.Thought(now(), text, seal);
            case Part.Call(var id, var tool, var input, var seal) ->
                new RunEvent.ToolCalled(now(), id, tool, input, seal);
          });
    }
    if (reply.stop() == Reply.Stop.LENGTH && reply.calls().isEmpty()) {
      events.add(new RunEvent.Told(now(), Briefing.GO_ON));
    }
    return events;
  }

  /// It said something and called nothing: that may be its way to finish.
  private void hearWords() {
    var text = transcript.lastText();
    var marker = Markers.in(text);
    if (marker.isPresent()) {
      if (marker.get().done()) {
        work.complete(marker.get().text(), State.Evidence.CLAIMED);
      } else {
        work.fail(FailureReason.GAVE_UP, marker.get().text());
      }
    } else if (transcript.wasNudged()) {
      work.complete(text, State.Evidence.ASSUMED);
    } else {
      tell(List.of(new RunEvent.Told(now(), Briefing.NUDGE)));
    }
  }

  private void tell(List<RunEvent> events) {
    if (!events.isEmpty()) {
      work.tell(events);
      transcript.add(events);
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
