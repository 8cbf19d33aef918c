package dev.retinue.core.audit;

import dev.retinue.core.Caller;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Issuer;
import dev.retinue.core.Masked;
import dev.retinue.core.Origin;
import dev.retinue.core.RunId;
import dev.retinue.core.audit.AuditEntry.Result;
import dev.retinue.core.audit.AuditEntry.Who;
import dev.retinue.core.trace.TraceContext;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What somebody is doing on this thread. The first change that is kept meanwhile takes its entry
/// along, in the same transaction; so no signature on the way has to know of it.
public final class Deed {
  private static final ScopedValue<Deed> CURRENT = ScopedValue.newInstance();
  private static final int LONGEST_FACT = 200;

  private final Caller caller;
  private final Action action;
  private final Instant at;
  private final Origin origin;
  private final Map<String, String> details = new TreeMap<>();
  private Subject subject;
  private Result result = Result.OK;
  private boolean kept;

  public Deed(Caller caller, Action action, Subject subject, Instant at) {
    this.caller = caller;
    this.action = action;
    this.subject = subject.masked();
    this.at = at;
    var trace = TraceContext.current();
    this.origin = trace == null ? caller.origin() : caller.origin().within(trace.trace());
    if (Issuer.isCaller(caller.id())) {
      with("name", caller.name()); // The id of such a one tells nobody who it is.
    }
  }

  /// What is being done on this thread, if its entry is still to be kept.
  public static @Nullable Deed current() {
    if (!CURRENT.isBound()) {
      return null;
    }
    var deed = CURRENT.get();
    return deed.kept ? null : deed;
  }

  /// Whether something is being done on this thread: what is done for it has no entry of its own.
  public static boolean isUnderWay() {
    return CURRENT.isBound();
  }

  /// The same for those who have to say more of it, which may happen on another thread: one that
  /// nobody keeps if nothing is being done.
  public static Deed underWay() {
    var deed = current();
    return deed == null
        ? new Deed(Caller.owner(), Action.RUN_START, Subject.HOUSE, Instant.EPOCH)
        : deed;
  }

  /// This run was made.
  public void made(RunId run, String agent) {
    subject = subject.made("run", run.text(), agent);
  }

  /// This session was made.
  public void madeSession(String session, String agent) {
    subject = subject.made("session", session, agent);
  }

  public Deed with(String name, String value) {
    // Masked first: of half a secret nobody knows that it is one.
    details.put(name, Excerpt.of(Masked.of(value), LONGEST_FACT));
    return this;
  }

  /// A text of somebody, whose secrets are masked before it is cut.
  public Deed withText(String name, String said, int longest) {
    var text = Masked.of(said);
    details.put(name, text.length() > longest ? text.substring(0, longest) + "…" : text);
    return this;
  }

  /// As it ended.
  public Deed ended(Result how) {
    result = how;
    return this;
  }

  public Action action() {
    return action;
  }

  public Subject subject() {
    return subject;
  }

  public Result result() {
    return result;
  }

  public boolean isKept() {
    return kept;
  }

  /// Its entry is on disk.
  public void keep() {
    kept = true;
  }

  public <T extends @Nullable Object> T during(Supplier<T> work) {
    return ScopedValue.where(CURRENT, this).call(work::get);
  }

  /// Its entry, which gets its number where it is kept.
  public AuditEntry entry() {
    var who = caller.isStranger() ? Who.NOBODY : new Who(caller.id(), caller.run());
    return new AuditEntry(0, at, who, action.word(), subject, result, origin, details);
  }
}
