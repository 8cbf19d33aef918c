package dev.retinue.core.port;

import dev.retinue.core.Account;
import dev.retinue.core.Agent;
import dev.retinue.core.Money;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.Spend;
import dev.retinue.core.StartKey;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What one transaction can read and write. Rows that it reads are locked until it ends; whoever
/// needs several accounts takes the root's first.
public interface Records {
  /// The run, unless it was removed.
  Optional<Run> run(RunId id);

  /// Only one of this caller's: nothing is read of another's.
  ///
  /// @param caller null for everybody's
  Optional<Run> run(RunId id, @Nullable String caller);

  /// Also one that was removed: what is at work for it has to end.
  Optional<Run> recorded(RunId id);

  /// Keeps a new run, with its first events.
  void insert(Run run, @Nullable String prompt, List<RunEvent> events);

  void setPrompt(RunId run, String prompt);

  /// Keeps the run as it is now, with the events that brought it there.
  void save(Run run, List<RunEvent> events);

  /// Runs of the tree of this root that have not ended, or still occupy a slot.
  List<Run> openInTree(RunId root);

  /// All runs of the tree of this root, the oldest first; removed ones too.
  List<Run> tree(RunId root);

  Optional<Account> account(RunId holder);

  void save(Account account);

  /// Adds to a line of the spend book.
  void note(Spend line);

  /// What a caller has spent on these days, both included.
  Money spent(String caller, LocalDate from, LocalDate to);

  /// What the calls in flight of a caller's runs were promised.
  Money promised(String caller);

  /// Promises a caller more, or less if it is below zero.
  void promise(String caller, Money more);

  /// Keeps the definition, and answers the digest by which runs refer to it.
  String keep(Agent agent);

  Optional<StartKey.Earlier> earlier(StartKey key);

  void remember(StartKey key, RunId run, Instant now);

  /// The session that an earlier call with this key made.
  Optional<StartKey.EarlierSession> earlierSession(StartKey key);

  void remember(StartKey key, String session, Instant now);

  Optional<Session> session(String id);

  /// Only one of this caller's: nothing is read of another's.
  ///
  /// @param caller null for everybody's
  Optional<Session> session(String id, @Nullable String caller);

  /// The session that goes by the name of which this id was made.
  Optional<Session> goingBy(String first);

  /// From now on this session goes by the name of which the first id was made.
  void noteSuccessor(String first, String session);

  /// How many sessions of a caller are open.
  long openSessions(String caller);

  /// With how many others, one after the other, a session goes on.
  long origins(String session);

  void save(Session session);

  /// What the turns of a session, and all below them, have used: looks at all of them.
  Session.Spent spentIn(String session);

  /// Notes that a session goes on with what another one said, which is kept as long as it is open.
  void noteOrigin(String session, String origin);

  /// Removes sessions that were closed before that time and have nothing in them.
  void removeEmptySessions(Instant before);

  /// Notes that its caller has seen how the run ended.
  void markSeen(RunId run);

  /// From now on nobody finds the run.
  void markRemoved(RunId run);

  /// Removes everything about a run, and with the last of its runs a closed session. The keys with
  /// which it was started go too, unless its caller removed it.
  void remove(RunId run);

  /// Removes keys from before that time whose runs are gone.
  void removeKeys(Instant before);
}
