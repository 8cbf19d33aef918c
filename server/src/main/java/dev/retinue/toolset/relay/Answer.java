package dev.retinue.toolset.relay;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Need;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.Question;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The tool `answer`: gives an agent what it waits for.
@Tool.Spec(
    name = "answer",
    title = "Answer an agent",
    description =
        "Answers a question of an agent, or gives or denies it a permission. The agent then goes on.",
    openWorld = false)
public final class Answer implements Tool<Answer.Input, Answer.Output> {
  /// What it takes.
  public record Input(
      @Description("The handle of the agent.") String agentId,
      @Description(
              "What is answered, as list_pending names it; not needed if it is one thing only.")
          @Nullable String need,
      @Description(
              "The answer; to a permission: allow, always (for as long as the agent works), deny, or 'deny: ' and why.")
          @Limits(minLength = 1)
          String answer) {}

  /// What it answers.
  public record Output(
      String agentId,
      @Description("What was answered.") String need,
      @Description("How many things the agent still waits for.") int stillPending) {}

  private final Staff staff;

  Answer(Staff staff) {
    this.staff = staff;
  }

  @Override
  public Output call(Input input, Call call) {
    var caller = Principal.of(call);
    var id = RunId.of(input.agentId);
    var audit = staff.audit();
    var run = audit.of(caller, Action.RUN_ANSWER, Subject.run(id), () -> staff.require(caller, id));
    var question = new Question(find(run, input.need));
    var need = question.need();
    var after = staff.answer(caller, run.id(), need.id(), question.require(input.answer));
    return new Output(run.id().text(), need.id(), after.needs().size());
  }

  private static Need find(Run run, @Nullable String name) {
    var needs = run.needs();
    if (needs.isEmpty()) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Agent '%s' is %s and waits for nothing.".formatted(run.id(), run.state().word()));
    }
    if (name == null && needs.size() == 1) {
      return needs.getFirst();
    }
    return needs.stream()
        .filter(need -> need.id().equals(name))
        .findFirst()
        .orElseThrow(() -> unclear(run, name));
  }

  private static RetinueException unclear(Run run, @Nullable String name) {
    var all =
        run.needs().stream().map(need -> "'" + need.id() + "'").collect(Collectors.joining(", "));
    return name == null
        ? new RetinueException(
            ErrorCode.INVALID_INPUT,
            "Agent '%s' waits for several things; say in 'need' which: %s."
                .formatted(run.id(), all))
        : new RetinueException(
            ErrorCode.CONFLICT,
            "Agent '%s' does not wait for '%s', but for %s."
                .formatted(run.id(), Excerpt.of(name), all));
  }
}
