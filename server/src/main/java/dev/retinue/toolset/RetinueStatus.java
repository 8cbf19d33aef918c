package dev.retinue.toolset;

import dev.retinue.core.Caller;
import dev.retinue.core.staff.AtHand;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The tool `retinue_status`: what this server is, and who is on its staff.
@Tool.Spec(
    name = "retinue_status",
    title = "Status of Retinue",
    description =
        "Says which version of Retinue answers, since when it runs, and which agents it has.",
    readOnly = true,
    openWorld = false)
public final class RetinueStatus implements Tool<RetinueStatus.Input, RetinueStatus.Output> {
  /// It needs nothing.
  public record Input() {}

  /// What it answers.
  public record Output(
      @Description("The version of Retinue.") String version,
      @Description("When this process was started.") Instant startedAt,
      @Description("For how many seconds it has run.") long uptimeSeconds,
      @Description("The names of the agents on its staff.") List<String> agents,
      @Description("The conversations of all callers that are at hand; only the owner sees it.")
          @Nullable Conversations sessions) {}

  /// How many conversations there are.
  public record Conversations(
      @Description("How many are at hand; all others come back with their next message.") int open,
      @Description("In how many of them somebody speaks.") int busy,
      @Description("How many were put away since the start.") long putAway,
      @Description("How many may be at hand.") int most) {
    static Conversations of(AtHand.Counts counts) {
      return new Conversations(
          counts.open(), counts.busy(), counts.putAway(), counts.limits().open());
    }
  }

  private final String version;
  private final InstantSource clock;
  private final Instant startedAt;
  private final Function<Caller, List<String>> agents;
  private final Supplier<AtHand.Counts> sessions;

  public RetinueStatus(
      String version,
      InstantSource clock,
      Function<Caller, List<String>> agents,
      Supplier<AtHand.Counts> sessions) {
    this.version = version;
    this.clock = clock;
    this.agents = agents;
    this.sessions = sessions;
    this.startedAt = clock.instant();
  }

  /// Nobody learns from it whether others talk.
  private static boolean mayCount(Call call) {
    return call.caller() instanceof Principal(var who) && who.seesAll();
  }

  @Override
  public Output call(Input input, Call call) {
    var uptime = Duration.between(startedAt, clock.instant());
    return new Output(
        version,
        startedAt,
        uptime.toSeconds(),
        agents.apply(Principal.of(call)),
        mayCount(call) ? Conversations.of(sessions.get()) : null);
  }
}
