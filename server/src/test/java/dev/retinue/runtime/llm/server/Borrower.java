package dev.retinue.runtime.llm.server;

import dev.retinue.core.FailureReason;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.runtime.llm.tool.Tool;
import dev.retinue.runtime.llm.tool.Toolbox;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// Carries out runs without a model: every line of the prompt is a tool and its input, what comes
/// of it is said, and `tools` says which there are.
public final class Borrower implements AgentRuntime {
  private static final Instant NOW = Instant.parse("2030-01-01T12:00:00Z");

  private final Toolbox box;

  public Borrower(Toolbox box) {
    this.box = box;
  }

  @Override
  public String name() {
    return "llm";
  }

  @Override
  public boolean canResume(Run run) {
    return true;
  }

  @Override
  public void carryOut(Work work) throws InterruptedException {
    var thread = Thread.currentThread();
    var done = new AtomicBoolean();
    work.whenEnded(
        () -> {
          if (!done.get()) {
            thread.interrupt();
          }
        });
    try (var lent = box.lend(work)) {
      try {
        for (var line : work.prompt().lines().toList()) {
          work.tell(new RunEvent.Said(NOW, use(lent, line)));
        }
      } catch (InterruptedException e) {
        if (!work.ended()) {
          throw e;
        }
        return; // What is left to do for the run is done in peace.
      }
      done.set(true);
      work.complete("done", State.Evidence.CLAIMED);
    } catch (RetinueException e) {
      done.set(true);
      work.fail(FailureReason.REFUSED, e.getMessage());
    }
  }

  private static String use(Toolbox.Lent lent, String line) throws InterruptedException {
    if (line.equals("tools")) {
      return lent.tools().stream().map(tool -> tool.spec().name()).collect(Collectors.joining(" "));
    }
    int end = line.indexOf(' ');
    var name = end < 0 ? line : line.substring(0, end);
    var input = end < 0 ? "{}" : line.substring(end + 1);
    var tool =
        lent.tools().stream().filter(it -> it.spec().name().equals(name)).findFirst().orElse(null);
    if (tool == null) {
      return "there is no " + name;
    }
    Tool.Result result = tool.call("call", Json.WIRE.readValue(input, ObjectNode.class));
    return (result.failed() ? "failed: " : "") + result.output();
  }
}
