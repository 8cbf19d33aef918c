package dev.retinue.runtime.llm;

import dev.retinue.core.RunEvent;
import dev.retinue.llm.Part;
import dev.retinue.llm.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What an answer of a model comes to, as it is kept of a run.
final class Answer {
  /// The fact that the model does not want to answer: whoever takes up the run knows it, too.
  static final String REFUSED = "model_refused";

  /// The fact of who gave the first answer that was whole.
  static final String MODEL = "model_answered";

  private final Transcript transcript;
  private final Reply reply;
  private final Instant at;
  private final List<RunEvent> events = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();

  private Answer(Transcript transcript, Reply reply, Instant at) {
    this.transcript = transcript;
    this.reply = reply;
    this.at = at;
  }

  static List<RunEvent> events(Transcript transcript, Reply reply, Instant at) {
    var answer = new Answer(transcript, reply, at);
    answer.tell();
    return answer.events;
  }

  private void tell() {
    if (transcript.answers() == 0) {
      events.add(new RunEvent.Learned(at, Map.of(MODEL, reply.model())));
    }
    for (var part : reply.parts()) {
      add(part);
    }
    switch (reply.stop()) {
      case LENGTH -> goOn();
      case REFUSED -> events.add(new RunEvent.Learned(at, Map.of(REFUSED, "true")));
      case DONE, TOOLS -> {
        // All of it is there.
      }
    }
  }

  private void add(Part part) {
    switch (part) {
      case Part.Text(var text) ->
          events.add(new RunEvent.Said(at, Bounds.beginning(text, Bounds.LONGEST_PART)));
      case Part.Reasoning(var text, var seal) -> {
        boolean fits = text.length() <= Bounds.LONGEST_PART;
        // A seal is of all that was thought, and of nothing less.
        events.add(
            new RunEvent.Thought(
                at, Bounds.beginning(text, Bounds.LONGEST_PART), fits ? seal : null));
      }
      case Part.Call(var id, var tool, var input, var seal) ->
          events.add(
              new RunEvent.ToolCalled(
                  at, unused(id), tool, Bounds.beginning(input, Bounds.LONGEST_PART), seal));
    }
  }

  /// Some providers begin anew with every answer to number its calls.
  private String unused(String id) {
    var name = id;
    for (int n = 2; transcript.knows(name) || !ids.add(name); n++) {
      name = id + "-" + n;
    }
    return name;
  }

  /// The last thing that it wrote is not whole. A call that is not whole is not made.
  private void goOn() {
    if (events.getLast() instanceof RunEvent.ToolCalled call) {
      events.add(new RunEvent.ToolAnswered(at, call.call(), Briefing.CALL_CUT_OFF, true));
    } else if (reply.calls().isEmpty()) {
      events.add(new RunEvent.Told(at, Briefing.CUT_OFF));
    }
  }
}
