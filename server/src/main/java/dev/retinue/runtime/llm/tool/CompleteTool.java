package dev.retinue.runtime.llm.tool;

import dev.retinue.core.FailureReason;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.form.Repair;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
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

  /// The fact of which call was refused because its payload did not fit.
  private static final String REFUSED_CALL = "repaired_call";

  private static final String ONCE_MORE =
      "Call agent_complete once more, with one JSON value that fits the schema, and nothing else, as its payload.";

  private final Work work;
  private final InstantSource clock;

  public CompleteTool(Work work, InstantSource clock) {
    this.work = work;
    this.clock = clock;
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

  /// A payload that does not fit its schema is refused once, with what is wrong.
  @Override
  public Result call(String call, ObjectNode input) throws InterruptedException {
    var summary = text(input.path("summary")).strip();
    if (summary.isEmpty()) {
      return Result.failure("summary is missing: say what you did.");
    }
    if (input.path("failed").asBoolean(false)) {
      work.fail(FailureReason.ERROR, summary);
    } else {
      var payload = text(input.path("payload")).getBytes(StandardCharsets.UTF_8);
      var repair = repair(call, payload);
      if (repair.isPresent()) {
        return Result.failure(repair.get().message(ONCE_MORE));
      }
      work.complete(summary, payload);
    }
    return Result.of("Your contract has ended.");
  }

  /// Whose process died before it heard of it makes the same call again, and hears the same.
  private Optional<Repair> repair(String call, byte[] payload) throws InterruptedException {
    var now = work.now();
    if (call.equals(now.facts().get(REFUSED_CALL))) {
      return Repair.of(now);
    }
    var repair = Repair.needed(work, payload);
    if (repair.isPresent()) {
      var at = clock.instant().truncatedTo(ChronoUnit.MICROS);
      var events = new ArrayList<>(repair.get().begin(at));
      events.add(new RunEvent.Learned(at, Map.of(REFUSED_CALL, call)));
      work.tell(events);
    }
    return repair;
  }

  /// Models like to give an object where a text is wanted: it is taken as JSON.
  private static String text(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    return value.isString() ? value.asString() : value.toString();
  }
}
