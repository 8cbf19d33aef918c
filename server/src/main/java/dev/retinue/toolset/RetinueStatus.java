package dev.retinue.toolset;

import dev.retinue.core.Caller;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.schema.Description;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

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
      @Description("The names of the agents on its staff.") List<String> agents) {}

  private final String version;
  private final InstantSource clock;
  private final Instant startedAt;
  private final Function<Caller, List<String>> agents;

  public RetinueStatus(String version, InstantSource clock, Function<Caller, List<String>> agents) {
    this.version = version;
    this.clock = clock;
    this.agents = agents;
    this.startedAt = clock.instant();
  }

  @Override
  public Output call(Input input, Call call) {
    var uptime = Duration.between(startedAt, clock.instant());
    return new Output(version, startedAt, uptime.toSeconds(), agents.apply(Principal.of(call)));
  }
}
