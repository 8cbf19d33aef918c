package dev.retinue.llm.scripted;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a model was sent, in the words of no particular API.
///
/// @param system its instructions
/// @param schema of the answer, where one was asked for
public record Conversation(
    String model,
    boolean streamed,
    String system,
    List<Message> messages,
    List<Tool> tools,
    @Nullable JsonNode schema) {

  public Conversation {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
  }

  /// What was said, by whom.
  public sealed interface Message {
    String text();

    record User(String text) implements Message {}

    /// What the model said itself.
    ///
    /// @param turn of the script in which it was said, or -1 where that cannot be seen
    record Assistant(String text, int turn) implements Message {}

    record ToolResult(String text) implements Message {}
  }

  /// A tool that was offered.
  ///
  /// @param space the namespace that it is in, where the API has such
  /// @param kind `function`, or what else the API has
  /// @param schema of its input, where it has one
  public record Tool(String name, @Nullable String space, String kind, @Nullable JsonNode schema) {}

  public List<String> toolNames() {
    return tools.stream().map(Tool::name).toList();
  }

  /// Everything that users said, and the scripts in it.
  public String prompts() {
    return messages.stream()
        .filter(Message.User.class::isInstance)
        .map(Message::text)
        .collect(Collectors.joining("\n"));
  }

  /// What tools answered, the last of it last.
  public List<String> toolResults() {
    return messages.stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(Message::text)
        .toList();
  }
}
