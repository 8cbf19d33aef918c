package dev.retinue.cli.agentapi;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Need;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A session of the staff as AgentAPI shows it: one message of the user and one of the agent for
/// each turn, and whether somebody is at work. All of it is read from the record, so that a restart
/// shows the same.
public final class Dialogue implements AutoCloseable {
  /// More than a session has turns.
  private static final int MOST_TURNS = 10_000;

  private static final Duration SHOWN_WITHIN = Duration.ofSeconds(5);

  private final Staff staff;
  private final Caller caller;
  private final String session;
  private final Progress progress;
  private final TreeMap<Long, Message> messages = new TreeMap<>();

  /// One may leave while it is told something.
  private final Set<Listener> listeners = new CopyOnWriteArraySet<>();

  private @Nullable RunId heard;
  private @Nullable TurnText text;
  private long turns;
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
      var need = asking.get().needs().stream().filter(it -> it.kind().takesWords()).findFirst();
      staff.answer(caller, asking.get().id(), need.orElseThrow().id(), words);
      return;
    }
    var run = staff.sessions().send(caller, session, new Sessions.Message(words));
    awaitHeard(run.id());
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

  private synchronized void awaitHeard(RunId run) throws InterruptedException {
    long end = System.nanoTime() + SHOWN_WITHIN.toNanos();
    while (!run.equals(heard)) {
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
      turns++;
      show(new Message(idOfUser(), Message.Role.USER, next.turn().message(), time(next)));
      if (!next.past()) {
        progress.works(next.turn().message());
      }
      notifyAll();
    }
    next.events().forEach(current::hear);
    if (next.written() != null) {
      current.see(next.written());
    }
    current.begun().ifPresent(at -> showAnswer(content(), at));
    if (status != told) {
      told = status;
      listeners.forEach(it -> it.status(status));
    }
  }

  private static Instant time(TurnFeed.Heard next) {
    var written = next.written();
    return written != null ? written.at() : next.events().getFirst().event().at();
  }

  private long idOfUser() {
    return 2 * (turns - 1);
  }

  private String content() {
    return text == null ? "" : text.content();
  }

  private void showAnswer(String content, Instant at) {
    var before = messages.get(idOfUser() + 1);
    if (before == null || !before.content().equals(content)) {
      show(new Message(idOfUser() + 1, Message.Role.AGENT, content, at));
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
          progress.rests(Progress.Rest.IDLE, need.text());
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
