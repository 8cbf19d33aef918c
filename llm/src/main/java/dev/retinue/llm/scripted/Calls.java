package dev.retinue.llm.scripted;

import dev.retinue.llm.scripted.Conversation.Tool;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Makes calls of tools as the client has them.
final class Calls {
  private static final List<String> SHELLS =
      List.of(
          "Bash",
          "exec_command",
          "shell_command",
          "shell",
          "local_shell",
          "bash",
          "run_shell_command");
  private static final Pattern OF_MCP = Pattern.compile("(mcp__.+?)__(.+)");
  private static final Pattern STRUCTURED = Pattern.compile("(?i)structured_?output");

  /// What begins the id of a call; the rest of it is added later.
  private static final String ID = "call";

  private final Conversation conversation;

  Calls(Conversation conversation) {
    this.conversation = conversation;
  }

  /// @param step with `shell`, or `tool` and `input`
  Reply.Call of(JsonNode step) {
    return step.has("shell")
        ? shell(step.path("shell").asString(""))
        : tool(step.path("tool").asString(""), step.path("input"));
  }

  private Reply.Call shell(String command) {
    for (var name : SHELLS) {
      var tool = offered(name);
      if (tool.isPresent()) {
        return shell(tool.get(), command);
      }
    }
    // One that runs JavaScript, with the other tools as its functions.
    if (offered("exec").isPresent()) {
      var code = "text(await tools.exec_command({cmd: %s}));".formatted(quoted(command));
      return new Reply.Call(ID, "exec", null, "custom", Tree.JSON.valueToTree(code));
    }
    return new Reply.Call(ID, "Bash", null, "function", Tree.of("command", command));
  }

  private static String quoted(String text) {
    return Tree.JSON.writeValueAsString(text);
  }

  private static Reply.Call shell(Tool tool, String command) {
    var words = List.of("bash", "-lc", command);
    if (tool.kind().equals("local_shell")) {
      var input = Tree.of("type", "exec", "command", words, "env", Tree.of());
      return new Reply.Call(ID, tool.name(), tool.space(), "local_shell", input);
    }
    var schema = tool.schema() == null ? Tree.of() : tool.schema();
    var name = schema.path("properties").has("cmd") ? "cmd" : "command";
    boolean list = schema.path("properties").path(name).path("type").asString("").equals("array");
    var input = Tree.of(name, list ? words : command);
    for (var required : schema.path("required")) {
      if (required.asString("").equals("description")) {
        input.put("description", "what the script says");
      }
    }
    return new Reply.Call(ID, tool.name(), tool.space(), "function", input);
  }

  private Reply.Call tool(String name, JsonNode given) {
    JsonNode input = given.isMissingNode() ? Tree.of() : given;
    var tool = offered(name);
    if (tool.isPresent()) {
      var kind = kind(tool.get(), input);
      return new Reply.Call(ID, tool.get().name(), tool.get().space(), kind, input);
    }
    var kind = input.isString() ? "custom" : "function";
    // Who has namespaces may keep such tools back until they are used.
    var ofMcp = OF_MCP.matcher(name);
    if (hasSpaces() && ofMcp.matches()) {
      return new Reply.Call(ID, ofMcp.group(2), ofMcp.group(1), kind, input);
    }
    return new Reply.Call(ID, name, null, kind, input);
  }

  private boolean hasSpaces() {
    return conversation.tools().stream()
        .anyMatch(tool -> tool.space() != null || !tool.kind().equals("function"));
  }

  private static String kind(Tool tool, JsonNode input) {
    return switch (tool.kind()) {
      case "custom", "tool_search" -> tool.kind();
      default -> input.isString() ? "custom" : "function";
    };
  }

  /// By the tool for structured answers, if the client has one.
  Optional<Reply.Call> structured(JsonNode answer) {
    return conversation.tools().stream()
        .filter(tool -> STRUCTURED.matcher(tool.name()).matches())
        .map(tool -> new Reply.Call(ID, tool.name(), tool.space(), "function", answer))
        .findFirst();
  }

  private Optional<Tool> offered(String name) {
    return conversation.tools().stream()
        .filter(tool -> tool.name().equals(name) || Objects.equals(fullName(tool), name))
        .findFirst();
  }

  private static @Nullable String fullName(Tool tool) {
    return tool.space() == null ? null : tool.space() + "__" + tool.name();
  }
}
