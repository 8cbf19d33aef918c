package dev.retinue.runtime.llm.hook;

import dev.retinue.core.Excerpt;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a hook has against something: by the code 2 it ends with and what it complains about, or by
/// a decision in JSON, in the words that others gave it.
final class Objection {
  private static final int BLOCKED = 2;
  private static final int LONGEST = 2_000;

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
      var own = said.path("hookSpecificOutput");
      if (own.path("permissionDecision").asString("").equals("deny")) {
        return Optional.of(sentence(text(own, "permissionDecisionReason")));
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

  private static String text(JsonNode node, String name) {
    return node.path(name).asString("");
  }

  private static String sentence(String why) {
    return why.isBlank() ? "it gave no reason" : Excerpt.of(why.strip(), LONGEST);
  }
}
