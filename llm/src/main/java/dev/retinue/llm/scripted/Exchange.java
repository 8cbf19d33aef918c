package dev.retinue.llm.scripted;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A question to the model, and what became of it.
///
/// @param number of it, from 1
/// @param api `anthropic`, `responses`, `chat` or `gemini`
/// @param headers by their names in small letters
/// @param conversation what the model saw
/// @param body the same as it was sent
/// @param turn of the script that was played, from 0
public record Exchange(
    int number,
    Instant at,
    String api,
    String path,
    Map<String, String> headers,
    Conversation conversation,
    JsonNode body,
    int turn,
    Outcome outcome) {

  /// What became of a question.
  public sealed interface Outcome {
    /// Not answered yet, or not to its end.
    record Open() implements Outcome {}

    record Answered(Instant at, int status) implements Outcome {}

    /// The client went away before it had the whole answer.
    record HungUp(Instant at) implements Outcome {}

    /// The model broke off, because its script says so or it was closed.
    record Dropped(Instant at) implements Outcome {}
  }

  Exchange with(Outcome now) {
    return new Exchange(number, at, api, path, headers, conversation, body, turn, now);
  }

  /// The key that the client showed; nothing if it showed none.
  public String key() {
    for (var header : new String[] {"x-api-key", "x-goog-api-key"}) {
      if (headers.containsKey(header)) {
        return headers.getOrDefault(header, "");
      }
    }
    var authorization = headers.getOrDefault("authorization", "");
    return authorization.toLowerCase(Locale.ROOT).startsWith("bearer ")
        ? authorization.substring("bearer ".length())
        : authorization;
  }

  public String client() {
    return headers.getOrDefault("user-agent", "");
  }

  public boolean hungUp() {
    return outcome instanceof Outcome.HungUp;
  }

  /// Whether users said this in the conversation.
  public boolean heard(String words) {
    return conversation.prompts().contains(words);
  }

  /// Short: whoever waits in vain shows all of them.
  @Override
  public String toString() {
    return "#%d %s %s, turn %d: %s".formatted(number, api, conversation.model(), turn, outcome);
  }
}
