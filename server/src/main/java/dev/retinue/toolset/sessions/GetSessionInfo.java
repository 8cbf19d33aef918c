package dev.retinue.toolset.sessions;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Default;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import dev.retinue.toolset.MemberView;
import dev.retinue.toolset.Principal;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The tool `get_session_info`: how a conversation is.
@Tool.Spec(
    name = "get_session_info",
    title = "About a session",
    description =
        "Says of a session who answers in it, whether it is idle, busy or closed, how much was said and used, and what is"
            + " left of its budget.",
    readOnly = true,
    openWorld = false)
public final class GetSessionInfo implements Tool<GetSessionInfo.Input, GetSessionInfo.Output> {
  private static final int EXCERPT = 1_000;

  /// What it takes.
  public record Input(
      @Limits(minLength = 1) String sessionId,
      @Description("For how long to wait until nobody speaks in it; 0 to look only.")
          @Default("0")
          @Limits(min = 0, max = 1800)
          int waitSeconds) {}

  /// What it answers.
  public record Output(
      String sessionId,
      @Nullable String sessionName,
      @Description("Who answers the next message.") String agent,
      @Nullable String description,
      @Description("How the instructions of the agent begin.") @Nullable String instruction,
      @Description("What the agent may use.") @Nullable List<String> tools,
      @Description("To whom transfer_session can give it.") @Nullable List<String> team,
      @Nullable String model,
      @Description("How many messages were sent in it.") int messageCount,
      Instant created,
      Instant lastUsed,
      @Nullable Instant closed,
      @Description("idle, busy or closed.") String status,
      @Description("The run that answers now.") @Nullable String runId,
      @Description("The runs that answer after it.") List<String> queue,
      long tokensUsed,
      long inputTokens,
      long outputTokens,
      @Description("What it cost; missing if some of it has no known price.")
          @Nullable BigDecimal costUsd,
      @Description("How many seconds agents were at work.") long secondsAtWork,
      SessionViews.@Nullable Allowed budget,
      SessionViews.@Nullable Allowed budgetLeft,
      @Description("The session that it goes on with.") @Nullable String forkedFrom,
      @Nullable String workingDir) {}

  private final Talks talks;
  private final SessionViews views;

  GetSessionInfo(Talks talks) {
    this.talks = talks;
    this.views = new SessionViews(talks.staff());
  }

  @Override
  public Output call(Input input, Call call) throws InterruptedException {
    var caller = Principal.of(call);
    if (input.waitSeconds > 0) {
      talks.awaitIdle(call, input.sessionId, input.waitSeconds);
    }
    var session = talks.sessions().require(caller, input.sessionId);
    var agent =
        talks
            .staff()
            .members()
            .of(caller, session.terms().workingDirectory())
            .find(session.agent());
    return output(caller, session, agent);
  }

  /// With its lines.
  private static String beginning(String text) {
    var shown = text.length() > EXCERPT ? text.substring(0, EXCERPT) + "…" : text;
    return shown.replaceAll("[\\p{C}&&[^\n\t]]", "?");
  }

  private Output output(Caller caller, Session session, Optional<Agent> agent) {
    var usage = views.usage(caller, session);
    var terms = session.terms();
    var fork = session.past().fork();
    return new Output(
        session.id(),
        session.name(),
        session.agent(),
        agent.map(Agent::description).orElse(null),
        agent.map(it -> beginning(it.instructions())).orElse(null),
        agent.map(GetSessionInfo::tools).orElse(null),
        agent.map(it -> team(caller, session)).orElse(null),
        model(session, agent),
        session.past().messages(),
        session.times().createdAt(),
        session.times().usedAt(),
        session.times().closedAt(),
        views.status(caller, session),
        views.speaking(caller, session).map(Run::id).map(RunId::text).orElse(null),
        session.queue().stream().map(RunId::text).toList(),
        usage.tokens(),
        usage.inputTokens(),
        usage.outputTokens(),
        usage.unpriced() ? null : usage.cost().usd(),
        session.past().millis() / 1000,
        SessionViews.Allowed.of(terms.budget()),
        SessionViews.Allowed.of(SessionViews.left(session, usage)),
        fork == null ? null : fork.session(),
        terms.workingDirectory());
  }

  private @Nullable List<String> team(Caller caller, Session session) {
    var names = talks.sessions().successors(caller, session.id());
    return names.isEmpty() ? null : names;
  }

  private static @Nullable String model(Session session, Optional<Agent> agent) {
    var own = session.terms().model();
    return own == null ? agent.map(it -> it.means().model()).orElse(null) : own;
  }

  private static List<String> tools(Agent agent) {
    var view = MemberView.of(agent, false);
    return Stream.concat(
            view.tools().stream(),
            view.toolsets().stream()
                .map(
                    it ->
                        it.server() == null
                            ? it.type().toLowerCase(Locale.ROOT)
                            : it.type() + ":" + it.server()))
        .toList();
  }
}
