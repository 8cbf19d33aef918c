package dev.retinue.cli.daemon;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// Runs as people name them: by the beginning of their id, with or without what all ids begin with.
public final class RunIds {
  private static final int PAGES = 20;
  private static final int MOST_NAMED = 5;

  private final Api api;

  public RunIds(Api api) {
    this.api = api;
  }

  public String require(String named) throws InterruptedException {
    var wanted = named.strip().toLowerCase(Locale.ROOT);
    var whole = RunId.find(wanted);
    if (whole.isPresent()) {
      return whole.get().text();
    }
    var found = wanted.isEmpty() ? List.<String>of() : beginningWith(wanted);
    return switch (found.size()) {
      case 0 ->
          throw new RetinueException(
              ErrorCode.NOT_FOUND,
              "there is no run '%s'. 'retinue ps -a' lists them.".formatted(Excerpt.of(named)));
      case 1 -> found.getFirst();
      default ->
          throw new RetinueException(
              ErrorCode.INVALID_INPUT,
              "'%s' may be %s; say more of it."
                  .formatted(Excerpt.of(named), String.join(" or ", found)));
    };
  }

  private List<String> beginningWith(String wanted) throws InterruptedException {
    var found = new ArrayList<String>();
    var query = "limit=1000";
    for (int page = 0; page < PAGES && found.size() < MOST_NAMED; page++) {
      var answer = api.runs(query);
      for (JsonNode run : answer.path("agents")) {
        var id = run.path("id").asString("");
        var letters = id.substring(Math.max(id.lastIndexOf('-'), id.lastIndexOf('_')) + 1);
        if ((id.startsWith(wanted) || letters.startsWith(wanted)) && found.size() < MOST_NAMED) {
          found.add(id);
        }
      }
      if (!answer.path("next").isNumber()) {
        break;
      }
      query = "limit=1000&before=" + answer.path("next").asLong();
    }
    return found;
  }
}
