package dev.retinue.runtime.llm.team;

import dev.retinue.core.craft.Team.Mate;
import dev.retinue.core.group.Errand;
import dev.retinue.runtime.llm.tool.Tool;
import tools.jackson.databind.node.ObjectNode;

/// A task for a member of the team, as a model gives it.
///
/// @param expected what is to come of it; may be empty
record Assignment(Mate mate, String task, String expected) {
  /// How a model gives it.
  static final String SCHEMA =
      """
      {"type":"object","properties":{
        "agent":{"type":"string","description":"The member of your team who is to do it."},
        "task":{"type":"string","description":"What is to be done, with all that the member has to know: it has not read this conversation."},
        "expected_output":{"type":"string","description":"What you want to get back, and in which form."}},
       "required":["agent","task"]}
      """;

  /// An assignment that can be given.
  ///
  /// @throws Unclear if it is none
  static Assignment of(Mates members, ObjectNode input) throws Unclear {
    var name = input.path("agent").asString("").strip();
    var task = input.path("task").asString("").strip();
    if (name.isEmpty()) {
      throw new Unclear("agent is missing: name a member of your team.");
    }
    var mate = members.find(name);
    if (mate.isEmpty()) {
      throw new Unclear(members.unknown(name, "the members of your team"));
    }
    if (task.isEmpty()) {
      throw new Unclear("task is missing: say what is to be done.");
    }
    return new Assignment(mate.get(), task, input.path("expected_output").asString("").strip());
  }

  Errand errand() {
    var wanted = expected.isEmpty() ? "" : "\n\nWhat is expected of you:\n\n" + expected;
    return Errand.of(
        mate.agent(),
        "You work in a team, and were given this task. Whoever gave it reads your last answer, and nothing else of what you say.\n\nThe task:\n\n%s%s"
            .formatted(task, wanted));
  }

  /// A call that gives no task.
  static final class Unclear extends Exception {
    private static final long serialVersionUID = 1;

    Unclear(String sentence) {
      super(sentence, null, false, false);
    }

    Tool.Result result() {
      return Tool.Result.failure(String.valueOf(getMessage()));
    }
  }
}
