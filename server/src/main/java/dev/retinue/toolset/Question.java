package dev.retinue.toolset;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Need;
import dev.retinue.core.RetinueException;
import dev.retinue.core.permission.Leave;
import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.rpc.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a run waits for, as somebody can be asked for it.
public record Question(Need need) {
  private static final String ANSWER = "answer";

  /// Who gets nothing decides alone.
  private static final String DECLINED = "The question was declined; decide without an answer.";

  /// Whether words help: money, quota and credentials come another way.
  public boolean takesWords() {
    return need.kind().takesWords();
  }

  /// The only answers that there are, or none if any will do.
  public List<String> options() {
    return StreamSupport.stream(schema().path("enum").spliterator(), false)
        .filter(JsonNode::isString)
        .map(JsonNode::stringValue)
        .toList();
  }

  /// The answer, or a refusal if it is none of those that there are.
  public String require(String answer) {
    var options = options();
    if (!options.isEmpty() && !options.contains(word(answer))) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The answer to '%s' is %s, not '%s'."
              .formatted(need.id(), oneOf(options), Excerpt.of(answer)));
    }
    return answer;
  }

  /// A permission may be denied with a reason, and allowed with a rule.
  private String word(String answer) {
    return need.kind() == Need.Kind.PERMISSION
        ? Leave.find(answer).map(Leave::word).orElse(answer)
        : answer;
  }

  private static String oneOf(List<String> options) {
    return String.join(" or ", options.stream().map("'%s'"::formatted).toList());
  }

  /// As a form for a person.
  ///
  /// @param fault why the last answer was none
  public InputRequest elicitation(@Nullable String fault) {
    var form = Json.object().put("type", "object");
    form.putObject("properties").set(ANSWER, field());
    form.putArray("required").add(ANSWER);
    var text = need.kind() == Need.Kind.PERMISSION ? "It wants to: " + need.text() : need.text();
    return new InputRequest.Elicit(fault == null ? text : fault + "\n" + text, form);
  }

  /// Forms take texts; with a choice if there is one.
  private ObjectNode field() {
    var field = Json.object().put("type", "string");
    var options = options();
    if (!options.isEmpty()) {
      options.forEach(field.putArray("enum")::add);
    }
    return field;
  }

  /// What a filled-in form says to the run; nothing if whoever had it left that to others.
  public Optional<String> answerIn(ObjectNode form) {
    return switch (form.path("action").asString("")) {
      case "accept" -> Optional.of(form.path("content").path(ANSWER).asString(""));
      case "decline" -> declined();
      default -> Optional.empty();
    };
  }

  private Optional<String> declined() {
    var options = options();
    if (need.kind() == Need.Kind.PERMISSION) {
      return Optional.of(options.contains("deny") ? "deny" : "no");
    }
    return options.isEmpty() ? Optional.of(DECLINED) : Optional.empty();
  }

  private JsonNode schema() {
    try {
      return need.schema() == null ? Json.object() : Json.WIRE.readTree(need.schema());
    } catch (JacksonException e) {
      return Json.object();
    }
  }
}
