package dev.retinue.core.staff;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Session;
import dev.retinue.core.port.RunStore.SessionPage;
import dev.retinue.core.port.RunStore.SessionPlace;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A page of sessions, the one first that was used last. One that is used meanwhile moves to the
/// front, and is not met again.
///
/// @param next what the next page comes before, in words for clients; null after the last
/// @param total how many there are on all pages
public record SessionList(List<Session> sessions, @Nullable String next, long total) {
  private static final Pattern PLACE = Pattern.compile("([0-9]{1,18}):([0-9a-z-]{1,64})");

  static SessionList of(SessionPage page) {
    var next = page.next();
    return new SessionList(
        page.sessions(), next == null ? null : cursor(next.usedAt(), next.id()), page.total());
  }

  /// What those after this one come before: where not all of a page are shown, they are asked for
  /// with this.
  public static String after(Session session) {
    return cursor(session.times().usedAt(), session.id());
  }

  private static String cursor(Instant usedAt, String id) {
    return "%d:%s".formatted(ChronoUnit.MICROS.between(Instant.EPOCH, usedAt), id);
  }

  static SessionPlace place(String cursor) {
    var found = PLACE.matcher(cursor);
    if (!found.matches()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "'%s' is no place in the list of sessions; give as before what an answer had as next_before."
              .formatted(Excerpt.of(cursor)));
    }
    var usedAt = Instant.EPOCH.plus(Long.parseLong(found.group(1)), ChronoUnit.MICROS);
    return new SessionPlace(usedAt, found.group(2));
  }
}
