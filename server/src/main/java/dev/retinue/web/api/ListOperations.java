package dev.retinue.web.api;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Register;
import dev.retinue.web.api.Operation.About;
import dev.retinue.web.api.Operation.Parameter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The list of runs, page by page.
final class ListOperations {
  private static final int USUAL = 100;
  private static final int MOST = 1000;

  /// Four words of the first such surface for our seven states.
  private static final Map<String, Set<String>> STATUSES =
      new TreeMap<>(
          Map.of(
              "ready", Set.of("ready"),
              "running", Set.of("queued", "running", "waiting"),
              "completed", Set.of("completed"),
              "stopped", Set.of("failed", "stopped")));

  private static final Set<String> STATES =
      new TreeSet<>(STATUSES.values().stream().flatMap(Collection::stream).toList());

  private final Register register;
  private final RunViews views;

  ListOperations(Register register, RunViews views) {
    this.register = register;
    this.views = views;
  }

  Operation list() {
    return Operation.json(
        "GET",
        "/api/agents",
        About.answering("The agents, the newest first.", Answers.Runs.class)
            .with(
                new Parameter(
                    "status", "string", "ready, running, completed, stopped; several with commas."),
                new Parameter("state", "string", "One of the seven states; several with commas."),
                new Parameter("root", "string", "Only those of the tree that began with this one."),
                new Parameter("limit", "integer", "How many at most: 1 to 1000, usually 100."),
                new Parameter("before", "integer", "The 'next' of the page before.")),
        this::page);
  }

  private Object page(ApiCall call) {
    var states = new TreeSet<String>();
    for (var status : call.words("status")) {
      states.addAll(require("status", status, STATUSES.keySet(), STATUSES.get(status)));
    }
    var exact = new TreeSet<String>();
    for (var state : call.words("state")) {
      exact.addAll(require("state", state, STATES, STATES.contains(state) ? Set.of(state) : null));
    }
    if (!states.isEmpty() && !exact.isEmpty()) {
      states.retainAll(exact);
      if (states.isEmpty()) {
        return new Answers.Runs(List.of(), null);
      }
    } else {
      states.addAll(exact);
    }
    var limit = call.number("limit", 1, MOST);
    var before = call.number("before", 0, Long.MAX_VALUE);
    int most = limit == null ? USUAL : limit.intValue();
    var root = call.word("root");
    var page =
        root == null
            ? register.list(call.caller(), states, before, most)
            : register.tree(call.caller(), RunId.of(root), states, before, most);
    return new Answers.Runs(
        page.runs().stream().map(run -> views.row(call.caller(), run)).toList(), page.next());
  }

  private static Set<String> require(
      String name,
      String given,
      Set<String> known,
      @org.jspecify.annotations.Nullable Set<String> meant) {
    if (meant == null) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "'%s' is '%s'; it must be one of %s."
              .formatted(name, Excerpt.of(given), String.join(", ", known)));
    }
    return meant;
  }
}
