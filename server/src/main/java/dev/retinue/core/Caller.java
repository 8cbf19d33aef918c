package dev.retinue.core;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Who asks. Everything belongs to a caller, and looks like *not found* to every other.
///
/// @param id tells callers apart
/// @param run the run that speaks, if it is one: it acts for its caller, but only below itself
/// @param workplace where it speaks from: it makes nobody another caller, and is kept nowhere
/// @param origin by which way it speaks: it makes nobody another caller either
public record Caller(
    String id, String name, Scope scope, @Nullable RunId run, Workplace workplace, Origin origin) {
  public static final String OWNER = "owner";

  private static final String LINK = "/link/";
  private static final String STRANGER = "/stranger";

  public Caller(String id, String name, Scope scope, @Nullable RunId run) {
    this(id, name, scope, run, Workplace.NOWHERE, Origin.HOUSE);
  }

  /// What a caller may do. Whoever watches sees what an administrator sees, and touches nothing.
  public enum Scope {
    READ,
    WATCH,
    RUN,
    ADMIN;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /// Whether it is enough for what needs this one.
    public boolean allows(Scope needed) {
      return this == needed || needed == READ || this == ADMIN;
    }
  }

  /// Who made the data directory.
  public static Caller owner() {
    return new Caller(OWNER, OWNER, Scope.ADMIN, null);
  }

  /// The same caller, who speaks from there.
  public Caller at(Workplace place) {
    return new Caller(id, name, scope, run, place, origin);
  }

  /// The same caller, who speaks by this way.
  public Caller by(Origin way) {
    return new Caller(id, name, scope, run, workplace, way);
  }

  public boolean may(Scope needed) {
    return scope.allows(needed);
  }

  public void require(Scope needed) {
    if (!may(needed)) {
      throw RetinueException.needing(
          needed,
          "The token of '%s' may only %s; this needs one with the scope '%s'."
              .formatted(name, scope.word(), needed.word()));
    }
  }

  /// Whether it sees what belongs to others. A run sees what is below it, whoever began it.
  public boolean seesAll() {
    return run == null && may(Scope.WATCH);
  }

  /// Refuses everybody who does not.
  ///
  /// @param what is asked for, as the beginning of a sentence: "The vitals tell of everybody's
  ///   work"
  public void requireSight(String what) {
    if (seesAll()) {
      return;
    }
    var sentence =
        "%s: that needs a token with the scope 'watch' or 'admin'%s."
            .formatted(what, run == null ? "" : ", and a run has none");
    // Who may start things would lose that with 'watch': only an administrator has both.
    throw run == null
        ? RetinueException.needing(may(Scope.RUN) ? Scope.ADMIN : Scope.WATCH, sentence)
        : new RetinueException(ErrorCode.FORBIDDEN, sentence);
  }

  /// Under what its things are kept: those of a run apart from its caller's, because it sees only
  /// what is below it. No name of a caller has a slash.
  public String holder() {
    return run == null ? id : id + "/" + run;
  }

  /// Who has a link to one run, and is nobody: no name of a caller begins with a slash.
  ///
  /// @param group with whom he shares his limits
  public static Caller linkedTo(RunId run, String group) {
    return new Caller(LINK + group, "a link", Scope.READ, run);
  }

  public boolean isLink() {
    return id.startsWith(LINK);
  }

  /// Somebody who could not say who he is, as the audit trail knows him; he may do nothing.
  public static Caller stranger(Origin origin) {
    return new Caller(STRANGER, "a stranger", Scope.READ, null, Workplace.NOWHERE, origin);
  }

  public boolean isStranger() {
    return id.equals(STRANGER);
  }

  /// Whose runs it may see at most; null for everybody's. A link does not say whose run it shows.
  public @Nullable String ownerOfRuns() {
    return seesAll() || isLink() ? null : id;
  }

  /// Whose sessions it may see; null for everybody's.
  public @Nullable String ownerOfSessions() {
    return seesAll() ? null : holder();
  }

  public boolean maySee(Run other) {
    if (run != null) {
      return other.id().equals(run) || other.commission().lineage().isBelow(run);
    }
    return seesAll() || other.commission().caller().equals(id);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Caller(var hisId, var hisName, var hisScope, var hisRun, var _, var _)
        && id.equals(hisId)
        && name.equals(hisName)
        && scope == hisScope
        && Objects.equals(run, hisRun);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, name, scope, run);
  }

  /// Whether a run that nobody waits for goes on because this one asks for it. Who only watches
  /// others keeps nothing alive that nobody else wants.
  public boolean keeps(Run other) {
    return may(Scope.RUN) || other.commission().caller().equals(id);
  }

  @Override
  public String toString() {
    return "%s (%s)".formatted(holder(), scope.word());
  }
}
