package dev.retinue.core;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What every command does to a run in every state.
///
/// A star means that something of the run is still at work: an ended run with a star is *ending*.
/// `waiting` needs one thing, `waiting2` two, and without a star it is parked; `late` is stopped,
/// with a result that came afterwards. A row holds for the events that it names: in a cell stands
/// the state that follows them, or a dot if the command is not answered with these events. A
/// command that has dots in all its rows is answered with no event, and changes nothing.
final class RunTable {
  private static final String OPEN =
      """
      command            events               ready      queued     running*    waiting*    waiting2*   waiting
      queue              Queued               queued     .          .           .           .           .
      start              Started              .          running*   .           .           .           .
      requeue            Requeued             .          .          queued      queued      queued      queued
      release            Released             .          .          .           .           .           .
      park               Learned+Asked+Released  .       .          waiting     waiting2    waiting3    .
      follow             -                    .          .          .           .           .           .
      steer              Steered              .          .          running*    waiting*    waiting2*   .
      observe Said       Said                 .          .          running*    waiting*    waiting2*   .
      observe Thought    Thought              .          .          running*    waiting*    waiting2*   .
      observe ToolCalled ToolCalled           .          .          running*    waiting*    waiting2*   .
      observe ToolAnswered ToolAnswered       .          .          running*    waiting*    waiting2*   .
      observe Told       Told                 .          .          running*    waiting*    waiting2*   .
      observe Condensed  Condensed            .          .          running*    waiting*    waiting2*   .
      observe AgentSwitching AgentSwitching   .          .          running*    waiting*    waiting2*   .
      observe ModelFallback ModelFallback     .          .          running*    waiting*    waiting2*   .
      observe Noted      Noted                .          .          running*    waiting*    waiting2*   .
      observe Delivered  Delivered            .          queued     running*    waiting*    waiting2*   waiting
      observe Checked    Checked              .          .          running*    waiting*    waiting2*   .
      observe Learned    Learned              .          .          running*    waiting*    waiting2*   .
      observe Printed    Printed              .          .          running*    waiting*    waiting2*   .
      spend something    Spent                ready      queued     running*    waiting*    waiting2*   waiting
      spend nothing      -                    .          .          .           .           .           .
      ask new            Asked                .          .          waiting*    waiting2*   waiting3*   .
      ask same           Asked                .          .          waiting*    .           .           .
      answer open        Answered             .          .          .           running*    waiting*    .
      answer unknown     -                    .          .          .           .           .           .
      complete plainly   Completed            completed  completed  completed*  completed*  completed*  completed
      complete payload   Delivered+Completed  completed  completed  completed*  completed*  completed*  completed
      complete verified  Checked+Completed    completed  completed  completed*  completed*  completed*  completed
      complete unfit     Delivered+Checked+Failed+ResultCameLate  failed  failed  failed*  failed*  failed*  failed
      fail               Failed               failed     failed     failed*     failed*     failed*     failed
      stop               Stopped              stopped    stopped    stopped*    stopped*    stopped*    stopped
      raise              BudgetRaised         ready      queued     running*    waiting*    waiting2*   waiting
      """;

  private static final String ENDED =
      """
      command            events           completed  completed*  failed  failed*  stopped  stopped*  late   late*
      queue              -                .          .           .       .        .        .         .      .
      start              -                .          .           .       .        .        .         .      .
      requeue            -                .          .           .       .        .        .         .      .
      release            Released         .          completed   .       failed   .        stopped   .      late
      park               -                .          .           .       .        .        .         .      .
      follow             Learned          completed  completed*  failed  failed*  stopped  stopped*  late   late*
      steer              -                .          .           .       .        .        .         .      .
      observe Said       -                .          .           .       .        .        .         .      .
      observe Thought    -                .          .           .       .        .        .         .      .
      observe ToolCalled -                .          .           .       .        .        .         .      .
      observe ToolAnswered -              .          .           .       .        .        .         .      .
      observe Told       -                .          .           .       .        .        .         .      .
      observe Condensed  -                .          .           .       .        .        .         .      .
      observe AgentSwitching -            .          .           .       .        .        .         .      .
      observe ModelFallback -             .          .           .       .        .        .         .      .
      observe Noted      -                .          .           .       .        .        .         .      .
      observe Delivered  -                .          .           .       .        .        .         .      .
      observe Checked    -                .          .           .       .        .        .         .      .
      observe Learned    Learned          .          completed*  .       failed*  .        stopped*  .      late*
      observe Printed    Printed          .          completed*  .       failed*  .        stopped*  .      late*
      spend something    Spent            completed  completed*  failed  failed*  stopped  stopped*  late   late*
      spend nothing      -                .          .           .       .        .        .         .      .
      ask new            -                .          .           .       .        .        .         .      .
      ask same           -                .          .           .       .        .        .         .      .
      answer open        -                .          .           .       .        .        .         .      .
      answer unknown     -                .          .           .       .        .        .         .      .
      complete plainly   ResultCameLate   .          .           .       .        late     late*     .      .
      complete payload   ResultCameLate   .          .           .       .        late     late*     .      .
      complete verified  ResultCameLate   .          .           .       .        late     late*     .      .
      complete unfit     ResultCameLate   .          .           .       .        late     late*     .      .
      fail               -                .          .           .       .        .        .         .      .
      stop               -                .          .           .       .        .        .         .      .
      raise              -                .          .           .       .        .        .         .      .
      """;

  /// What no runtime may claim to have seen, because a command alone makes it.
  static final Set<String> NEVER_OBSERVED =
      Set.of(
          ("Created Queued Started Requeued Released Steered Asked Answered Spent BudgetRaised Completed"
                  + " Failed Stopped ResultCameLate")
              .split(" "));

  /// What happens in one state: `events` and `to` are empty and `from` if nothing does.
  record Entry(String command, String from, List<String> events, String to) {
    @Override
    public String toString() {
      return "%s in %s".formatted(command, from);
    }
  }

  private RunTable() {}

  static List<Entry> entries() {
    var entries = new ArrayList<>(read(OPEN));
    entries.addAll(read(ENDED));
    return entries;
  }

  static Set<String> states() {
    var states = new LinkedHashSet<String>();
    entries().forEach(entry -> states.add(entry.from()));
    return states;
  }

  static Set<String> commands() {
    var commands = new LinkedHashSet<String>();
    entries().forEach(entry -> commands.add(entry.command()));
    return commands;
  }

  private static List<Entry> read(String table) {
    var lines = table.lines().toList();
    var heads = words(lines.getFirst());
    var states = heads.subList(2, heads.size());
    var entries = new ArrayList<Entry>();
    for (var line : lines.subList(1, lines.size())) {
      var words = words(line);
      int cells = words.size() - states.size();
      var command = String.join(" ", words.subList(0, cells - 1));
      for (int i = 0; i < states.size(); i++) {
        entries.add(entry(command, states.get(i), words.get(cells - 1), words.get(cells + i)));
      }
    }
    return entries;
  }

  private static Entry entry(String command, String from, String events, String cell) {
    return cell.equals(".")
        ? new Entry(command, from, List.of(), from)
        : new Entry(command, from, List.of(events.split("\\+")), cell);
  }

  private static List<String> words(String line) {
    return List.of(line.strip().split(" +"));
  }
}
