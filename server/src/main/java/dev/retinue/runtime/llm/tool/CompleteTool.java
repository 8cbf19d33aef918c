package dev.retinue.runtime.llm.tool;

import dev.retinue.core.FailureReason;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Prompt.ToolSpec;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `agent_complete`, as the model of a run has it: it ends its own run, and no other.
public final class CompleteTool implements Tool {
  public static final String NAME = "agent_complete";

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

  public CompleteTool(Work work) {
    this.work = work;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  /// A run ends once.
  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public Result call(String call, ObjectNode input) {
    var summary = text(input.path("summary")).strip();
    if (summary.isEmpty()) {
      return Result.failure("summary is missing: say what you did.");
    }
    if (input.path("failed").asBoolean(false)) {
      work.fail(FailureReason.ERROR, summary);
    } else {
      work.complete(summary, text(input.path("payload")).getBytes(StandardCharsets.UTF_8));
    }
    return Result.of("Your contract has ended.");
  }

  /// Models like to give an object where a text is wanted: it is taken as JSON.
  private static String text(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    return value.isString() ? value.asString() : value.toString();
  }
}
