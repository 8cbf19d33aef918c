package dev.retinue.runtime.llm;

import dev.retinue.core.FailureReason;
import dev.retinue.core.State;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Prompt.ToolSpec;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/// `agent_complete`, as the model of a run has it: it ends its own run, and no other.
final class CompleteTool implements Tool {
  static final String NAME = "agent_complete";

  private static final ToolSpec SPEC =
      new ToolSpec(
          NAME,
          "Says that the contract is fulfilled, or cannot be. Call it once, when nothing is left to do.",
          """
          {"type":"object","properties":{
            "summary":{"type":"string","description":"What was done and found, for whoever reads it."},
            "payload":{"type":"string","description":"The result itself, if it is more than the summary."},
            "failed":{"type":"boolean","description":"True if the contract cannot be fulfilled; the summary says why."}},
           "required":["summary"]}
          """);

  private final Work work;

  CompleteTool(Work work) {
    this.work = work;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public Result call(String call, ObjectNode input) {
    var summary = input.path("summary").asString("").strip();
    if (summary.isEmpty()) {
      return Result.failure("summary is missing: say what you did.");
    }
    var payload = input.path("payload").asString("");
    if (!payload.isEmpty()) {
      work.deliver(payload.getBytes(StandardCharsets.UTF_8));
    }
    if (input.path("failed").asBoolean(false)) {
      work.fail(FailureReason.GAVE_UP, summary);
    } else {
      work.complete(summary, State.Evidence.CLAIMED);
    }
    return Result.of("Your contract has ended.");
  }
}
