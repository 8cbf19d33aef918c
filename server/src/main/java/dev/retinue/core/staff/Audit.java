package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Origin;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.Session;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.AuditEntry.Result;
import dev.retinue.core.audit.Deed;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.port.AuditLog;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Notes who did what to what. What changes something is noted in the same transaction; what was
/// refused just after, and only so often: nobody fills the disk by being refused.
public final class Audit {
  /// Refusals of one caller or address that are noted one by one in a minute.
  static final int MOST_OF_ONE = 20;

  private static final int LONGEST_TEXT = 4_000;
  private static final Tally.Bounds REFUSALS = new Tally.Bounds(MOST_OF_ONE, 500, 1_000);

  private final AuditLog log;
  private final Surroundings surroundings;

  /// Apart, so that strangers, who have as many addresses as they like, hide nobody who is known.
  private final Tally strangers;

  private final Tally callers;
  private final Reads reads;
  private volatile boolean prompts;

  public Audit(AuditLog log, Surroundings surroundings) {
    this.log = log;
    this.surroundings = surroundings;
    this.strangers = new Tally(surroundings.nanoTime(), REFUSALS);
    this.callers = new Tally(surroundings.nanoTime(), REFUSALS);
    this.reads = new Reads(surroundings.nanoTime());
  }

  /// Whether what callers say to agents is noted, too.
  public void keepPrompts(boolean keep) {
    prompts = keep;
  }

  /// The trail itself.
  public AuditLog log() {
    return log;
  }

  /// Does something that somebody asked for. What it changes is kept together with its entry, and
  /// why it was refused is noted, too. What it asks for itself has no entry of its own.
  public <T extends @Nullable Object> T of(
      Caller caller, Action action, Subject subject, Supplier<T> work) {
    return of(caller, action, subject, null, work);
  }

  /// @param said what the caller says to an agent
  <T extends @Nullable Object> T of(
      Caller caller, Action action, Subject subject, @Nullable String said, Supplier<T> work) {
    if (Deed.isUnderWay()) {
      return work.get();
    }
    var deed = deed(caller, action, subject);
    if (prompts && said != null) {
      deed.withText("prompt", said, LONGEST_TEXT);
    }
    return perform(caller, deed, work);
  }

  private <T extends @Nullable Object> T perform(Caller caller, Deed deed, Supplier<T> work) {
    try {
      T result = deed.during(work);
      if (deed.isKept()) {
        surroundings.observer().audited();
      }
      return result;
    } catch (RetinueException e) {
      refuse(deed.ended(Result.of(e.code())), caller);
      throw e;
    } catch (RuntimeException e) {
      refuse(deed.ended(Result.of(ErrorCode.INTERNAL_ERROR)), caller);
      throw e;
    }
  }

  /// The same for what changes nothing here: it is noted when it was done, and only so often.
  public <T extends @Nullable Object> T reading(
      Caller caller, Action action, Subject subject, Supplier<T> work) {
    var deed = deed(caller, action, subject);
    T result = perform(caller, deed, work);
    if (!deed.isKept()) {
      read(caller, deed);
    }
    return result;
  }

  /// Notes what was done.
  public void note(Caller caller, Action action, Subject subject) {
    note(deed(caller, action, subject));
  }

  /// The entry of something that is done now.
  public Deed deed(Caller caller, Action action, Subject subject) {
    return new Deed(caller, action, subject, surroundings.now());
  }

  public void note(Deed deed) {
    try {
      log.append(deed);
      surroundings.observer().audited();
    } catch (RuntimeException e) {
      Trouble.note("an entry of the audit trail is missing", e);
    }
  }

  /// Notes that somebody was refused before anything was asked for.
  ///
  /// @param caller who it was, if that is known
  public void refused(@Nullable Caller caller, Origin origin, Action action, ErrorCode code) {
    var who = caller == null ? Caller.stranger(origin) : caller.by(origin);
    var deed = new Deed(who, action, Subject.HOUSE, surroundings.now());
    refuse(deed.ended(Result.of(code)), who);
  }

  /// Notes that what somebody was about to do was refused.
  public void refused(Caller caller, Deed deed, ErrorCode code) {
    refuse(deed.ended(Result.of(code)), caller);
  }

  /// Notes that somebody reads the result of a run that belongs to another.
  public void read(Caller caller, Run run) {
    if (!run.commission().caller().equals(caller.id())) {
      read(caller, deed(caller, Action.PAYLOAD_READ, Subject.run(run.id())));
    }
  }

  /// Notes that somebody reads the conversation of another.
  public void read(Caller caller, Session session) {
    if (!session.caller().equals(caller.id())) {
      read(caller, deed(caller, Action.SESSION_READ, Subject.session(session.id())));
    }
  }

  /// Notes that somebody reads the trail.
  public void read(Caller caller) {
    read(caller, deed(caller, Action.AUDIT_READ, Subject.AUDIT));
  }

  /// Nobody knows who has a link, so all who have one are one reader.
  private void read(Caller caller, Deed deed) {
    var reader = caller.isLink() ? "link/" : caller.id();
    var what = deed.action().word() + " " + deed.subject().id();
    reads.take(reader, what, deed).ifPresent(this::note);
  }

  private void refuse(Deed deed, Caller caller) {
    var noted =
        caller.isStranger()
            ? strangers.take(String.valueOf(caller.origin().address()), deed)
            : callers.take(caller.id(), deed);
    noted.ifPresent(this::note);
  }

  /// Notes how much was only counted, when it is time to.
  public void tell() {
    tell(false);
  }

  /// Notes the end of the house, and before that what was only counted until now.
  public void end() {
    tell(true);
    note(Caller.owner(), Action.HOUSE_STOP, Subject.HOUSE);
  }

  private void tell(boolean all) {
    strangers.sums(all).forEach(this::note);
    callers.sums(all).forEach(this::note);
    reads.sums(all).forEach(this::note);
  }

  /// Lets go of what is older, and says how much that was.
  public long cut(Instant before) {
    long gone = 0;
    while (true) {
      long now = log.cut(before, deed(Caller.owner(), Action.AUDIT_CUT, Subject.AUDIT));
      if (now == 0) {
        return gone;
      }
      gone += now;
    }
  }
}
