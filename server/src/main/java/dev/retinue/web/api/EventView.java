package dev.retinue.web.api;

import dev.retinue.core.Blob;
import dev.retinue.core.Budget;
import dev.retinue.core.Recorded;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Usage;
import dev.retinue.core.Written;
import dev.retinue.mcp.rpc.Json;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// An event as programs see it. Where a file lies is not their business.
final class EventView {
  private EventView() {}

  static ObjectNode of(Recorded recorded) {
    var event = recorded.event();
    var json =
        Json.object()
            .put("seq", recorded.sequence())
            .put("position", recorded.position())
            .put("run", recorded.run().text())
            .put("at", event.at().toString())
            .put("type", type(event));
    add(json, event);
    return json;
  }

  /// What a run writes and has not said yet. It has no number: it is not recorded.
  static ObjectNode of(RunId run, Written written) {
    return Json.object()
        .put("run", run.text())
        .put("type", "draft")
        .put("offset", written.offset())
        .put("text", written.text());
  }

  /// The name of the record in small letters: `ToolCalled` is `tool_called`.
  private static String type(RunEvent event) {
    return event
        .getClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
        .toLowerCase(Locale.ROOT);
  }

  private static void add(ObjectNode json, RunEvent event) {
    switch (event) {
      case RunEvent.Created(var _, var agent) -> json.put("agent", agent);
      case RunEvent.Queued _, RunEvent.Started _, RunEvent.Released _ -> {}
      case RunEvent.Requeued(var _, var why) -> json.put("why", why);
      case RunEvent.Said(var _, var text) -> json.put("text", text);
      case RunEvent.Thought(var _, var text, var _) -> json.put("text", text);
      case RunEvent.ToolCalled(var _, var call, var tool, var input, var _) ->
          json.put("call", call).put("tool", tool).put("input", input);
      case RunEvent.ToolAnswered(var _, var call, var output, var failed) ->
          json.put("call", call).put("output", output).put("failed", failed);
      case RunEvent.Noted(var _, var text) -> json.put("text", text);
      case RunEvent.Steered(var _, var text) -> json.put("text", text);
      case RunEvent.Told(var _, var text) -> json.put("text", text);
      case RunEvent.Condensed(var _, var summary) -> json.put("summary", summary);
      case RunEvent.AgentSwitching(var _, var from, var to, var _) ->
          json.put("from", from).put("to", to);
      case RunEvent.ModelFallback(var _, var from, var to, var why) ->
          json.put("from", from).put("to", to).put("why", why);
      case RunEvent.Learned(var _, var facts) -> facts.forEach(json.putObject("facts")::put);
      case RunEvent.Asked(var _, var need) ->
          json.put("need", need.id()).put("kind", need.kind().word()).put("text", need.text());
      case RunEvent.Answered(var _, var need, var answer) ->
          json.put("need", need).put("answer", answer);
      case RunEvent.Spent(var _, var usage) -> spent(json, usage);
      case RunEvent.BudgetRaised(var _, var budget) -> budget(json.putObject("budget"), budget);
      case RunEvent.Delivered(var _, var payload) -> json.put("bytes", payload.bytes());
      case RunEvent.Printed(var _, var output) -> json.put("bytes", output.bytes());
      case RunEvent.Checked(var _, var check, var passed, var detail) ->
          json.put("check", check).put("passed", passed).put("detail", detail);
      case RunEvent.Completed(var _, var summary, var evidence) ->
          json.put("summary", summary).put("evidence", evidence.name().toLowerCase(Locale.ROOT));
      case RunEvent.Failed(var _, var reason, var message) ->
          json.put("reason", reason.word()).put("message", message);
      case RunEvent.Stopped(var _, var why) -> json.put("why", why);
      case RunEvent.ResultCameLate(var _, var summary, var payload) ->
          late(json.put("summary", summary), payload);
    }
  }

  private static void late(ObjectNode json, @Nullable Blob payload) {
    if (payload != null) {
      json.put("bytes", payload.bytes());
    }
  }

  /// A price that is not known in full is not said.
  private static void spent(ObjectNode json, Usage usage) {
    if (usage.unpriced()) {
      json.putNull("cost_usd");
    } else {
      json.put("cost_usd", usage.cost().usd());
    }
    json.put("input_tokens", usage.inputTokens())
        .put("output_tokens", usage.outputTokens())
        .put("cached_tokens", usage.cachedTokens())
        .put("turns", usage.turns());
  }

  static void budget(ObjectNode json, Budget budget) {
    if (budget.maxCost() != null) {
      json.put("max_cost_usd", budget.maxCost().usd());
    }
    put(json, "max_tokens", budget.maxTokens());
    put(json, "max_turns", budget.maxTurns());
    put(json, "max_seconds", budget.maxSeconds());
    put(json, "max_runs", budget.maxRuns());
  }

  private static void put(ObjectNode json, String name, @Nullable Long value) {
    if (value != null) {
      json.put(name, value);
    }
  }
}
