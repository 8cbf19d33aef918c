package dev.retinue.watch;

import dev.retinue.core.trace.Concern;
import dev.retinue.mcp.Call;
import dev.retinue.mcp.CallObserver;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.watch.ToolCalls.Outcome;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// Tells the log of every call of a tool, and for whom it is, where somebody wants to read that. It
/// has the words for its ends that the numbers have.
final class ToldCalls implements CallObserver {
  private final CallObserver counted;
  private final EventLog log;
  private final LongSupplier nanoTime;
  private final Function<Caller, Concern> concern;

  ToldCalls(
      CallObserver counted,
      EventLog log,
      LongSupplier nanoTime,
      Function<Caller, Concern> concern) {
    this.counted = counted;
    this.log = log;
    this.nanoTime = nanoTime;
    this.concern = concern;
  }

  @Override
  public ToolResult around(String tool, Call call, Work work) throws Exception {
    if (!log.isOn()) {
      return counted.around(tool, call, work);
    }
    long begun = nanoTime.getAsLong();
    var who = concern.apply(call.caller());
    var outcome = Outcome.FAILED;
    try {
      var result =
          Concern.<ToolResult, Exception>during(
              who.caller(), who.run(), () -> counted.around(tool, call, work));
      outcome = Outcome.of(result);
      return result;
    } catch (Asked e) {
      outcome = Outcome.ASKED;
      throw e;
    } catch (InterruptedException e) {
      outcome = Outcome.CANCELLED;
      throw e;
    } finally {
      log.called(tool, who, outcome.word(), nanoTime.getAsLong() - begun);
    }
  }

  @Override
  public void refused(String tool, Caller caller) {
    counted.refused(tool, caller);
    if (log.isOn()) {
      var name = tool.isEmpty() ? Counter.OTHER : tool;
      log.called(name, concern.apply(caller), Outcome.INVALID.word(), 0);
    }
  }
}
