package dev.retinue.cli.daemon;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Conversations as people name them: by the beginning of their id, or by their title.
public final class SessionIds {
  private static final int PAGE = 1_000;
  private static final Pattern WHOLE = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final int MOST_NAMED = 5;

  private final SessionApi sessions;

  public SessionIds(SessionApi sessions) {
    this.sessions = sessions;
  }

  public String require(String named) throws InterruptedException {
    var wanted = named.strip().toLowerCase(Locale.ROOT);
    if (WHOLE.matcher(wanted).matches()) {
      return sessions.require(wanted).path("id").asString("");
    }
    var found = wanted.isEmpty() ? List.<String>of() : find(wanted);
    return switch (found.size()) {
      case 0 ->
          throw new RetinueException(
              ErrorCode.NOT_FOUND,
              "there is no session '%s'. 'retinue sessions list --all' lists them."
                  .formatted(Excerpt.of(named)));
      case 1 -> found.getFirst();
      default ->
          throw new RetinueException(
              ErrorCode.INVALID_INPUT,
              "'%s' may be %s; say more of it."
                  .formatted(Excerpt.of(named), String.join(" or ", found)));
    };
  }

  /// All that may be meant, or a few of them.
  private List<String> find(String wanted) throws InterruptedException {
    var found = new ArrayList<String>();
    String before = null;
    do {
      var page = sessions.page(true, PAGE, before);
      for (JsonNode session : page.path("sessions")) {
        var id = session.path("id").asString("");
        boolean meant =
            id.startsWith(wanted) || session.path("title").asString("").equalsIgnoreCase(wanted);
        if (meant && found.size() < MOST_NAMED) {
          found.add(id);
        }
      }
      before = page.path("next_before").isString() ? page.path("next_before").asString() : null;
    } while (before != null && found.size() < MOST_NAMED);
    return found;
  }

  /// The open one that was used last.
  public String newest() throws InterruptedException {
    var open = sessions.list(false, 1);
    if (open.isEmpty()) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND,
          "there is no session to go on with. 'retinue chat' without --continue begins one.");
    }
    return open.get(0).path("id").asString("");
  }
}
