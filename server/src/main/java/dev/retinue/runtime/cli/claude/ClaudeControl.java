package dev.retinue.runtime.cli.claude;

import dev.retinue.core.permission.Decision;
import dev.retinue.runtime.cli.Doorway;
import dev.retinue.runtime.cli.relay.Inquiry;
import dev.retinue.runtime.cli.relay.Voice;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// How `claude --input-format stream-json` is spoken with: what it hears first, what it asks, and
/// how it is answered.
///
/// Before every tool it consults us (a hook), if there are rules. What neither they nor its own
/// decide it then asks (`can_use_tool`).
final class ClaudeControl implements Voice {
  /// In seconds. When it is over, it goes on without us; but rules answer at once.
  private static final int CONSULTING = 3_600;

  /// All that it hears at first.
  static String opening(String contract, boolean ruled) {
    return (ruled ? initialize() + "\n" : "") + message(contract) + "\n";
  }

  /// One more message.
  static ObjectNode message(String text) {
    var message = object().put("type", "user");
    message.putObject("message").put("role", "user").put("content", text);
    return message;
  }

  /// Asks it to break off its turn; its session goes on.
  static String interruption() {
    var request = object().put("type", "control_request").put("request_id", "interruption");
    request.putObject("request").put("subtype", "interrupt");
    return request.toString();
  }

  private static ObjectNode initialize() {
    var all = object().put("type", "control_request").put("request_id", "rules");
    var hook =
        all.putObject("request")
            .put("subtype", "initialize")
            .putObject("hooks")
            .putArray("PreToolUse")
            .addObject();
    hook.putNull("matcher").put("timeout", CONSULTING).putArray("hookCallbackIds").add("rules");
    return all;
  }

  /// Its configuration of MCP servers, with Retinue as the only one.
  static String servers(Doorway.Door door) {
    var all = object();
    all.putObject("mcpServers")
        .putObject(Doorway.NAME)
        .put("type", "http")
        .put("url", door.address().toString())
        .putObject("headers")
        .put("Authorization", "Bearer " + door.token());
    return all.toString();
  }

  /// What it asks on a line.
  static Inquiry inquiry(JsonNode line) {
    var id = line.path("request_id").asString("");
    if (line.path("type").asString("").equals("control_cancel_request")) {
      return new Inquiry.Withdrawn(id);
    }
    var request = line.path("request");
    return switch (request.path("subtype").asString("")) {
      case "can_use_tool" ->
          new Inquiry.MayI(
              id, request.path("tool_name").asString("?"), request.path("input").toString());
      case "hook_callback" -> consult(id, request.path("input"));
      default -> new Inquiry.Unknown(id, request.path("subtype").asString(""));
    };
  }

  private static Inquiry consult(String id, JsonNode input) {
    return new Inquiry.Consult(
        id, input.path("tool_name").asString("?"), input.path("tool_input").toString());
  }

  @Override
  public String consulted(Inquiry.Consult inquiry, Decision decision) {
    return switch (decision) {
      case Decision.Allow(var rule) ->
          hook(inquiry, "allow", "the rule '%s' allows it".formatted(rule));
      case Decision.Ask(var _, var why) -> hook(inquiry, "ask", why);
      case Decision.Deny(var _, var why) -> hook(inquiry, "deny", why);
      case Decision.Unnamed _ -> answer(inquiry, object());
    };
  }

  private static String hook(Inquiry inquiry, String word, String why) {
    var said = object();
    said.putObject("hookSpecificOutput")
        .put("hookEventName", "PreToolUse")
        .put("permissionDecision", word)
        .put("permissionDecisionReason", why);
    return answer(inquiry, said);
  }

  @Override
  public String allowed(Inquiry.MayI inquiry) {
    var said = object().put("behavior", "allow");
    said.set("updatedInput", JsonMapper.shared().readTree(inquiry.input()));
    return answer(inquiry, said);
  }

  @Override
  public String denied(Inquiry.MayI inquiry, String why) {
    return answer(inquiry, object().put("behavior", "deny").put("message", why));
  }

  @Override
  public String notUnderstood(Inquiry.Unknown inquiry) {
    var all = object().put("type", "control_response");
    all.putObject("response")
        .put("subtype", "error")
        .put("request_id", inquiry.id())
        .put("error", "'%s' is not known here".formatted(inquiry.what()));
    return all.toString();
  }

  private static String answer(Inquiry inquiry, ObjectNode said) {
    var all = object().put("type", "control_response");
    all.putObject("response")
        .put("subtype", "success")
        .put("request_id", inquiry.id())
        .set("response", said);
    return all.toString();
  }

  private static ObjectNode object() {
    return JsonMapper.shared().createObjectNode();
  }
}
