package dev.retinue.runtime.coder.staff;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Money;
import dev.retinue.core.Need;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.Station;
import dev.retinue.core.Usage;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.port.Work;
import dev.retinue.core.port.Work.RunEndedException;
import dev.retinue.runtime.coder.Contact;
import dev.retinue.runtime.coder.Contacts;
import dev.retinue.runtime.coder.client.AppClient.Message;
import dev.retinue.runtime.coder.client.Workspace.AppStatus;
import dev.retinue.runtime.form.Form;
import dev.retinue.runtime.form.Repair;
import dev.retinue.runtime.standby.AnswerDeadline;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One run of an agent of the fleet: it is told its task once, followed until it has done it, and
/// left as it was found.
final class Engagement {
  /// The id of the workspace.
  static final String WORKSPACE = "coder_workspace";

  /// The name of the workspace that was made for the run.
  static final String MADE = "coder_made";

  /// The name of the deployment.
  static final String DEPLOYMENT = "coder_deployment";

  private static final String AGENT = "coder_agent";

  /// In which turn its answer is asked for once more.
  private static final String REPAIR = "coder_repair";

  private static final String ONCE_MORE =
      "Give the whole answer once more, corrected: one JSON value that fits the schema, and nothing else.";
  private static final String NOBODY = "Nobody answered.";
  private static final int LONGEST_EXCERPT = 500;

  /// Nobody knows how many tokens it took, and what they cost.
  private static final Usage ONE_TURN = new Usage(Money.ZERO, true, 0, 0, 0, 1);

  private final Work work;
  private final Contacts contacts;
  private final Station station;
  private final CoderRuntime.House house;
  private final Calm calm;
  private final String task;
  private String workspace = "";
  private boolean done;

  Engagement(Work work, Contacts contacts, Station station, CoderRuntime.House house) {
    this.work = work;
    this.contacts = contacts;
    this.station = station;
    this.house = house;
    this.calm = new Calm(work, house.clock(), house.pace().look());
    this.task = Task.of(work);
  }

  void carryOut() throws InterruptedException {
    try {
      arrive();
      converse();
    } catch (RunEndedException _) {
      // By somebody else: what is left of it is seen to below.
    } catch (RetinueException e) {
      work.fail(reason(e.code()), e.getMessage());
    }
    if (work.ended()) {
      leave();
    }
  }

  private static FailureReason reason(ErrorCode code) {
    return switch (code) {
      case UNAUTHORIZED, FORBIDDEN, INVALID_INPUT -> FailureReason.REFUSED;
      case NOT_FOUND -> FailureReason.LOST;
      default -> FailureReason.ERROR;
    };
  }

  /// Where a run was at work, as it is known to whoever goes on with it; nothing if it never came
  /// there.
  static Optional<Map<String, String>> place(Run run) {
    var facts = new HashMap<>(run.facts());
    facts.keySet().retainAll(Set.of(WORKSPACE, AGENT, DEPLOYMENT));
    return facts.containsKey(WORKSPACE) ? Optional.of(Map.copyOf(facts)) : Optional.empty();
  }

  /// Where the work is done; from here on the run knows it.
  private void arrive() throws InterruptedException {
    var known = work.run().facts().get(WORKSPACE);
    if (known != null) {
      workspace = known;
      return;
    }
    var contact = station.isMade() ? make() : find(Objects.requireNonNull(station.agent()));
    workspace = contact.id();
    learn(
        Map.of(WORKSPACE, contact.id(), AGENT, contact.name(), DEPLOYMENT, contacts.deployment()));
  }

  private Contact find(String name) throws InterruptedException {
    return calm.ask(() -> contacts.require(name));
  }

  /// The name is known before there is anything of that name, so that nobody makes it twice.
  private Contact make() throws InterruptedException {
    var name = "run-" + work.run().id().text().replaceFirst("^(agent-|sp_)", "").substring(0, 12);
    learn(Map.of(MADE, name, DEPLOYMENT, contacts.deployment()));
    var project = Objects.requireNonNull(station.project());
    return calm.ask(() -> contacts.make(new Fleet.Wanted(name, project, task, station.role())));
  }

  private void converse() throws InterruptedException {
    int turn = Mark.of(work.run()).map(Mark::turn).orElse(0);
    var words = words(turn);
    while (true) {
      done = false;
      var mark = speak(turn, words);
      var following = new Following(work, calm, this::look);
      var ending =
          station.isMade() && turn == 0
              ? following.ofFirst(mark, words)
              : following.of(mark, words);
      done = true;
      var next = next(turn, ending);
      if (next.isEmpty()) {
        complete(ending.words(), ending.report());
        return;
      }
      words = next.get();
      turn++;
    }
  }

  /// What is said in a turn that has begun.
  private String words(int turn) throws InterruptedException {
    if (turn == 0) {
      return task;
    }
    var repair = repair(turn);
    return repair.isPresent() ? repair.get() : answerOf(turn - 1, "");
  }

  /// What is to be said to an agent that has come to an end; nothing if it is done.
  private Optional<String> next(int turn, Following.Ending ending) throws InterruptedException {
    var report = ending.report();
    if (report != null && report.state().equals("failure")) {
      return Optional.of(answered(turn, ending, report));
    }
    var begun = repair(turn + 1);
    if (begun.isPresent()) {
      return begun;
    }
    var answer = Form.result(work.run(), ending.words()).orElse(ending.words());
    var needed = Repair.needed(work, answer.getBytes(StandardCharsets.UTF_8));
    if (needed.isPresent()) {
      var events = new ArrayList<>(needed.get().begin(calm.now()));
      events.add(new RunEvent.Learned(calm.now(), Map.of(REPAIR, Integer.toString(turn + 1))));
      work.tell(events);
    }
    return needed.map(it -> it.message(ONCE_MORE));
  }

  private Optional<String> repair(int turn) {
    var run = work.now();
    return Repair.of(run)
        .filter(_ -> Integer.toString(turn).equals(run.facts().get(REPAIR)))
        .map(it -> it.message(ONCE_MORE));
  }

  private String answered(int turn, Following.Ending ending, AppStatus report)
      throws InterruptedException {
    var answer = answerOf(turn, question(ending.contact(), report, ending.words()));
    if (answer.equals(NOBODY)) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Agent '%s' needs attention (%s), and nobody answered within %s."
              .formatted(
                  ending.contact().name(),
                  Excerpt.of(report.message(), LONGEST_EXCERPT),
                  AnswerDeadline.words(house.patience())));
    }
    return answer;
  }

  // To say something, once.

  private Mark speak(int turn, String words) throws InterruptedException {
    var mark = Mark.of(work.now()).filter(it -> it.turn() == turn).orElse(null);
    if (mark != null && mark.isSpoken(work.now())) {
      return mark;
    }
    if (station.isMade() && turn == 0) { // It was told when it was made.
      return spoken(new Mark(0, 0, ""));
    }
    var since = house.clock().instant();
    while (mark == null || !isHeard(mark, words)) {
      var seen = awaitIdle();
      if (mark == null) {
        var report = seen.contact().report();
        mark = new Mark(turn, seen.messages().size(), report == null ? "" : report.id());
        learn(mark.facts());
      }
      try {
        contacts.say(seen.contact(), words);
        break;
      } catch (RetinueException e) {
        // Somebody else was faster, or nobody knows whether it was heard: that is looked for first.
        if (e.code() != ErrorCode.CONFLICT && e.code() != ErrorCode.SERVICE_UNAVAILABLE) {
          throw e;
        }
        calm.await(since, e.getMessage());
      }
    }
    return spoken(mark);
  }

  private Mark spoken(Mark mark) throws InterruptedException {
    if (Mark.of(work.now()).filter(mark::equals).isEmpty()) {
      learn(mark.facts());
    }
    work.charge(ONE_TURN, mark.spoken());
    calm.hurry();
    return mark;
  }

  private boolean isHeard(Mark mark, String words) throws InterruptedException {
    var since = house.clock().instant();
    while (true) {
      var seen = look();
      if (seen.contact().status().isUp()) {
        if (seen.messages().size() < mark.messages()) {
          throw Following.forgotten(seen.contact());
        }
        return Story.of(seen.messages(), mark.messages(), words).heard();
      }
      Following.await(calm, seen.contact(), since);
    }
  }

  private Seen awaitIdle() throws InterruptedException {
    var since = house.clock().instant();
    while (true) {
      var seen = look();
      switch (seen.contact().status()) {
        case IDLE, WAITING -> {
          return seen;
        }
        case BUSY ->
            calm.await(
                since, "Agent '%s' is busy with something else.".formatted(seen.contact().name()));
        default -> Following.await(calm, seen.contact(), since);
      }
    }
  }

  /// An agent, and all that was said between it and anybody; nothing where nobody can be asked.
  record Seen(Contact contact, List<Message> messages) {}

  private Seen look() throws InterruptedException {
    return calm.ask(this::seen)
        .orElseThrow(
            () ->
                new RetinueException(
                    ErrorCode.NOT_FOUND,
                    "The workspace of agent '%s' is gone, and the conversation with it; start anew."
                        .formatted(work.now().facts().getOrDefault(AGENT, workspace))));
  }

  /// Nothing if it is gone.
  private Optional<Seen> seen() throws InterruptedException {
    var found = contacts.find(workspace).filter(Following::isThere);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    var contact = found.get();
    boolean up = contact.status().isUp();
    return Optional.of(new Seen(contact, up ? contacts.messages(contact) : List.of()));
  }

  // How it ends.

  private String answerOf(int turn, String question) throws InterruptedException {
    var need = new Need("attention-" + turn, Need.Kind.ANSWER, question, null);
    try (var _ = AnswerDeadline.begin(work, need.id(), house.patience(), NOBODY, house.clock())) {
      return work.ask(need);
    }
  }

  private static String question(Contact contact, AppStatus report, String words) {
    return "Agent '%s' needs attention: %s%s\nWhat should it be told?"
        .formatted(
            contact.name(),
            Excerpt.of(report.message(), LONGEST_EXCERPT),
            words.isEmpty() ? "" : "\nIt said: " + Excerpt.endOf(words, LONGEST_EXCERPT));
  }

  private void complete(String words, @Nullable AppStatus report) {
    var summary = words.isEmpty() ? "It has ended its work without a word." : words;
    var payload = Form.result(work.run(), words);
    if (payload.isPresent()) {
      work.complete(summary, payload.get().getBytes(StandardCharsets.UTF_8));
    } else {
      boolean claimed = report != null && report.state().equals("complete");
      work.complete(summary, claimed ? State.Evidence.CLAIMED : State.Evidence.ASSUMED);
    }
  }

  /// What was made goes, and who still works for the run is interrupted.
  private void leave() throws InterruptedException {
    var run = work.now();
    var departure = new Departure(contacts, house.pace());
    var made = run.facts().get(MADE);
    if (made != null) {
      departure.remove(made);
      return;
    }
    var mark = Mark.of(run);
    if (!done && mark.isPresent() && !workspace.isEmpty()) {
      var words = words(mark.get().turn());
      departure.interrupt(workspace, it -> Story.of(it, mark.get().messages(), words));
    }
  }

  private void learn(Map<String, String> facts) {
    work.tell(new RunEvent.Learned(calm.now(), facts));
  }
}
