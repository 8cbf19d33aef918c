package dev.retinue.sdk;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.Tool.TaskSupport;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.transport.StdioServer;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/// The agent as a server on standard input and output, for as long as its client wants it.
final class McpMode {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final int MOST_TASKS = 1000;

  private final Household house;
  private final Voice voice;
  private final boolean ownsProcess;
  private final Phaser atWork = new Phaser(1);

  McpMode(Household house, Voice voice, boolean ownsProcess) {
    this.house = house;
    this.voice = voice;
    this.ownsProcess = ownsProcess;
  }

  int serve() {
    var stdio =
        new StdioServer(
            eras(), Caller.named("client"), house.world().in(), house.world().out(), GRACE);
    if (ownsProcess) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> endBySignal(stdio), "agent-end"));
    }
    try {
      house.services().up();
      stdio.run();
      awaitCalls();
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED;
    } catch (IOException e) {
      voice.error("standard input cannot be read: " + e.getMessage());
      return ExitCode.FAILURE;
    } finally {
      house.services().release();
    }
    return 0;
  }

  private Eras eras() {
    var clock = house.world().clock();
    var spec = house.spec();
    var info =
        new Implementation(spec.name(), null, spec.version(), spec.description(), null, null);
    var server = new McpServer(info, spec.description()).toolsOnly().later(this::offer);
    var tasks = new MemoryTaskStore(clock, MOST_TASKS);
    return new Eras(
        new Stateless2026(server, tasks, () -> Key.OF_THIS_PROCESS, clock),
        new Stateful2025(server, clock));
  }

  /// Made after the handshake, which does not need them.
  private void offer(McpServer server) {
    try {
      var spec = house.spec();
      var calls = new ToolCalls(house, voice);
      var tools = new ArrayList<ToolEntry>();
      tools.add(entry(Offers.primary(spec), spec.work(), calls));
      var others = Offers.others(spec);
      for (int i = 0; i < others.size(); i++) {
        tools.add(entry(others.get(i), spec.tools().get(i).work(), calls));
      }
      tools.forEach(server::add);
      Readiness.begin(house, tools);
    } catch (IllegalArgumentException e) {
      voice.error("the tools cannot be offered: " + e.getMessage());
      throw e;
    }
  }

  private ToolEntry entry(ToolInfo info, Work work, ToolCalls calls) {
    return ToolEntry.of(
        info,
        TaskSupport.ALLOWED,
        (arguments, call) -> {
          atWork.register();
          try {
            return calls.call(info.name(), work, arguments, call);
          } finally {
            atWork.arriveAndDeregister();
          }
        });
  }

  /// Made when the first question is asked: most calls ask none, and the first answer need not
  /// wait.
  private static final class Key {
    static final SecretKey OF_THIS_PROCESS = make();

    private static SecretKey make() {
      var bytes = new byte[32];
      new SecureRandom().nextBytes(bytes);
      return new SecretKeySpec(bytes, "AES");
    }
  }

  /// Waits for the calls in flight, for as long as they are given at the end.
  private void awaitCalls() {
    try {
      int phase = atWork.arrive();
      atWork.awaitAdvanceInterruptibly(phase, GRACE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      voice.progress("a call did not end in time");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// A server that is told to end does so in order, and that is no failure.
  private void endBySignal(StdioServer stdio) {
    stdio.retire();
    awaitCalls();
    ChildProcess.endAll(Duration.ofSeconds(1));
    house.services().release();
    Runtime.getRuntime().halt(0);
  }
}
