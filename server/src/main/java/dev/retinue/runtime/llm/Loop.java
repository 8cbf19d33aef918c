package dev.retinue.runtime.llm;

import dev.retinue.core.FailureReason;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.Steering;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.form.Form;
import dev.retinue.runtime.form.Repair;
import dev.retinue.runtime.llm.team.Handoff;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Thinks, acts, and thinks again, until the work is done. Every turn is recorded before the next
/// one begins, and what comes next is read from the record alone.
final class Loop {
  static final int MOST_TURNS = 500;

  /// How often in a row an answer may be cut off before anything was said.
  static final int MOST_IN_VAIN = 3;

  private static final byte[] NOTHING = {};

  private final Work work;
  private final Transcript transcript;
  private final Asking asking;
  private final Calls calls;
  private final Times times;
  private final boolean talk;

  Loop(Work work, Transcript transcript, Asking asking, Calls calls, Times times) {
    this.work = work;
    this.transcript = transcript;
    this.asking = asking;
    this.calls = calls;
    this.times = times;
    this.talk = Talk.isPart(work.run());
  }

  /// Returns when the run has ended, or when another agent is to speak in it.
  void run() throws InterruptedException {
    giveUpWhatIsUnknown();
    while (!work.ended()) {
      var successor = transcript.handoff().flatMap(call -> Handoff.successor(work, call.input()));
      if (successor.isPresent()) {
        work.tell(transcript.takeOwed());
        work.company().handOver(successor.get());
        return;
      }
      switch (transcript.next()) {
        case ASK -> {
          listen();
          ask();
        }
        case USE_TOOLS -> calls.make(transcript);
        case HEAR -> {
          if (!listen()) {
            hear();
          }
        }
        case GIVE_UP -> giveUp();
      }
    }
  }

  /// A call that had begun when an earlier process died is made again only if that does no harm.
  private void giveUpWhatIsUnknown() {
    var events = new ArrayList<RunEvent>();
    for (var call : transcript.open()) {
      if (!calls.mayRepeat(call)) {
        events.add(
            new RunEvent.ToolAnswered(times.now(), call.id(), Briefing.OUTCOME_UNKNOWN, true));
      }
    }
    tell(events);
  }

  private void ask() throws InterruptedException {
    int own = work.agent().craft().thought().maxTurns();
    boolean isOver = own > 0 && transcript.ownAnswers() >= own;
    if (isOver || transcript.answers() >= MOST_TURNS) {
      work.tell(transcript.takeOwed());
      work.fail(
          FailureReason.BUDGET,
          isOver
              ? "it took %d turns and was not done; its file allows no more (max_iterations)"
                  .formatted(own)
              : "it took %d turns and was not done".formatted(MOST_TURNS));
      return;
    }
    if (transcript.thoughtInVain() >= MOST_IN_VAIN) {
      work.fail(
          FailureReason.INVALID_OUTPUT,
          "the model only thought, and was cut off, %d times in a row; give the agent more max-output-tokens, or less effort"
              .formatted(MOST_IN_VAIN));
      return;
    }
    asking.ask(transcript);
  }

  private void giveUp() {
    var said = transcript.lastText().strip();
    work.fail(
        FailureReason.REFUSED,
        said.isEmpty() ? "the model does not want to answer" : "the model refused: " + said);
  }

  /// What is said to it on the way; nobody can say anything where no session is.
  private boolean listen() {
    return talk && new Listening(work, transcript, times).listen();
  }

  /// Its words are its answer.
  private void answer() throws InterruptedException {
    var text = transcript.lastText().strip();
    if (!text.isEmpty()) {
      complete(text, State.Evidence.ASSUMED);
    } else if (transcript.wasNudged()) {
      work.fail(FailureReason.INVALID_OUTPUT, "the model stopped without a word");
    } else {
      tell(List.of(new RunEvent.Told(times.now(), Talk.NOTHING_SAID)));
    }
  }

  /// It said something and called nothing: that may be its way to finish.
  private void hear() throws InterruptedException {
    if (talk) {
      answer();
      return;
    }
    var text = transcript.lastText().strip();
    var marker = Markers.in(text);
    if (marker.isPresent()) {
      end(marker.get());
    } else if (!transcript.wasNudged() && (text.isEmpty() || calls.canDoMore())) {
      tell(List.of(new RunEvent.Told(times.now(), Briefing.NUDGE)));
    } else if (text.isEmpty()) {
      work.fail(FailureReason.INVALID_OUTPUT, "the model stopped without a word");
    } else {
      complete(text, State.Evidence.ASSUMED);
    }
  }

  /// An answer that does not fit its schema is asked for once more.
  private void complete(String text, State.Evidence evidence) throws InterruptedException {
    var payload = payload(text);
    var repair = Repair.needed(work, payload);
    if (repair.isPresent()) {
      var events = new ArrayList<>(repair.get().begin(times.now()));
      events.add(
          new RunEvent.Told(
              times.now(), repair.get().message(talk ? Talk.ONCE_MORE : Briefing.ONCE_MORE)));
      tell(events);
      return;
    }
    if (talk && !Steering.isHeard(work.now())) {
      return; // It answers once more, and to that too.
    }
    work.deliver(payload);
    work.complete(text, evidence);
  }

  /// What has a form is the result, and what is too long for a summary is, too.
  private byte[] payload(String text) {
    if (work.now().dossier().payload() != null) {
      return NOTHING;
    }
    return Form.result(work.run(), text).orElse("").getBytes(StandardCharsets.UTF_8);
  }

  private void end(Markers marker) throws InterruptedException {
    var text = marker.text().isEmpty() ? "It gave no summary." : marker.text();
    if (marker.done()) {
      complete(text, State.Evidence.CLAIMED);
    } else {
      work.fail(FailureReason.ERROR, text);
    }
  }

  private void tell(List<RunEvent> events) {
    if (!events.isEmpty()) {
      work.tell(events);
      transcript.add(events);
    }
  }
}
