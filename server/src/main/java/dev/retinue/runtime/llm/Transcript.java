package dev.retinue.runtime.llm;

import dev.retinue.core.Recorded;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Part;
import dev.retinue.llm.Turn;
import dev.retinue.runtime.llm.team.Handoff;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The conversation of a run. Its events are all there is of it: whoever takes up the run again
/// reads it from them, and knows by it what comes next.
final class Transcript {
  private static final int PAGE = 500;

  // What the model was given to do, before it said anything.
  private final List<Turn> work = new ArrayList<>();
  private final List<Turn> turns = new ArrayList<>();
  // What is being said, and what is being answered, until the other side speaks.
  private final List<Part> answering = new ArrayList<>();
  private final List<Turn.Result> results = new ArrayList<>();
  // The calls that have no result yet, in their order, by their ids.
  private final Map<String, Part.Call> open = new LinkedHashMap<>();
  private final Map<String, String> tools = new LinkedHashMap<>();
  private final Set<String> failed = new HashSet<>();
  private final List<RunEvent> owed = new ArrayList<>();
  private int answers;
  private int condensedAfter;
  private String summary = "";
  // Those of the agent that speaks now.
  private int own;
  private boolean refused;
  private @Nullable String model;
  private Part.@Nullable Call handoff;
  // What was said in the session before this run; nothing where it has none.
  private final int earlier;
  private final boolean talk;
  // What its caller said to it on the way, and it has not been told yet.
  private final Deque<String> unheard = new ArrayDeque<>();
  private int steered;
  private long readUpTo;

  private Transcript(String contract) {
    this(false, List.of(), Briefing.contract(contract));
  }

  /// One of a session.
  ///
  /// @param before what was said before
  /// @param message what is said to it now
  Transcript(List<Turn> before, String message) {
    this(true, before, message);
  }

  private Transcript(boolean talk, List<Turn> before, String message) {
    this.talk = talk;
    this.earlier = before.size();
    turns.addAll(before);
    work.add(new Turn.Asked(message));
    turns.addAll(work);
    for (var turn : before) {
      if (turn instanceof Turn.Answered(var parts)) {
        parts.forEach(this::note);
      }
    }
  }

  /// No call goes by the id of an earlier one.
  private void note(Part part) {
    if (part instanceof Part.Call call) {
      tools.put(call.id(), call.tool());
    }
  }

  /// What comes next.
  enum Next {
    /// The model is asked.
    ASK,
    /// The tools that it called are used.
    USE_TOOLS,
    /// It said something and called nothing.
    HEAR,
    /// It does not want to answer.
    GIVE_UP
  }

  /// As far as it has come.
  static Transcript of(Work work, Earlier earlier) {
    var transcript =
        Talk.isPart(work.run())
            ? new Transcript(earlier.of(work), work.prompt())
            : new Transcript(work.prompt());
    List<Recorded> page;
    long after = 0;
    do {
      page = work.history(after, PAGE);
      for (var recorded : page) {
        transcript.add(recorded.event());
        after = recorded.sequence();
      }
    } while (page.size() == PAGE);
    transcript.readUpTo = after;
    return transcript;
  }

  /// What was said to it since it was last looked for; the rest of it is known.
  void hear(List<Recorded> page) {
    for (var recorded : page) {
      if (recorded.event() instanceof RunEvent.Steered) {
        add(recorded.event());
      }
      readUpTo = recorded.sequence();
    }
  }

  /// Up to which sequence number it was read.
  long readUpTo() {
    return readUpTo;
  }

  /// How often something was said to it on the way.
  int steered() {
    return steered;
  }

  /// What was said to it, and it has not been told.
  List<String> unheard() {
    return List.copyOf(unheard);
  }

  /// All of it, as those read it who go on with the session later.
  List<Turn> past() {
    for (var call : List.copyOf(open.values())) {
      add(new RunEvent.ToolAnswered(Instant.EPOCH, call.id(), Briefing.OUTCOME_UNKNOWN, true));
    }
    close();
    unheard.forEach(text -> turns.add(new Turn.Asked(text)));
    return turns.stream().flatMap(turn -> Talk.withoutThoughts(turn).stream()).toList();
  }

  void add(List<RunEvent> events) {
    events.forEach(this::add);
  }

  /// What is told together with what comes next.
  void owe(RunEvent event) {
    add(event);
    owed.add(event);
  }

  /// What is to be told now.
  List<RunEvent> takeOwed() {
    var taken = List.copyOf(owed);
    owed.clear();
    return taken;
  }

  private void add(RunEvent event) {
    switch (event) {
      case RunEvent.Said(var _, var text) -> answer(new Part.Text(text));
      case RunEvent.Thought(var _, var text, var seal) -> answer(new Part.Reasoning(text, seal));
      case RunEvent.ToolCalled(var _, var id, var tool, var input, var seal) -> {
        var call = new Part.Call(id, tool, input, seal);
        answer(call);
        open.put(id, call);
        tools.put(id, tool);
      }
      case RunEvent.ToolAnswered(var _, var id, var output, var isFailed) -> {
        var call = open.get(id);
        if (call != null && call.tool().equals(Handoff.NAME) && !isFailed && handoff == null) {
          handoff = call;
        }
        result(new Turn.Result(id, tools.getOrDefault(id, "?"), output, isFailed));
      }
      case RunEvent.Steered(var _, var text) -> {
        steered++;
        unheard.addLast(text);
      }
      case RunEvent.Told(var _, var text) -> {
        if (text.equals(unheard.peekFirst())) {
          unheard.removeFirst();
        }
        close();
        turns.add(new Turn.Asked(text));
        if (answers == 0) { // It belongs to the work.
          work.add(new Turn.Asked(text));
        }
      }
      case RunEvent.Condensed(var _, var summary) -> condense(summary);
      case RunEvent.ModelFallback(var _, var from, var to, var _) -> {
        model = to;
        if (!provider(from).equals(provider(to))) {
          unseal();
        }
      }
      case RunEvent.AgentSwitching _ -> {
        model = null;
        own = 0;
        handoff = null;
        unseal();
      }
      case RunEvent.Learned(var _, var facts) -> refused |= facts.containsKey(Answer.REFUSED);
      default -> {
        // Not a part of the conversation.
      }
    }
  }

  private void answer(Part part) {
    if (answering.isEmpty()) {
      answers++;
      own++;
      failed.clear();
    }
    closeResults();
    answering.add(part);
  }

  private void result(Turn.Result result) {
    closeAnswer();
    results.add(result);
    open.remove(result.call());
    if (result.failed()) {
      failed.add(result.call());
    }
  }

  private void closeAnswer() {
    if (!answering.isEmpty()) {
      turns.add(new Turn.Answered(answering));
      answering.clear();
    }
  }

  private void closeResults() {
    if (!results.isEmpty()) {
      turns.add(new Turn.Results(inOrderOfCalls()));
      results.clear();
    }
  }

  /// They come as they are done. Some providers tell them apart by their order alone.
  private List<Turn.Result> inOrderOfCalls() {
    var calls = turns.getLast() instanceof Turn.Answered(var parts) ? parts : List.<Part>of();
    var order = new ArrayList<String>();
    for (var part : calls) {
      if (part instanceof Part.Call call) {
        order.add(call.id());
      }
    }
    return results.stream()
        .sorted(Comparator.comparingInt(it -> order.indexOf(it.call())))
        .toList();
  }

  private static String provider(String model) {
    return model.substring(0, Math.max(0, model.indexOf('/')));
  }

  /// What one provider has sealed no other takes.
  private void unseal() {
    turns.replaceAll(
        turn ->
            turn instanceof Turn.Answered(var parts)
                ? new Turn.Answered(parts.stream().map(Transcript::unsealed).toList())
                : turn);
    answering.replaceAll(Transcript::unsealed);
  }

  static Part unsealed(Part part) {
    return switch (part) {
      case Part.Text text -> text;
      case Part.Reasoning(var text, var _) -> new Part.Reasoning(text, null);
      case Part.Call(var id, var tool, var input, var _) -> new Part.Call(id, tool, input, null);
    };
  }

  private void close() {
    closeAnswer();
    closeResults();
  }

  private void condense(String text) {
    summary = text;
    condensedAfter = answers;
    turns.clear();
    answering.clear();
    results.clear();
    open.clear();
    if (talk) {
      turns.add(new Turn.Asked(Talk.SO_FAR + summary));
      turns.addAll(work);
      return;
    }
    turns.addAll(work);
    turns.add(new Turn.Answered(List.of(new Part.Text(text))));
    turns.add(new Turn.Asked(Briefing.GO_ON));
  }

  Next next() {
    if (refused) {
      return Next.GIVE_UP;
    }
    if (!open.isEmpty()) { // The results of one answer belong together.
      return Next.USE_TOOLS;
    }
    close();
    return turns.getLast() instanceof Turn.Answered ? Next.HEAR : Next.ASK;
  }

  /// What the model is to read.
  List<Turn> turns() {
    close();
    return List.copyOf(turns);
  }

  /// The calls of the last answer that have no result.
  List<Part.Call> open() {
    return List.copyOf(open.values());
  }

  /// The call that handed the conversation to another agent, who has not spoken yet.
  Optional<Part.Call> handoff() {
    return open.isEmpty() ? Optional.ofNullable(handoff) : Optional.empty();
  }

  /// The model that stands in for the agent's own, by its name; null while none does.
  @Nullable String model() {
    return model;
  }

  /// Whether a call of the last answer failed.
  boolean hasFailed() {
    return !failed.isEmpty();
  }

  /// Whether there was a call with this id.
  boolean knows(String call) {
    return tools.containsKey(call);
  }

  /// Whether the model has used a tool so far.
  boolean hasCalls() {
    return !tools.isEmpty();
  }

  /// Whether nobody has said anything yet.
  boolean isNew() {
    return answers == 0 && turns.size() == earlier + 1;
  }

  /// Whether anything was said that the model has not summed up yet.
  boolean hasNews() {
    return answers > condensedAfter || (earlier > 0 && summary.isEmpty());
  }

  /// What it said when it summed up what came before; empty if it has not yet.
  String summary() {
    return summary;
  }

  /// How often the model has answered.
  int answers() {
    return answers;
  }

  /// How often it has answered for the agent that speaks now.
  int ownAnswers() {
    return own;
  }

  /// The text of the last answer, and of those before it that were cut off.
  String lastText() {
    close();
    return LastWords.text(turns);
  }

  /// How many of the last answers were cut off before the model said or called anything.
  int thoughtInVain() {
    close();
    return LastWords.inVain(turns);
  }

  /// Whether the last answer is the one to a nudge, or to what was wrong with the one before.
  boolean wasNudged() {
    close();
    return LastWords.toNudge(turns);
  }
}
