package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// The connections from which callers speak. Whoever has one and asks by another way names it, and
/// counts as speaking from there: with that folder and those keys.
public final class Seats {
  private final Map<String, Caller> taken = new ConcurrentHashMap<>();

  /// Takes one for as long as the connection lasts, and answers with its name, which nobody can
  /// guess.
  public String take(Caller caller) {
    var seat = UUID.randomUUID().toString();
    taken.put(seat, caller);
    return seat;
  }

  public void leave(String seat) {
    taken.remove(seat);
  }

  /// The caller where he sits. Another's seat is as good as none.
  public Caller at(Caller caller, String seat) {
    var seated = taken.get(seat);
    if (seated == null || !seated.holder().equals(caller.holder())) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "There is no such connection to the daemon any more; connect again, and repeat this.");
    }
    return caller.at(seated.workplace());
  }
}
