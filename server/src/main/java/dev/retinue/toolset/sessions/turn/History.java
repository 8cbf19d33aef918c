package dev.retinue.toolset.sessions.turn;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.State;
import dev.retinue.core.port.Conversation;
import dev.retinue.core.port.Conversation.Turn;
import dev.retinue.toolset.lifecycle.Results;
import dev.retinue.toolset.reading.Reading;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a conversation from its end, as much of it as is wanted and fits into one answer.
public final class History {
  /// How many characters of a text are shown among others.
  private static final int MOST_OF_ONE = 8_000;

  /// How many of the last messages of one turn are looked at at once.
  private static final int MOST_OF_TURN = 2_000;

  private static final Pattern CURSOR = Pattern.compile("([a-z_-]+[a-z2-7]{26}):([0-9]{1,9})");

  private final Conversation conversation;
  private final Results results;
  private final Deque<HistoryMessage> found = new ArrayDeque<>();
  private final int limit;
  private int room;
  private @Nullable String next;

  /// @param limit how many messages are wanted; 0 for all
  /// @param room how many characters of JSON they may have
  /// @param results what they answered
  public History(Conversation conversation, Results results, int limit, int room) {
    this.conversation = conversation;
    this.results = results;
    this.limit = limit;
    this.room = room;
  }

  /// Some messages, in the order in which they were said.
  ///
  /// @param before where those end that come before them; null if these are the first
  public record Page(List<HistoryMessage> messages, @Nullable String before) {}

  /// The last ones of a session.
  ///
  /// @param before where an earlier page began; null for the end
  public Page read(Session session, @Nullable String before) {
    var cursor = before == null ? null : cursor(before);
    if (cursor == null) {
      addPendingTransfer(session);
    }
    var turns =
        (cursor == null ? conversation.backwards() : conversation.backwards(cursor.run)).iterator();
    if (cursor != null && !turns.hasNext()) {
      throw unknown(cursor.run.text());
    }
    int end = cursor == null ? Integer.MAX_VALUE : cursor.index;
    while (turns.hasNext() && add(turns.next(), end)) {
      end = Integer.MAX_VALUE;
    }
    return page();
  }

  /// Those of one turn alone.
  public Page read(Turn turn, @Nullable String before) {
    add(turn, before == null ? Integer.MAX_VALUE : cursor(before).index);
    return page();
  }

  private Page page() {
    return new Page(new ArrayList<>(found), next);
  }

  private record Cursor(RunId run, int index) {}

  private static Cursor cursor(String text) {
    var found = CURSOR.matcher(text);
    if (!found.matches()) {
      throw unknown(text);
    }
    var run = RunId.find(found.group(1)).orElseThrow(() -> unknown(text));
    return new Cursor(run, Integer.parseInt(found.group(2)));
  }

  private static RetinueException unknown(String text) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT,
        "'%s' is no place in this session; give as before what an answer had as next_before."
            .formatted(Excerpt.of(text)));
  }

  private void addPendingTransfer(Session session) {
    var transfers = session.past().transfers();
    if (!transfers.isEmpty()
        && Objects.equals(transfers.getLast().after(), session.past().last())) {
      var last = transfers.getLast();
      found.addFirst(HistoryMessage.transfer(last.from(), last.to(), last.at()));
    }
  }

  /// Whether there is room for more.
  ///
  /// @param end where those of the turn end that are wanted
  private boolean add(Turn turn, int end) {
    var run = turn.run();
    var id = run.id().text();
    var messages = new Latest(end);
    messages.add(
        HistoryMessage.asked(
            run.commission().agent().name(),
            run.commission().createdAt(),
            turn.message(),
            id,
            MOST_OF_ONE));
    TurnReader.read(
        run,
        (after, most) -> conversation.events(run.id(), after, most),
        event -> add(messages, run, event));
    while (!messages.kept.isEmpty()) {
      var last = messages.kept.peekLast();
      int length = Reading.length(last) + 1;
      if ((limit > 0 && found.size() >= limit) || (length > room && !found.isEmpty())) {
        next = "%s:%d".formatted(id, messages.first + messages.kept.size());
        return false;
      }
      room -= length;
      found.addFirst(last);
      messages.kept.removeLast();
    }
    if (messages.first > 0) {
      next = "%s:%d".formatted(id, messages.first);
      return false;
    }
    return true;
  }

  /// What was delivered is the answer, and not what was said about it.
  private void add(Latest messages, Run run, TurnEvent event) {
    boolean delivered = run.state() instanceof State.Completed && run.dossier().payload() != null;
    if (delivered && event.type().equals("stream_stopped")) {
      messages.add(
          HistoryMessage.delivered(
              TurnEvent.of("agent_message", event.agent(), event.timestamp(), null),
              run.id().text(),
              results.piece(run, 0, MOST_OF_ONE)));
    } else if (!delivered || !isSummary(run, event)) {
      HistoryMessage.of(event, run.id().text(), MOST_OF_ONE).ifPresent(messages::add);
    }
  }

  private static boolean isSummary(Run run, TurnEvent event) {
    return event.type().equals("agent_message")
        && run.state() instanceof State.Completed completed
        && completed.summary().equals(event.content());
  }

  /// The last messages of a turn, before its end or before another one.
  private static final class Latest {
    private final Deque<HistoryMessage> kept = new ArrayDeque<>();
    private final int end;
    private int seen;
    private int first;

    private Latest(int end) {
      this.end = end;
    }

    private void add(HistoryMessage message) {
      if (seen++ >= end) {
        return;
      }
      kept.addLast(message);
      if (kept.size() > MOST_OF_TURN) {
        kept.removeFirst();
        first++;
      }
    }
  }
}
