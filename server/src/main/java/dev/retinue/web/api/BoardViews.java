package dev.retinue.web.api;

import dev.retinue.core.Caller;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Written;
import dev.retinue.core.staff.Register;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.lifecycle.Words;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Runs and events for those who watch all of them at once: short, because there are many.
public final class BoardViews {
  /// More of a text nobody reads on a board.
  private static final int SHORT = 200;

  /// More of one event nobody reads on a page; who wants all of it asks for that event.
  private static final int LONG = 20_000;

  private final RunViews views;
  private final Register register;

  BoardViews(RunViews views, Register register) {
    this.views = views;
    this.register = register;
  }

  /// A run as it is now: later events are those with a larger number than its `seq`.
  public ObjectNode row(Caller caller, Run run) {
    ObjectNode json = ToolJson.MAPPER.valueToTree(views.row(caller, run, SHORT));
    var needs = json.remove("waiting_for");
    json.set("needs", needs == null ? json.arrayNode() : needs);
    if (run.dossier().usage().unpriced()) {
      json.putNull("cost_usd");
    }
    var began = run.tenure().startedAt();
    json.put("seq", run.sequence())
        .put("created_at", run.commission().createdAt().toString())
        .put("began", began != null)
        .put("runtime", run.commission().agent().runtime())
        .put("evidence", Words.evidence(run))
        .put("summary", Words.summary(run))
        .put("error", Words.error(run));
    if (began != null) {
      json.put("started_at", began.toString());
    }
    EventView.budget(json.putObject("budget"), register.budget(run));
    cut(json, SHORT);
    return json;
  }

  /// What happened, as far as a board shows it. A question is there in full: whoever answers it
  /// must have seen its end, too.
  public static ObjectNode brief(Recorded recorded) {
    var json = EventView.of(recorded);
    json.remove("position");
    json.remove("facts");
    json.remove("output");
    if (!(recorded.event() instanceof RunEvent.Asked)) {
      cut(json, SHORT);
    }
    return json;
  }

  /// What happened, as far as a page shows it: `cut` has the names of what is shorter than it was.
  public static ObjectNode whole(Recorded recorded) {
    var json = EventView.of(recorded);
    var shorter = recorded.event() instanceof RunEvent.Asked ? List.<String>of() : cut(json, LONG);
    if (!shorter.isEmpty()) {
      shorter.forEach(json.putArray("cut")::add);
    }
    return json;
  }

  /// What is being written.
  public static ObjectNode draft(RunId run, Written written) {
    return EventView.of(run, written);
  }

  private static List<String> cut(ObjectNode json, int most) {
    var shorter = new ArrayList<String>();
    for (var field : json.properties()) {
      if (field.getValue().isString() && field.getValue().stringValue().length() > most) {
        shorter.add(field.getKey());
      }
    }
    for (var name : shorter) {
      var text = json.path(name).stringValue();
      int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
      json.put(name, text.substring(0, end) + "…");
    }
    return shorter;
  }
}
