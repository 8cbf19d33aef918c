package dev.retinue.llm.openai;

import dev.retinue.llm.Access;
import dev.retinue.llm.Model.Listener;
import dev.retinue.llm.Reply.Stop;
import dev.retinue.llm.wire.Answer;
import dev.retinue.llm.wire.Refusals;
import java.util.HashSet;
import java.util.Set;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/// What comes back.
final class ResponsesAnswer extends Answer {
  private static final String BETWEEN_THOUGHTS = "\n\n";

  /// Of what something was heard while it grew.
  private final Set<Integer> heard = new HashSet<>();

  private boolean refused;

  ResponsesAnswer(Access access, String model, Listener listener) {
    super(access, model, listener);
  }

  @Override
  public void event(JsonNode event) {
    int index = event.path("output_index").asInt(0);
    var delta = event.path("delta").asString("");
    switch (event.path("type").asString("")) {
      case "response.output_text.delta" -> text(index, delta);
      case "response.refusal.delta" -> refuse(index, delta);
      case "response.reasoning_summary_part.added" -> {
        if (event.path("summary_index").asInt(0) > 0) {
          think(index, BETWEEN_THOUGHTS);
        }
      }
      case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
          think(index, delta);
      case "response.output_item.done" -> item(index, event.path("item"));
      case "response.completed" -> end(event.path("response"), Stop.DONE);
      case "response.incomplete" -> end(event.path("response"), incomplete(event.path("response")));
      case "response.failed" -> throw Refusals.inStream(access, event.path("response"));
      case "error" -> throw Refusals.inStream(access, event);
      default -> {
        // Announcements of what comes anyway.
      }
    }
  }

  private void text(int index, String words) {
    heard.add(index);
    growing.text(index, words);
  }

  private void think(int index, String words) {
    heard.add(index);
    growing.reasoning(index, words);
  }

  private void refuse(int index, String words) {
    refused |= !words.isEmpty();
    text(index, words);
  }

  private static Stop incomplete(JsonNode response) {
    var reason = response.path("incomplete_details").path("reason").asString("");
    return reason.equals("content_filter") ? Stop.REFUSED : Stop.LENGTH;
  }

  /// A part of the answer when it is done. What of it was heard before is not heard again.
  private void item(int index, JsonNode item) {
    boolean first = !heard.contains(index);
    switch (item.path("type").asString("")) {
      case "function_call" -> {
        growing.call(index, item.path("call_id").asString(""), item.path("name").asString(""));
        growing.wholeInput(index, item.path("arguments").asString("{}"));
      }
      case "reasoning" -> {
        if (first) {
          think(index, summary(item));
        }
        growing.seal(index, item.path("encrypted_content").asString(""));
      }
      case "message" -> {
        if (first) {
          item.path("content").forEach(it -> content(index, it));
        }
      }
      default -> {
        // What the provider does itself.
      }
    }
  }

  private static String summary(JsonNode item) {
    var thoughts = new StringJoiner(BETWEEN_THOUGHTS);
    item.path("summary").forEach(it -> thoughts.add(it.path("text").asString("")));
    return thoughts.toString();
  }

  private void content(int index, JsonNode content) {
    text(index, content.path("text").asString(""));
    refuse(index, content.path("refusal").asString(""));
  }

  private void end(JsonNode response, Stop why) {
    answeredBy(response.path("model"));
    used(Usage.of(response.path("usage"), "input", "output"));
    stopped(refused ? Stop.REFUSED : why);
  }

  @Override
  public void whole(JsonNode answer) {
    refuseErrors(answer);
    int index = 0;
    for (var item : answer.path("output")) {
      item(index++, item);
    }
    switch (answer.path("status").asString("")) {
      case "completed" -> end(answer, Stop.DONE);
      case "incomplete" -> end(answer, incomplete(answer));
      default -> {
        // It is none yet.
      }
    }
  }
}
