package dev.retinue.toolset.lifecycle;

import dev.retinue.core.RunId;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;
import java.nio.charset.StandardCharsets;

/// The tool `append_payload`: builds the payload of an agent piece by piece.
@Tool.Spec(
    name = "append_payload",
    title = "Add to the payload of an agent",
    description =
        "Adds a piece to the payload of an agent that is running. agent_complete closes it, with or without"
            + " a last piece.",
    destructive = false,
    openWorld = false)
public final class AppendPayload implements Tool<AppendPayload.Input, AppendPayload.Output> {
  /// What it takes.
  public record Input(
      @Description("The handle of the agent.") String agentId,
      @Description("The next piece, as text.") @Limits(minLength = 1) String payload) {}

  /// What it answers.
  public record Output(
      String status, @Description("In bytes, uncompressed, so far.") long payloadSize) {}

  private final Staff staff;

  AppendPayload(Staff staff) {
    this.staff = staff;
  }

  @Override
  public Output call(Input input, Call call) {
    var run =
        staff.appendPayload(
            Principal.of(call),
            RunId.of(input.agentId),
            input.payload.getBytes(StandardCharsets.UTF_8));
    var payload = run.dossier().payload();
    return new Output(Words.status(run.state()), payload == null ? 0 : payload.bytes());
  }
}
