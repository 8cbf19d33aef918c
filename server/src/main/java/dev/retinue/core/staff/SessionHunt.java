package dev.retinue.core.staff;

import dev.retinue.core.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Looks through a list of sessions, page by page, for those that have some words in their title,
/// in the name of their agent or in their id. It stops after so many, and says where to go on.
final class SessionHunt {
  private static final int MOST_LOOKED_AT = 5_000;

  private final Function<@Nullable String, SessionList> pages;
  private final String words;

  /// @param pages what comes before a cursor; null for the first page
  SessionHunt(Function<@Nullable String, SessionList> pages, String words) {
    this.pages = pages;
    this.words = words.strip().toLowerCase(Locale.ROOT);
  }

  /// @param most how many are found at most
  SessionList from(@Nullable String before, int most) {
    var found = new ArrayList<Session>();
    var cursor = before;
    int looked = 0;
    while (true) {
      var page = pages.apply(cursor);
      for (var session : page.sessions()) {
        looked++;
        if (fits(session)) {
          found.add(session);
        }
        if (found.size() == most || looked == MOST_LOOKED_AT) {
          return new SessionList(List.copyOf(found), SessionList.after(session), page.total());
        }
      }
      cursor = page.next();
      if (cursor == null) {
        return new SessionList(List.copyOf(found), null, page.total());
      }
    }
  }

  private boolean fits(Session session) {
    return has(session.name()) || has(session.agent()) || has(session.id());
  }

  private boolean has(@Nullable String text) {
    return text != null && text.toLowerCase(Locale.ROOT).contains(words);
  }
}
