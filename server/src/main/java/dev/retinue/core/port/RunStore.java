package dev.retinue.core.port;

import dev.retinue.core.Account;
import dev.retinue.core.Agent;
import dev.retinue.core.Recorded;
import dev.retinue.core.Retention;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.StartKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Where runs are kept. What was accepted survives everything.
public interface RunStore {
  /// Looks, decides and records, in one transaction that is durable when this returns. The decision
  /// may run on another thread beside others, so it is quick and does nothing but decide; if it
  /// throws, nothing is recorded.
  <T extends @Nullable Object> T change(Function<Records, T> decide);

  /// The audit trail that is kept together with the runs.
  default AuditLog audit() {
    return AuditLog.NONE;
  }

  /// What was removed is not found, here and in all that follows, until it says otherwise.
  Optional<Run> find(RunId id);

  /// Also one that was removed, as long as something of its tree is at work.
  Optional<Run> recorded(RunId id);

  /// Only one of this caller's: nothing is read of another's.
  ///
  /// @param caller null for everybody's
  Optional<Run> find(RunId id, @Nullable String caller);

  /// Those that exist and are this caller's, in no order.
  ///
  /// @param caller null for everybody's
  List<Run> find(Collection<RunId> ids, @Nullable String caller);

  Optional<String> prompt(RunId id);

  Optional<Agent> definition(String digest);

  /// What the run and those below it have used of its budget, if it has one of its own.
  Optional<Account> account(RunId holder);

  /// The run that an earlier start with this key made.
  Optional<StartKey.Earlier> earlier(StartKey key);

  RunPage list(RunQuery query);

  /// Every run that has not ended or still occupies a slot, the oldest first; removed ones too.
  List<Run> open();

  /// The events of one run after this sequence number.
  List<Recorded> events(RunId run, long after, int most);

  /// The events of all runs after this position, or of one caller's.
  FeedPage feed(long after, @Nullable String caller, int most);

  /// The position of the last event of all; 0 if there is none.
  long lastPosition();

  Optional<Session> session(String id);

  /// Only one of this caller's: nothing is read of another's.
  ///
  /// @param caller null for everybody's
  Optional<Session> session(String id, @Nullable String caller);

  /// The session that goes by the name of which this id was made.
  Optional<Session> goingBy(String first);

  /// The session that an earlier call with this key made.
  Optional<StartKey.EarlierSession> earlierSession(StartKey key);

  SessionPage sessions(SessionQuery query);

  /// Where a run stands among those of its session: what is before it comes after this as `before`
  /// of a query. Nothing if it is no run of this session.
  Optional<Long> placeIn(String session, RunId run);

  /// Open ones in which nobody speaks, and that nobody used since this time.
  List<Session> idleSessions(Instant since, int most);

  /// What the rules let go, the oldest first; never a run whose tree is alive.
  List<RunId> removable(Retention rules, Instant now, int most);

  /// What was removed and can be let go, those below first: nothing of its tree is at work.
  List<RunId> removed(int most);

  /// A page of runs, the newest first.
  ///
  /// @param next where the next page begins, or null after the last
  record RunPage(List<Run> runs, @Nullable Long next) {}

  /// Which runs to list.
  ///
  /// @param kind how their ids begin; null for all
  /// @param before the `next` of the page before
  record RunQuery(
      @Nullable String caller,
      Collection<String> states,
      RunId.@Nullable Prefix kind,
      @Nullable RunId root,
      @Nullable String session,
      @Nullable Long before,
      int most) {
    public RunQuery(
        @Nullable String caller,
        Collection<String> states,
        @Nullable RunId root,
        @Nullable String session,
        @Nullable Long before,
        int most) {
      this(caller, states, null, root, session, before, most);
    }
  }

  /// Which sessions to list.
  ///
  /// @param caller whose; null for everybody's
  /// @param before the `next` of the page before
  record SessionQuery(
      @Nullable String caller, boolean closedToo, @Nullable SessionPlace before, int most) {}

  /// A session's place among others: the one that was used last comes first.
  record SessionPlace(Instant usedAt, String id) {}

  /// A page of sessions.
  ///
  /// @param next where the next page begins, or null after the last
  /// @param total how many there are on all pages
  record SessionPage(List<Session> sessions, @Nullable SessionPlace next, long total) {}

  /// A page of events.
  ///
  /// @param position up to where was read: the cursor for the next page, even if nothing was found
  record FeedPage(List<Recorded> events, long position) {}
}
