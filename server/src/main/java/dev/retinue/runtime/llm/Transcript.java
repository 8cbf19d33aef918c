package dev.retinue.runtime.llm;

import dev.retinue.core.Recorded;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Part;
import dev.retinue.llm.Turn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The conversation of a run. Its events are all there is of it: whoever takes up the run again
/// reads it from them.
final class Transcript {
  private static final int PAGE = 500;

  private final List<Turn> turns = new ArrayList<>();
  private final List<Part> answering = new ArrayList<>();
  private final List<Turn.Result> results = new ArrayList<>();
  private final List<Part.Call> calls = new ArrayList<>();
  private final Set<String> answered = new HashSet<>();
  private final String contract;

  private Transcript(String contract) {
    this.contract = contract;
    turns.add(new Turn.Asked(Briefing.BEGIN.formatted(contract)));
  }

  /// As far as it has come.
  static Transcript of(Work work) {
    var transcript = new Transcript(work.prompt());
    List<Recorded> page;
    long after = 0;
    do {
      page = work.history(after, PAGE);
      for (var recorded : page) {
        transcript.add(recorded.event());
        after = recorded.sequence();
      }
    } while (page.size() == PAGE);
    return transcript;
  }

  void add(List<RunEvent> events) {
    events.forEach(this::add);
  }

  private void add(RunEvent event) {
    switch (event) {
      case RunEvent.Said(var _, var text) -> answer(new Part.Text(text));
      case RunEvent.Thought(var _, var text, var seal) ->
          answer(new Part.Reasoning(text, seal));
      case RunEvent.ToolCalled(var _, var id, var tool, var input, var seal) -> {
        var call = new Part.Call(id, tool, input, seal);
        answer(call);
        calls.add(call);
      }
      case RunEvent.ToolAnswered(var _, var id, var output, var failed) ->
          result(new Turn.Result(id, toolOf(id), output, failed));
      case RunEvent.Told(var _, var text) -> {
        close();
        turns.add(new Turn.Asked(text));
      }
      case RunEvent.Condensed(var _, var summary) -> condense(summary);
      default -> {
        // Not a part of the conversation.
      }
    }
  }

  private String toolOf(String id) {
    return calls.stream().filter(it -> it.id().equals(id)).findFirst().map(Part.Call::tool).orElse("?");
  }

  private void answer(Part part) {
    closeResults();
    answering.add(part);
  }

  private void result(Turn.Result result) {
    closeAnswer();
    results.add(result);
    answered.add(result.call());
  }

  private void closeAnswer() {
    if (!answering.isEmpty()) {
      turns.add(new Turn.Answered(answering));
      answering.clear();
    }
  }

  private void closeResults() {
    if (!results.isEmpty()) {
      turns.add(new Turn.Results(results));
      results.clear();
    }
  }

  private void close() {
    closeAnswer();
    closeResults();
  }

  private void condense(String summary) {
    turns.clear();
    answering.clear();
    results.clear();
    calls.clear();
    turns.add(new Turn.Asked(Briefing.BEGIN.formatted(contract)));
    turns.add(new Turn.Answered(List.of(new Part.Text(summary))));
    turns.add(new Turn.Asked("That is what you did so far. Go on."));
  }

  /// What the model is to hear next.
  List<Turn> turns() {
    close();
    return List.copyOf(turns);
  }

  /// The calls of the last answer that have no result.
  List<Part.Call> open() {
    return calls.stream().filter(it -> !answered.contains(it.id())).toList();
  }

  /// Whether the last word is the model's, and all that it called is answered.
  boolean awaitsUs() {
    close();
    return turns.getLast() instanceof Turn.Answered && open().isEmpty();
  }

  /// The text of the last answer.
  String lastText() {
    close();
    return turns.getLast() instanceof Turn.Answered(var parts)
        ? String.join(
            "",
            parts.stream()
                .filter(Part.Text.class::isInstance)
                .map(it -> ((Part.Text) it).text())
                .toList())
        : "";
  }

  boolean wasNudged() {
    return turns.size() >= 2
        && turns.get(turns.size() - 2) instanceof Turn.Asked(var text)
        && text.equals(Briefing.NUDGE);
  }
}
