package dev.retinue.toolset.relay;

import dev.retinue.core.staff.Register;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.Question;
import dev.retinue.toolset.reading.Reading;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tool `list_pending`: what agents wait for.
@Tool.Spec(
    name = "list_pending",
    title = "What agents wait for",
    description =
        "Lists the questions, permissions and other things that agents wait for before they go on.",
    readOnly = true,
    openWorld = false)
public final class ListPending implements Tool<ListPending.Input, ListPending.Output> {
  /// What it takes.
  public record Input(
      @Description("How many are passed over, where an answer had a next_offset.")
          @Default("0")
          @Limits(min = 0)
          int offset) {}

  /// What it answers.
  public record Output(
      List<Pending> pending,
      @Description("Only if the answer would be too long: what is missing.")
          Reading.@Nullable Page page) {}

  /// One thing that an agent waits for.
  public record Pending(
      String agentId,
      @Description("Which agent it is.") String agent,
      @Description("Tells apart what one agent waits for.") String need,
      @Description(
              "answer and permission take an answer; budget, quota and credentials come another way.")
          String kind,
      String text,
      Instant since,
      @Description("The only answers that there are.") @Nullable List<String> options) {}

  private final Register register;

  ListPending(Register register) {
    this.register = register;
  }

  @Override
  public Output call(Input input, Call call) {
    var all = register.pending(Principal.of(call)).stream().map(ListPending::pending).toList();
    int offset = Math.min(input.offset, all.size());
    var shown = Reading.fitting(all.subList(offset, all.size()));
    return new Output(shown, Reading.Page.of(all.size(), offset, shown.size()));
  }

  private static Pending pending(Register.Pending found) {
    var need = found.need();
    var options = new Question(need).options();
    return new Pending(
        found.run().id().text(),
        found.run().commission().agent().name(),
        need.id(),
        need.kind().word(),
        need.text(),
        found.since(),
        options.isEmpty() ? null : options);
  }
}
