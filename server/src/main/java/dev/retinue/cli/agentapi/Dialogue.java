package dev.retinue.cli.agentapi;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Need;
import dev.retinue.core.Recorded;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Follower;
import dev.retinue.core.staff.Sessions;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.TurnFeed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A session of the staff as AgentAPI shows it: one message of the user and one of the agent for
/// each turn, and for each answer to what the agent asks; and whether somebody is at work. All of
/// it is read from the record, so that a restart shows the same.
public final class Dialogue implements AutoCloseable {
  /// More than a session has turns.
  private static final int MOST_TURNS = 10_000;

  private static final Duration SHOWN_WITHIN = Duration.ofSeconds(5);
  private static final long NONE = -1;

  private final Staff staff;
  private final Caller caller;
  private final String session;
  private final Progress progress;
  private final TreeMap<Long, Message> messages = new TreeMap<>();

  /// One may leave while it is told something.
  private final Set<Listener> listeners = new CopyOnWriteArraySet<>();

  private @Nullable RunId heard;
  private @Nullable TurnText text;
  // What the user is asked, and what he has answered.
  private final Set<String> asked = new HashSet<>();
  private final Set<String> answered = new HashSet<>();
  private long nextId;
  private long answer = NONE;
  private Status told = Status.STABLE;
  private final Follower follower;

  /// @param session in which everything is said
  public Dialogue(Staff staff, Caller caller, String session, Progress progress) {
    this.staff = staff;
    this.caller = caller;
    this.session = session;
    this.progress = progress;
    this.follower = staff.feed().followSession(caller, session, MOST_TURNS, this::take);
  }

  /// Says something to the agent, and returns when it is among the messages. Whoever waits for an
  /// answer of its user takes it as that.
  public void say(String words) throws InterruptedException {
    var asking = asking();
    if (asking.isPresent()) {
      var run = asking.get();
      var need = run.needs().stream().filter(it -> it.kind().takesWords()).findFirst();
      var id = need.orElseThrow().id();
      staff.answer(caller, run.id(), id, words);
      awaitShown(() -> answered.contains(key(run, id)));
      return;
    }
    var run = staff.sessions().send(caller, session, new Sessions.Message(words)).id();
    awaitShown(() -> run.equals(heard));
  }

  /// Breaks off what is at work, if anything is. What was said stays.
  public void interrupt() {
    staff.sessions().interrupt(caller, session, false);
  }

  /// Whether nothing was ever said.
  public boolean isNew() {
    return staff.sessions().require(caller, session).past().last() == null;
  }

  public Status status() {
    return speaking().filter(it -> !waitsForWords(it)).isPresent() ? Status.RUNNING : Status.STABLE;
  }

  /// All of them, the oldest first.
  public synchronized List<Message> messages() {
    return new ArrayList<>(messages.values());
  }

  /// Tells all that there is, and then what comes, until it is left.
  synchronized void listen(Listener listener) {
    // First, so that one that is lost while it is told can leave.
    listeners.add(listener);
    messages.values().forEach(listener::message);
    listener.status(told);
  }

  synchronized void leave(Listener listener) {
    listeners.remove(listener);
  }

  private Optional<Run> speaking() {
    return Optional.ofNullable(staff.sessions().require(caller, session).turn())
        .flatMap(turn -> staff.find(caller, turn));
  }

  private Optional<Run> asking() {
    return speaking().filter(Dialogue::waitsForWords);
  }

  private static boolean waitsForWords(Run run) {
    return run.needs().stream().map(Need::kind).anyMatch(Need.Kind::takesWords);
  }

  private static String key(Run run, String need) {
    return run.id() + " " + need;
  }

  private synchronized void awaitShown(BooleanSupplier shown) throws InterruptedException {
    long end = System.nanoTime() + SHOWN_WITHIN.toNanos();
    while (!shown.getAsBoolean()) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        throw new RetinueException(
            ErrorCode.SERVICE_UNAVAILABLE,
            "The message was taken, and is not shown yet; look at the messages later.");
      }
      wait(left);
    }
  }

  private boolean take(TurnFeed.Heard next) {
    // Before the lock: the store is asked.
    hear(next, standing());
    if (!next.past()) {
      next.events().forEach(it -> tell(it.event()));
    }
    return true;
  }

  /// As it was, while the store has trouble: whoever asks is told that.
  private Status standing() {
    try {
      return status();
    } catch (RetinueException e) {
      synchronized (this) {
        return told;
      }
    }
  }

  private synchronized void hear(TurnFeed.Heard next, Status status) {
    var run = next.turn().run();
    var current = text;
    if (current == null || !run.id().equals(heard)) {
      current = new TurnText(run);
      text = current;
      heard = run.id();
      showWords(next.turn().message(), time(next));
      if (!next.past()) {
        progress.works(next.turn().message());
      }
      notifyAll();
    }
    for (var recorded : next.events()) {
      hear(run, current, recorded);
    }
    if (next.written() != null) {
      current.see(next.written());
    }
    showAnswer(current);
    if (status != told) {
      told = status;
      listeners.forEach(it -> it.status(status));
    }
  }

  private static Instant time(TurnFeed.Heard next) {
    var written = next.written();
    return written != null ? written.at() : next.events().getFirst().event().at();
  }

  /// What the user answers is a message of his, and what the agent says after it another one.
  private void hear(Run run, TurnText current, Recorded recorded) {
    current.hear(recorded);
    switch (recorded.event()) {
      case RunEvent.Asked(var _, var need) when need.kind().takesWords() ->
          asked.add(key(run, need.id()));
      case RunEvent.Answered(var at, var need, var words) when asked.remove(key(run, need)) -> {
        showAnswer(current);
        showWords(words, at);
        current.beginAnew();
        answered.add(key(run, need));
        notifyAll();
      }
      default -> {}
    }
  }

  private void showWords(String words, Instant at) {
    show(new Message(nextId++, Message.Role.USER, words, at));
    answer = NONE;
  }

  private void showAnswer(TurnText current) {
    if (current.begun().isEmpty()) {
      return;
    }
    answer = answer == NONE ? nextId++ : answer;
    var before = messages.get(answer);
    if (before == null || !before.content().equals(current.content())) {
      show(new Message(answer, Message.Role.AGENT, current.content(), current.begun().get()));
    }
  }

  private void show(Message message) {
    messages.put(message.id(), message);
    listeners.forEach(it -> it.message(message));
  }

  private void tell(RunEvent event) {
    switch (event) {
      case RunEvent.Said(var _, var words) -> progress.works(words);
      case RunEvent.Answered(var _, var _, var _) -> progress.works("It goes on.");
      case RunEvent.Asked(var _, var need) when need.kind().takesWords() ->
          progress.rests(Progress.Rest.ASKING, need.text());
      case RunEvent.Completed(var _, var summary, var _) ->
          progress.rests(Progress.Rest.DONE, summary);
      case RunEvent.Failed(var _, var reason, var why) ->
          progress.rests(Progress.Rest.FAILED, reason.word() + ": " + why);
      case RunEvent.Stopped(var _, var why) -> progress.rests(Progress.Rest.IDLE, why);
      default -> {}
    }
  }

  @Override
  public void close() {
    follower.close();
  }
}
