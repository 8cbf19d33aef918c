package dev.retinue.toolset.sessions;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Sessions.Opening;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.ArgumentsDigest;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.lifecycle.BudgetInput;
import dev.retinue.toolset.sessions.turn.TurnAnswer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The tool `invoke_with_config`: one message to an agent that the caller defines himself.
@Tool.Spec(
    name = "invoke_with_config",
    title = "Ask an agent of your own once",
    description =
        "Sends one message to an agent that you define here, as a file of agents would, and returns its answer. It can do"
            + " no more than the operator allows to all. Off unless the operator allows it.",
    tasks = Tool.TaskSupport.ALLOWED,
    resumable = true)
public final class InvokeWithConfig implements Tool<InvokeWithConfig.Input, TurnAnswer> {
  private static final String NAME = "invoke_with_config";

  /// What it takes.
  public record Input(
      @Description("The definition: an object, or the text of a YAML file.") JsonNode config,
      @Limits(minLength = 1) String message,
      @Description("The folder to work in; without one that of the caller.") @Limits(minLength = 1)
          @Nullable String workingDir,
      @Description("What it, and all that it starts, may use at most.")
          @Nullable BudgetInput budget,
      @Description(
              "For how long this call waits; without it as long as this client can wait. Then it returns a run_id, and the agent goes on.")
          @Limits(min = 0, max = 1800)
          @Nullable Integer waitSeconds,
      @Description("Returns at once; get_session_history has the answer later.") @Default("false")
          boolean async,
      @Description("A retry with the same key and the same arguments is the same message.")
          @Limits(minLength = 1, maxLength = 200)
          @Nullable String idempotencyKey) {}

  private final Talks talks;
  private final InlineAgents inline;

  InvokeWithConfig(Talks talks, InlineAgents inline) {
    this.talks = talks;
    this.inline = inline;
  }

  @Override
  public TurnAnswer call(Input input, Call call) throws InterruptedException {
    var caller = Principal.of(call);
    var definition = text(input.config);
    var saying =
        new Talks.Saying(
            NAME,
            input.message,
            false,
            input.async,
            input.waitSeconds,
            input.idempotencyKey,
            ArgumentsDigest.of(ToolJson.MAPPER.valueToTree(input)));
    return talks.once(
        call,
        () ->
            new Opening(
                inline.hire(caller, definition),
                null,
                input.workingDir,
                BudgetInput.budget(input.budget),
                null,
                true),
        saying);
  }

  /// Every JSON object is YAML, too.
  private static String text(JsonNode config) {
    if (config.isString()) {
      return config.asString();
    }
    if (config.isObject()) {
      return Json.WIRE.writeValueAsString(config);
    }
    throw new RetinueException(
        ErrorCode.INVALID_INPUT, "config must be an object, or the text of a YAML file.");
  }
}
