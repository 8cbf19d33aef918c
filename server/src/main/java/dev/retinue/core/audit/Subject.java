package dev.retinue.core.audit;

import dev.retinue.core.Excerpt;
import dev.retinue.core.Masked;
import dev.retinue.core.RunId;
import org.jspecify.annotations.Nullable;

/// To what something was done.
///
/// @param kind run, session, token, agent, house and so on
/// @param id which of them; null where there is only one, or none yet
/// @param within what it belongs to: the session of a run
/// @param agent who works for it
public record Subject(
    String kind, @Nullable String id, @Nullable String within, @Nullable String agent) {
  public static final Subject HOUSE = new Subject("house", null, null, null);
  public static final Subject AUDIT = new Subject("audit", null, null, null);

  private static final String RUN = "run";
  private static final int LONGEST = 200;

  public static Subject run(RunId id) {
    return new Subject(RUN, id.text(), null, null);
  }

  /// A run that is going to be made.
  public static Subject runOf(String agent) {
    return new Subject(RUN, null, null, agent);
  }

  public static Subject session(String id) {
    return new Subject("session", id, null, null);
  }

  /// A session that is going to be made.
  public static Subject sessionWith(String agent) {
    return new Subject("session", null, null, agent);
  }

  public static Subject token(String name) {
    return new Subject("token", name, null, null);
  }

  /// An agent in a workspace elsewhere.
  public static Subject fleetAgent(String name) {
    return new Subject("fleet-agent", name, null, null);
  }

  /// Short, and without what a caller may have put where a name belongs.
  Subject masked() {
    return new Subject(kind, masked(id), masked(within), masked(agent));
  }

  private static @Nullable String masked(@Nullable String name) {
    return name == null ? null : Excerpt.of(Masked.of(name), LONGEST);
  }

  /// What was made of it: the run that answers in a session, the fork of another one.
  Subject made(String madeKind, String made, String by) {
    return new Subject(madeKind, made, made.equals(id) ? within : id, by);
  }
}
