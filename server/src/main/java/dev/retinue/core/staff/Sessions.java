package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Caller.Scope;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Session;
import dev.retinue.core.port.RunStore;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Conversations: opened, found and closed here; a turn is a run that names its session.
public final class Sessions {
  private final Staff staff;
  private final RunStore store;
  private final Surroundings surroundings;

  Sessions(Staff staff, RunStore store, Surroundings surroundings) {
    this.staff = staff;
    this.store = store;
    this.surroundings = surroundings;
  }

  public Session open(Caller caller, String agent, @Nullable String name) {
    caller.require(Scope.RUN);
    if (name != null) {
      Texts.requireWord("The name of the session", name, Texts.LONGEST_NAME);
    }
    var member = staff.members().require(caller, agent, null);
    var now = surroundings.now();
    var random = surroundings.random();
    // The bits that make it a random UUID (version 4), as `UUID.randomUUID` sets them.
    long high = (random.nextLong() & 0xffffffffffff0fffL) | 0x4000L;
    long low = (random.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
    var session =
        new Session(
            new UUID(high, low).toString(),
            caller.holder(),
            member.name(),
            name,
            new Session.Times(now, now, null),
            null);
    staff.change(
        change -> {
          change.records().save(session);
          return null;
        });
    return session;
  }

  public Session require(Caller caller, String id) {
    return store.session(id).filter(it -> maySee(caller, it)).orElseThrow(() -> notFound(id));
  }

  public List<Session> list(Caller caller, boolean closedToo, int most) {
    return store.sessions(caller.holder(), closedToo, most);
  }

  /// Closing again is harmless. A turn that runs is not touched.
  public Session close(Caller caller, String id) {
    caller.require(Scope.RUN);
    return staff.change(
        change -> {
          var session =
              change
                  .records()
                  .session(id)
                  .filter(it -> maySee(caller, it))
                  .orElseThrow(() -> notFound(id));
          var closed = session.close(change.now());
          change.records().save(closed);
          return closed;
        });
  }

  private static boolean maySee(Caller caller, Session session) {
    return caller.scope() == Scope.ADMIN || session.caller().equals(caller.holder());
  }

  static RetinueException notFound(String id) {
    return new RetinueException(
        ErrorCode.NOT_FOUND, "There is no session '%s'.".formatted(Excerpt.of(id)));
  }
}
