package dev.retinue.web.socket;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Trouble;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.web.api.Api;
import dev.retinue.web.http.Admission;
import dev.retinue.web.http.Presence;
import dev.retinue.web.http.Visit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One client that watches everything it may see, as the console does: first the runs as they are,
/// then what happens, in batches, each with the cursor after it. Who comes back with its cursor
/// gets what it missed instead. A few runs it can watch closely beside that.
public final class FeedSocket extends ClientSocket {
  /// Further behind than that, it is quicker to begin anew.
  private static final long MOST_MISSED = 5000;

  private static final int PAGE = 200;
  private static final int MOST_AT_WORK = 5000;
  private static final int MOST_ENDED = 300;
  private static final int MOST_TREES = 500;
  private static final int MOST_BELOW = 2000;
  private static final int MOST_CHECKED = 20_000;
  private static final Set<String> OPEN = Set.of("ready", "queued", "running", "waiting");
  private static final Set<String> ENDED = Set.of("completed", "failed", "stopped");

  private final @Nullable String after;
  private final BoardFeed board;
  private final Watches watches;
  private final AtomicBoolean telling = new AtomicBoolean();

  FeedSocket(Api api, Presence presence, Visit visit) {
    super(api, presence, visit, "There is no feed");
    this.after = Visit.query(visit.request()).getValue("after");
    this.board = new BoardFeed(api, visit.who(), this::send);
    this.watches = new Watches(api.desk().staff().feed(), visit.who(), this::send);
  }

  @Override
  Runnable begin() {
    var feed = desk().staff().feed();
    long end = feed.end();
    var missed = missed(end);
    send(hello(missed != null));
    if (missed == null) {
      snapshot(end);
    } else {
      recollect();
    }
    var follower = feed.followAll(caller(), missed == null ? end : missed, board::take);
    var removals = feed.onAnyRemoval(this::farewell);
    return () -> {
      follower.close();
      removals.close();
      watches.close();
    };
  }

  /// The cursor with which it comes back, if it can go on from there.
  private @Nullable Long missed(long end) {
    if (after == null || !after.matches("\\d{1,18}")) {
      return null;
    }
    long from = Long.parseLong(after);
    return from <= end && end - from <= MOST_MISSED ? from : null;
  }

  private ObjectNode hello(boolean resumed) {
    var hello = message("hello").put("resumed", resumed).put("now", Instant.now().toString());
    hello
        .putObject("me")
        .put("id", caller().holder())
        .put("name", caller().name())
        .put("scope", caller().scope().word())
        .put("signed_in", visit().admission().way() == Admission.Way.COOKIE);
    return hello;
  }

  /// Everything that is at work, and the newest of what has ended, with all that belongs to those
  /// at work. The cursor is older than the rows: what happened between comes once more, and is
  /// known by its number.
  private void snapshot(long cursor) {
    var runs = new ArrayList<Run>();
    collect(runs, OPEN, MOST_AT_WORK);
    var roots = runs.stream().map(Run::root).distinct().limit(MOST_TREES).toList();
    var older = collect(runs, ENDED, MOST_ENDED);
    if (older != null) {
      below(runs, roots, older);
    }
    for (int from = 0; from == 0 || from < runs.size(); from += PAGE) {
      var page = runs.subList(from, Math.min(runs.size(), from + PAGE));
      var rows = message("rows").put("cursor", cursor).put("first", from == 0);
      boolean last = from + PAGE >= runs.size();
      rows.put("last", last);
      if (last) {
        rows.put("older", older);
      }
      board.rows(rows.putArray("rows"), page);
      send(rows);
    }
  }

  /// What ended long ago in trees that are still at work: without it they would seem to have cost
  /// less.
  private void below(List<Run> runs, List<RunId> roots, long older) {
    int room = MOST_BELOW;
    for (var root : roots) {
      if (room > 0) {
        var ended =
            desk().register().tree(caller(), root, ENDED, older, Math.min(PAGE, room)).runs();
        runs.addAll(ended);
        room -= ended.size();
      }
    }
  }

  /// Who comes back knows its runs; here it must be known which are at work.
  private void recollect() {
    var runs = new ArrayList<Run>();
    collect(runs, OPEN, MOST_AT_WORK);
    runs.forEach(board::note);
  }

  /// @return where those begin that were left out; null if there are none
  private @Nullable Long collect(List<Run> runs, Set<String> states, int most) {
    int before = runs.size();
    Long next = null;
    do {
      int wanted = Math.min(PAGE, most - (runs.size() - before));
      var page = desk().register().list(caller(), states, next, wanted);
      runs.addAll(page.runs());
      next = page.next();
    } while (next != null && runs.size() - before < most);
    return next;
  }

  private void farewell(Run run) {
    if (caller().maySee(run)) {
      send(removed(List.of(run.id().text())));
    }
  }

  private static ObjectNode removed(List<String> ids) {
    var removed = message("removed");
    ids.forEach(removed.putArray("runs")::add);
    return removed;
  }

  @Override
  Optional<ObjectNode> obey(ObjectNode said) {
    var type = Json.text(said, "type");
    return switch (type == null ? "" : type) {
      case "watch" -> watches.begin(run(said), said.path("after").asLong(0));
      case "unwatch" -> watches.end(run(said));
      case "check" -> Optional.of(check(said));
      case "older" -> Optional.of(older(said.path("before")));
      default ->
          Optional.of(
              error("'type' is '%s'; it must be watch, unwatch, check or older.".formatted(type)));
    };
  }

  private static RunId run(ObjectNode said) {
    var id = Json.text(said, "run");
    return RunId.of(id == null ? "" : id);
  }

  /// Which of these runs are not there any more.
  private ObjectNode check(ObjectNode said) {
    var asked = said.path("runs").values().stream().map(it -> it.asString("")).toList();
    if (asked.size() > MOST_CHECKED) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "'runs' has more than %d ids.".formatted(MOST_CHECKED));
    }
    var known = asked.stream().flatMap(id -> RunId.find(id).stream()).toList();
    var there = desk().staff().visible(caller(), known).keySet();
    return removed(
        asked.stream().filter(id -> RunId.find(id).filter(there::contains).isEmpty()).toList());
  }

  /// A page of what ended, without a number the newest.
  private ObjectNode older(JsonNode before) {
    var from = before.isIntegralNumber() ? (Long) before.asLong() : null;
    var page = desk().register().list(caller(), ENDED, from, PAGE);
    var told = message("older");
    board.rows(told.putArray("rows"), page.runs());
    return told.put("next", page.next());
  }

  @Override
  boolean isThere() {
    return true;
  }

  /// Besides being a sign of life, it tells what can be seen and is no event. Not on the thread
  /// that looks after everybody: a client may be slow to take it.
  @Override
  public void look(long nowNanos) {
    super.look(nowNanos);
    if (telling.compareAndSet(false, true)) {
      Thread.ofVirtual()
          .name("glances")
          .start(
              () -> {
                try {
                  send(board.glances());
                } catch (RetinueException e) {
                  Trouble.note("how runs look is told later", e);
                } finally {
                  telling.set(false);
                }
              });
    }
  }
}
