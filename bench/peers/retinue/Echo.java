package dev.retinue.bench.peer;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.CallObserver;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.schema.Description;
import dev.retinue.mcp.schema.Limits;
import java.time.InstantSource;
import javax.crypto.spec.SecretKeySpec;

/// The tool that all servers of the benchmarks have, on the core of Retinue.
@Tool.Spec(name = "echo", description = "Says it again.")
public final class Echo implements Tool<Echo.Input, Echo.Output> {
  /// What the tool takes.
  public record Input(
      @Description("What to say.") @Limits(maxLength = 1000) String text,
      @Description("How often to say it.") @Limits(min = 1, max = 10) int times) {}

  /// What the tool answers.
  public record Output(String text, int length) {}

  @Override
  public Output call(Input input, Call call) {
    var said = input.text().repeat(input.times());
    return new Output(said, said.length());
  }

  static Eras eras() {
    return eras(CallObserver.NONE);
  }

  /// @param observer stands around every call
  static Eras eras(CallObserver observer) {
    var clock = InstantSource.system();
    var server = new McpServer(Implementation.of("echo", "1"), "").observedBy(observer);
    server.later(offers -> offers.add(new Echo()));
    var key = new SecretKeySpec(new byte[32], "AES");
    var store = new MemoryTaskStore(clock, 100);
    return new Eras(
        new Stateless2026(server, store, () -> key, clock), new Stateful2025(server, clock));
  }
}
