package dev.retinue.runtime.llm;

import dev.retinue.core.RunEvent;
import dev.retinue.core.craft.Thought;
import dev.retinue.core.port.Work;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.llm.Sampling;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// Asks the model for the next turn of a conversation: without tools if it knows none, and with a
/// shorter conversation before it cannot read all of it.
final class Asking {
  /// How often in a row, where the model says that it cannot read it.
  static final int MOST_CONDENSED = 5;

  private final Work work;
  private final Patient patient;
  private final List<ToolSpec> tools;
  private final Times times;
  private final Preamble preamble;
  private final Room room = new Room();
  private boolean withoutTools;
  private int condensed;

  Asking(Work work, Patient patient, Preamble preamble, List<ToolSpec> tools, Times times) {
    this.work = work;
    this.patient = patient;
    this.tools = List.copyOf(tools);
    this.times = times;
    this.preamble = preamble;
  }

  /// The answer is recorded when this returns, and is a part of the conversation.
  void ask(Transcript transcript) throws InterruptedException {
    makeRoom(transcript);
    while (true) {
      try {
        once(transcript);
        condensed = 0;
        return;
      } catch (ModelException e) {
        if (isBecauseOfTools(e, transcript)) {
          withoutTools = true;
          note("%s It is asked without tools.".formatted(e.getMessage()));
        } else if (isTooLong(e, transcript)) {
          condensed++;
          note("%s What was said so far is summed up.".formatted(e.getMessage()));
          condense(transcript);
        } else {
          throw e;
        }
      }
    }
  }

  /// Who waits until the model refuses has paid for the way there, and some do not refuse: they
  /// read the end alone.
  private void makeRoom(Transcript transcript) throws InterruptedException {
    if (!transcript.hasNews()) {
      return;
    }
    long tokens = room.tokens(prompt(transcript));
    if (tokens > limit()) {
      work.tell(transcript.takeOwed());
      note(
          "The conversation has about %d tokens, and its model reads %d. What was said so far is summed up."
              .formatted(tokens, patient.context()));
      condense(transcript);
    }
  }

  private long limit() {
    return Room.limit(patient.context(), settings().mostTokens());
  }

  private void once(Transcript transcript) throws InterruptedException {
    var said = new ArrayList<RunEvent>();
    var asked = new AtomicReference<Prompt>();
    patient.ask(
        work.pen(),
        () -> asked.updateAndGet(_ -> prompt(transcript)),
        transcript.takeOwed(),
        answer -> {
          room.learn(asked.get(), answer.tokens());
          said.addAll(Answer.events(transcript, answer, times.now()));
          return said;
        });
    transcript.add(said);
  }

  private Prompt prompt(Transcript transcript) {
    var thought = work.agent().craft().thought();
    var turns = History.last(transcript.turns(), thought.historyItems());
    return new Prompt(
        preamble.text(!withoutTools),
        History.withoutOldResults(turns, Room.results(patient.context())),
        withoutTools ? List.of() : tools,
        settings());
  }

  /// As the one thinks that is asked now.
  private Prompt.Settings settings() {
    var usual = patient.settings();
    var means = work.agent().means();
    var thought = work.agent().craft().thought();
    var eager = means.effort() == null ? null : means.effort().name();
    var own = new Thought.Manner(thought.sampling(), eager, means.maxOutput());
    var manner = thought.fallback().manners().getOrDefault(patient.model(), own);
    var effort = manner.effort() == null ? null : Prompt.Effort.valueOf(manner.effort());
    int most =
        manner.maxOutput() == null
            ? Room.answer(patient.context(), usual.mostTokens())
            : manner.maxOutput();
    return new Prompt.Settings(
        most, effort, usual.deadline(), usual.silence(), sampling(manner.sampling()));
  }

  private static Sampling sampling(Thought.Sampling chosen) {
    return new Sampling(
        chosen.temperature(),
        chosen.topP(),
        chosen.frequencyPenalty(),
        chosen.presencePenalty(),
        chosen.parallelTools());
  }

  /// Some say only that the request is bad. Once a tool was used, that has another reason.
  private boolean isBecauseOfTools(ModelException trouble, Transcript transcript) {
    return !withoutTools
        && switch (trouble.kind()) {
          case NO_TOOLS, INVALID -> !transcript.hasCalls();
          case AUTH,
              QUOTA,
              RATE_LIMIT,
              OVERLOADED,
              CONTEXT,
              UNKNOWN,
              BROKEN,
              TIMEOUT,
              UNREACHABLE ->
              false;
        };
  }

  /// A contract that is too long by itself cannot be summed up.
  private boolean isTooLong(ModelException trouble, Transcript transcript) {
    return trouble.kind() == ModelException.Kind.CONTEXT
        && condensed < MOST_CONDENSED
        && transcript.turns().size() > 1;
  }

  private void condense(Transcript transcript) throws InterruptedException {
    var condensing = new Condensing(patient, settings(), times);
    transcript.add(condensing.condense(transcript, room.characters(limit())));
  }

  private void note(String sentence) {
    work.tell(new RunEvent.Noted(times.now(), sentence));
  }
}
