package dev.retinue.toolset.sessions;

import dev.retinue.core.staff.Sessions.Opening;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.ArgumentsDigest;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.lifecycle.BudgetInput;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The tool `create_session`: begins a conversation with an agent.
@Tool.Spec(
    name = "create_session",
    title = "Begin a conversation",
    description =
        "Begins a conversation with an agent, and returns its session_id for send_message. It is kept until it is"
            + " closed, over restarts too. list_agents says who can be talked to.",
    destructive = false,
    openWorld = false)
public final class CreateSession implements Tool<CreateSession.Input, CreateSession.Output> {
  /// What it takes.
  public record Input(
      @Description("An agent_ref of list_agents, or the path of its file.") @Limits(minLength = 1)
          @Nullable String agentFile,
      @Description("The same as agent_file.") @Limits(minLength = 1) @Nullable String agent,
      @Description("A name for people.") @Limits(minLength = 1, maxLength = 200)
          @Nullable String sessionName,
      @Description("Another agent of the same file than its first.") @Limits(minLength = 1)
          @Nullable String agentName,
      @Description("The folder in which all of it happens; without one that of the caller.")
          @Limits(minLength = 1)
          @Nullable String workingDir,
      @Description("Another model than the agent's own.") @Limits(minLength = 1)
          @Nullable String model,
      @Description("What all messages together may use at most.") @Nullable BudgetInput budget,
      @Description("A retry with the same key and the same arguments is the same session.")
          @Limits(minLength = 1, maxLength = 200)
          @Nullable String idempotencyKey) {}

  /// What it answers.
  public record Output(
      @Description("The handle for the other tools.") String sessionId,
      @Description("Who answers.") String agent,
      @Nullable String sessionName,
      Instant created,
      @Nullable String workingDir,
      @Description("What the agent says to somebody who comes.") @Nullable String welcome) {}

  private final Talks talks;
  private final AgentRefs agents;

  CreateSession(Talks talks, AgentRefs agents) {
    this.talks = talks;
    this.agents = agents;
  }

  @Override
  public Output call(Input input, Call call) {
    var caller = Principal.of(call);
    var reference = InvokeAgent.reference(input.agentFile, input.agent);
    var agent = agents.require(caller, reference, input.agentName, input.workingDir);
    var session =
        talks
            .sessions()
            .open(
                caller,
                new Opening(
                    agent.name(),
                    input.sessionName,
                    input.workingDir,
                    BudgetInput.budget(input.budget),
                    input.model,
                    false),
                Talks.key(
                    call,
                    caller,
                    "create_session",
                    input.idempotencyKey,
                    ArgumentsDigest.of(ToolJson.MAPPER.valueToTree(input))));
    var greeting = agent.craft().greeting();
    return new Output(
        session.id(),
        session.agent(),
        session.name(),
        session.times().createdAt(),
        session.terms().workingDirectory(),
        greeting.isEmpty() ? null : greeting);
  }
}
