package dev.retinue.toolset.compat;

import dev.retinue.core.Excerpt;
import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.spawner.Spawned;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import tools.jackson.databind.node.ObjectNode;

/// What has become of a thread, as the old servers said it.
///
/// @param thread its handle
/// @param session what the program itself calls it, once that is known
record ThreadAnswer(String thread, Optional<String> session, Spawned spawned) {
  /// Said in other words, or meant for tools that need not be there.
  static final List<String> LEFT_OUT = List.of("result", "structured", "message", "rest");

  private static final int LONGEST_ERROR = 1_000;

  /// A text, and beside it the thread and all that is known of the run.
  ToolResult codex(List<String> warnings) {
    var text = text(Compat.CODEX_REPLY);
    ObjectNode rest = ToolJson.MAPPER.valueToTree(spawned);
    LEFT_OUT.forEach(rest::remove);
    var json = Json.object().put("threadId", thread).put("content", text);
    session.ifPresent(it -> json.put("codexThreadId", it));
    json.setAll(rest);
    if (spawned.error() != null) {
      // The whole of it is in the text.
      json.put("error", Excerpt.of(spawned.error(), LONGEST_ERROR));
    }
    var all = new ArrayList<>(warnings);
    if (spawned.warnings() != null) {
      all.addAll(spawned.warnings());
    }
    if (!all.isEmpty()) {
      var told = json.putArray("warnings");
      all.forEach(told::add);
    }
    return new ToolResult(List.of(Content.text(text)), json, spawned.failed());
  }

  /// A text alone.
  ToolResult claude(List<String> warnings) {
    var text = new StringJoiner("\n\n").add(text(Compat.CLAUDE_CODE));
    warnings.forEach(warning -> text.add("Warning: " + warning));
    return new ToolResult(List.of(Content.text(text.toString())), null, spawned.failed());
  }

  /// @param tool by which one goes on
  private String text(String tool) {
    if (spawned.success() == null) {
      return unfinished(tool);
    }
    var parts = new StringJoiner("\n\n").setEmptyValue("");
    if (spawned.error() != null) {
      parts.add(spawned.error());
    }
    if (spawned.result() != null) {
      parts.add(spawned.result());
    }
    if (spawned.rest() != null) {
      parts.add(
          "[This is the beginning; the whole of it is the resource agents://runs/%s/output.]"
              .formatted(spawned.spawnId()));
    }
    return parts.toString();
  }

  private String unfinished(String tool) {
    var needs = spawned.waitingFor();
    if (needs != null && !needs.isEmpty()) {
      return "It waits for somebody: %s Answer with the tool answer (agent_id %s), then call %s with threadId %s and an empty prompt."
          .formatted(needs.getFirst().text(), needs.getFirst().agentId(), tool, thread);
    }
    return "It is still at work, and goes on by itself. Call %s with threadId %s and an empty prompt to wait for its answer."
        .formatted(tool, thread);
  }
}
