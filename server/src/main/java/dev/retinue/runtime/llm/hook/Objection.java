package dev.retinue.runtime.llm.hook;

import dev.retinue.core.Excerpt;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What a hook has against something: by the code 2 it ends with and what it complains about, or by
/// a decision in JSON, in the words that others gave it.
final class Objection {
  private static final int BLOCKED = 2;
  private static final int LONGEST = 2_000;
  private static final String ASK =
      "it wants somebody to be asked, which no hook can do here; write a rule under 'ask' for it";

  private Objection() {}

  /// Why it objects, if it does.
  static Optional<String> of(CommandLines.Outcome outcome) {
    if (isOne(outcome)) {
      return Optional.of(sentence(outcome.errors()));
    }
    return outcome.isGood() && outcome.output().startsWith("{")
        ? inJson(outcome.output())
        : Optional.empty();
  }

  /// Whether it objects by how it ended.
  static boolean isOne(CommandLines.Outcome outcome) {
    return outcome.exit() != null && outcome.exit() == BLOCKED;
  }

  private static Optional<String> inJson(String output) {
    try {
      var said = JsonMapper.shared().readTree(output);
      var own = either(said, "hookSpecificOutput", "hook_specific_output");
      var decision = either(own, "permissionDecision", "permission_decision").asString("");
      if (decision.equals("deny")) {
        return Optional.of(
            sentence(
                either(own, "permissionDecisionReason", "permission_decision_reason")
                    .asString("")));
      }
      if (decision.equals("ask")) {
        return Optional.of(ASK);
      }
      if (said.path("decision").asString("").matches("block|deny")) {
        return Optional.of(sentence(text(said, "reason")));
      }
      return said.path("continue").asBoolean(true)
          ? Optional.empty()
          : Optional.of(sentence(text(said, "stopReason")));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /// What a tool is to be given instead, if it says so: what it does not name stays as it is.
  static Optional<ObjectNode> instead(CommandLines.Outcome outcome, ObjectNode input) {
    if (!outcome.isGood() || !outcome.output().startsWith("{")) {
      return Optional.empty();
    }
    try {
      var own =
          either(
              JsonMapper.shared().readTree(outcome.output()),
              "hookSpecificOutput",
              "hook_specific_output");
      return either(own, "updatedInput", "updated_input") instanceof ObjectNode changed
          ? Optional.of(input.deepCopy().setAll(changed))
          : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /// Claude Code and docker agent write the same words in two ways.
  private static JsonNode either(JsonNode node, String one, String other) {
    return node.has(one) ? node.path(one) : node.path(other);
  }

  private static String text(JsonNode node, String name) {
    return node.path(name).asString("");
  }

  private static String sentence(String why) {
    return why.isBlank() ? "it gave no reason" : Excerpt.of(why.strip(), LONGEST);
  }
}
