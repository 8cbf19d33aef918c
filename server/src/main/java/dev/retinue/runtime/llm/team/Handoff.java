package dev.retinue.runtime.llm.team;

import dev.retinue.core.Speakers;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.llm.tool.Tool;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// `handoff`: another agent goes on with the conversation, for good. The call only says so; the
/// conversation itself tells whoever takes up the run who is to speak.
public final class Handoff implements Tool {
  public static final String NAME = "handoff";

  /// Two who hand it to each other come to an end.
  static final int MOST = 20;

  private static final ToolSpec SPEC =
      new ToolSpec(
          NAME,
          "Hands this conversation over to another agent, who goes on with it from here and has read all of it. You do not speak any more afterwards.",
          """
          {"type":"object","properties":{
            "agent":{"type":"string","description":"Who is to go on with the conversation."}},
           "required":["agent"]}
          """);

  private final Work work;
  private final Mates successors;

  Handoff(Work work) {
    this.work = work;
    this.successors = new Mates(work.agent().craft().team().successors());
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  /// It says something, and does nothing.
  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public Result call(String call, ObjectNode input) {
    var name = input.path("agent").asString("").strip();
    var mate = successors.find(name);
    if (mate.isEmpty()) {
      return Result.failure(
          successors.unknown(name, "those whom you can hand the conversation over to"));
    }
    var next = work.company().find(mate.get().agent());
    if (next.isEmpty()) {
      return Result.failure(
          "There is no agent '%s' on the staff any more.".formatted(mate.get().agent()));
    }
    if (!next.get().means().runtime().equals(work.agent().means().runtime())) {
      return Result.failure(
          "'%s' is a program of its own and cannot go on with this conversation. Where it is a member of your team, give it a task."
              .formatted(name));
    }
    if (Speakers.of(work.now()).digests().size() > MOST) {
      return Result.failure(
          "This conversation was handed on %d times, and no more. Finish it yourself."
              .formatted(MOST));
    }
    return Result.of(
        "The conversation was handed over to '%s', who goes on from here.".formatted(name));
  }

  /// Whom a call hands the conversation to, as the staff calls it.
  ///
  /// @param input of the call
  public static Optional<String> successor(Work work, String input) {
    try {
      var name = JsonMapper.shared().readTree(input).path("agent").asString("");
      var all = new Mates(work.agent().craft().team().successors());
      return all.find(name).map(it -> it.agent());
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }
}
