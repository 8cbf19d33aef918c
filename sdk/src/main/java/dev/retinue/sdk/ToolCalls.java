package dev.retinue.sdk;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.model.Content;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Calls of an agent's tools: each in its time, each with an entry in the log.
final class ToolCalls {
  private final Household house;
  private final Voice voice;
  private final Timed timed = new Timed();

  ToolCalls(Household house, Voice voice) {
    this.house = house;
    this.voice = voice;
  }

  ToolResult call(String tool, Work work, ObjectNode arguments, Call call) throws Exception {
    var begun = house.world().clock().instant();
    var given = withFallbacks(tool, arguments);
    var input = given.path("context").asString("");
    var client = new Client(call, voice);
    var context = new Invocation(house, client, input, given, begun.plus(house.timeout()));
    try {
      var answer =
          timed.within(
              "agent-" + tool,
              house.timeout(),
              () -> {
                requireInput(tool, input);
                return context.finished(Answer.of(work.on(context)));
              });
      note(tool, begun, context, input(input, given), answer.exitCode(), said(answer));
      return result(answer);
    } catch (InterruptedException e) {
      note(
          tool,
          begun,
          context,
          input(input, given),
          ExitCode.INTERRUPTED,
          "The call was cancelled.");
      throw e;
    } catch (Exception e) {
      if (client.hasAsked(e)) {
        // It runs again when the answer is there.
        throw e;
      }
      voice.trace(e);
      var sentence = house.mask().of(Failures.sentence(e));
      note(tool, begun, context, input(input, given), Failures.exitCode(e), sentence);
      return result(context.finished(Answer.failed(sentence)));
    }
  }

  /// A schema can say that there must be a text, and not that something must stand in it.
  private void requireInput(String tool, String input) {
    var spec = house.spec();
    if (tool.equals(spec.name()) && spec.contextRequired() && input.isBlank()) {
      throw new AgentException(
          ExitCode.USAGE, "%s needs something to work on: give it as 'context'.".formatted(tool));
    }
  }

  /// What is logged of the input: the text to work on, else the parameters.
  private static String input(String context, ObjectNode arguments) {
    return context.isEmpty() ? arguments.toString() : context;
  }

  private static String said(Answer answer) {
    return answer.error() == null ? answer.text() : answer.error();
  }

  private ObjectNode withFallbacks(String tool, ObjectNode arguments) {
    if (!tool.equals(house.spec().name())) {
      return arguments;
    }
    var all = arguments.deepCopy();
    for (var option : house.spec().options()) {
      if (!all.has(option.name()) && option.fallback() != null) {
        Values.put(all, option, option.fallback());
      }
    }
    return all;
  }

  private static ToolResult result(Answer answer) {
    boolean failed = answer.error() != null;
    var text = failed && answer.result() == null ? said(answer) : answer.text();
    var content = new ArrayList<Content>(List.of(Content.text(text)));
    if (failed && answer.result() != null) {
      content.add(Content.text(said(answer)));
    }
    var json = Wire.json(answer);
    if (answer.result() == null) {
      json.remove("result");
    }
    return new ToolResult(content, json.isEmpty() ? Json.object() : json, failed);
  }

  private void note(
      String tool, Instant begun, Invocation context, String input, int code, String output) {
    var took = Duration.between(begun, house.world().clock().instant());
    var meta = context.meta(Optional.of(tool));
    house.log().write(ExecutionLog.Entry.of(house, begun, took, code, input, output, meta));
  }
}
