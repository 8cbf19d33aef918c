package dev.retinue.toolset.compat;

import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.RecordSchema;
import dev.retinue.toolset.spawner.Spawned;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What `tools/list` shows of them. Arguments are called as the old servers called them, and more
/// of them are let in, because those let them in.
final class Schemas {
  private static final String OBJECT = "object";

  static final Set<String> CODEX_ARGUMENTS = names(codexInput());
  static final Set<String> REPLY_ARGUMENTS = names(replyInput());
  static final Set<String> CLAUDE_ARGUMENTS = names(claudeInput());

  private Schemas() {}

  static ToolInfo codex() {
    return info(
        Compat.CODEX,
        "Codex",
        "Begins a thread with Codex: it does the task by itself, and this returns its answer with a threadId. It never stops"
            + " to ask for approval. If the answer says that it is still at work, call codex-reply with the threadId and an"
            + " empty prompt. Cancelling the call stops it.",
        codexInput(),
        output());
  }

  static ToolInfo codexReply() {
    return info(
        Compat.CODEX_REPLY,
        "Reply to Codex",
        "Goes on with a thread that codex began, also days and restarts later: in its folder, with its model and sandbox. With an"
            + " empty prompt it says nothing, and waits for the answer of a thread that is still at work, or returns the last one.",
        replyInput(),
        output());
  }

  static ToolInfo claudeCode() {
    return info(
        Compat.CLAUDE_CODE,
        "Claude Code",
        "Has Claude Code do a task by itself, and returns its answer as text. It sees nothing of this conversation: put"
            + " everything it needs into the prompt. If the answer says that it is still at work, call this again with the"
            + " threadId it names and an empty prompt.",
        claudeInput(),
        null);
  }

  private static ToolInfo info(
      String name,
      String title,
      String description,
      ObjectNode input,
      @Nullable ObjectNode output) {
    var annotations = new ToolInfo.Annotations(title, false, true, false, true);
    return new ToolInfo(name, title, description, input, output, annotations, null);
  }

  private static ObjectNode codexInput() {
    var schema = input();
    text(schema, "prompt", "What Codex is to do: the first words of the thread.");
    text(
        schema,
        "approval-policy",
        "Taken for the sake of old callers. Codex asks nobody here: what its sandbox forbids fails.",
        "untrusted",
        "on-failure",
        "on-request",
        "never");
    text(schema, "base-instructions", "Instructions that are put before the prompt.");
    text(schema, "developer-instructions", "More of them.");
    text(schema, "compact-prompt", "Taken, but not used; the answer says so.");
    property(schema, "config", OBJECT, "Taken, but not used; the answer says so.")
        .put("additionalProperties", true);
    text(schema, "cwd", "The folder to work in; without one that of the caller.");
    text(schema, "model", "Another model than the one that Codex is set up with.");
    text(schema, "profile", "Taken, but not used; the answer says so.");
    text(
        schema,
        "sandbox",
        "What its commands may do; without it what the operator lets it do. danger-full-access is refused.",
        "read-only",
        "workspace-write",
        "danger-full-access");
    property(schema, "include-plan-tool", "boolean", "Taken, but not used; the answer says so.");
    return requiring(schema, "prompt");
  }

  private static ObjectNode replyInput() {
    var schema = input();
    text(schema, "prompt", "What is said next; empty to wait for the answer that is on its way.");
    text(schema, "threadId", "The threadId of an earlier answer, or Codex's own id of the thread.");
    text(schema, "conversationId", "The old name of threadId.");
    return requiring(schema, "prompt");
  }

  private static ObjectNode claudeInput() {
    var schema = input();
    text(schema, "prompt", "What Claude Code is to do.");
    text(schema, "workFolder", "The folder to work in; without one that of the caller.");
    text(
        schema,
        "threadId",
        "The one that an answer named: goes on with it, or waits for it if the prompt is empty.");
    return requiring(schema, "prompt");
  }

  /// What the old server answered, and what is known of the run beside it.
  private static ObjectNode output() {
    var schema = Json.object().put("type", OBJECT);
    var properties = schema.putObject("properties");
    text(schema, "threadId", "The handle for codex-reply.");
    text(schema, "content", "What Codex answered, or what has become of it.");
    text(schema, "codexThreadId", "What Codex itself calls the thread.");
    var run = RecordSchema.of(Spawned.class).json().path("properties");
    for (var property : run.properties()) {
      if (!ThreadAnswer.LEFT_OUT.contains(property.getKey())) {
        properties.set(property.getKey(), property.getValue());
      }
    }
    return requiring(schema, "threadId", "content");
  }

  private static ObjectNode input() {
    var schema = Json.object().put("type", OBJECT);
    schema.putObject("properties");
    return schema;
  }

  private static ObjectNode requiring(ObjectNode schema, String... names) {
    var required = schema.putArray("required");
    List.of(names).forEach(required::add);
    return schema;
  }

  private static void text(ObjectNode schema, String name, String description, String... choices) {
    var property = property(schema, name, "string", description);
    if (choices.length > 0) {
      var words = property.putArray("enum");
      List.of(choices).forEach(words::add);
    }
  }

  private static ObjectNode property(
      ObjectNode schema, String name, String type, String description) {
    return ((ObjectNode) schema.path("properties"))
        .putObject(name)
        .put("type", type)
        .put("description", description);
  }

  private static Set<String> names(ObjectNode input) {
    return new LinkedHashSet<>(input.path("properties").propertyNames());
  }
}
