package dev.retinue.watch;

import dev.retinue.mcp.Call;
import dev.retinue.mcp.CallObserver;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.model.ToolResult;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Counts and measures the calls of tools. The path of a call is one look into a map and a few
/// numbers that are there already.
final class ToolCalls implements CallObserver {
  private static final int MOST_TOOLS = 300;

  /// How a call ended.
  enum Outcome {
    OK,
    /// The tool said no, in words for the model.
    ERROR,
    /// Its arguments did not fit, or there is no such tool.
    INVALID,
    /// It asked its client, who calls again with the answer.
    ASKED,
    /// Nobody waits for it any more.
    CANCELLED,
    /// The server did not keep its word.
    FAILED;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Outcome of(ToolResult result) {
      return result.isError() ? ERROR : OK;
    }
  }

  private final LongSupplier nanoTime;
  private final Consumer<String> limits;
  private final Counter calls =
      new Counter(
          "retinue_tool_calls_total", "Calls of tools, by how they ended.", "tool", "outcome");
  private final Histogram times =
      Histogram.ofSeconds("retinue_tool_call_seconds", "How long calls of tools took.", "tool");
  private final Map<String, OneTool> tools = new ConcurrentHashMap<>();
  private final Names names = new Names(MOST_TOOLS);
  private final long begun;

  /// @param limits is told by which limit a call was refused
  ToolCalls(LongSupplier nanoTime, Consumer<String> limits) {
    this.nanoTime = nanoTime;
    this.limits = limits;
    this.begun = nanoTime.getAsLong();
  }

  /// The numbers of one tool.
  private final class OneTool {
    private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
    private final Histogram.Series time;
    private final Recent recent = new Recent(ToolCalls.this.begun);

    OneTool(String name) {
      this.time = times.of(name);
      for (var outcome : Outcome.values()) {
        outcomes.put(outcome, calls.of(name, outcome.word()));
      }
    }

    void end(Outcome outcome, long begun) {
      long now = nanoTime.getAsLong();
      counter(outcome).increment();
      time.observe(now - begun);
      recent.add(now, now - begun);
    }

    long count() {
      long sum = 0;
      for (var each : outcomes.values()) {
        sum += each.sum();
      }
      return sum;
    }

    long errors() {
      return counter(Outcome.ERROR).sum()
          + counter(Outcome.INVALID).sum()
          + counter(Outcome.FAILED).sum();
    }

    private LongAdder counter(Outcome outcome) {
      return Objects.requireNonNull(outcomes.get(outcome));
    }
  }

  private OneTool tool(String name) {
    var known = tools.get(name);
    return known == null ? tools.computeIfAbsent(names.of(name), OneTool::new) : known;
  }

  @Override
  public ToolResult around(String tool, Call call, Work work) throws Exception {
    var one = tool(tool);
    long begun = nanoTime.getAsLong();
    // What is not said here by an end is a defect.
    var outcome = Outcome.FAILED;
    try {
      var result = work.run();
      outcome = Outcome.of(result);
      if (result.isError()) {
        noteLimit(result);
      }
      return result;
    } catch (Asked e) {
      outcome = Outcome.ASKED;
      throw e;
    } catch (InterruptedException e) {
      outcome = Outcome.CANCELLED;
      throw e;
    } finally {
      one.end(outcome, begun);
    }
  }

  /// A refusal by a limit names it, on every surface alike.
  private void noteLimit(ToolResult result) {
    var structured = result.structuredContent();
    var limit = structured == null ? "" : structured.path("error").path("limit").asString("");
    if (!limit.isEmpty()) {
      limits.accept(limit);
    }
  }

  @Override
  public void refused(String tool, Caller caller) {
    var one = tool(tool);
    one.end(Outcome.INVALID, nanoTime.getAsLong());
  }

  List<Family> families() {
    return List.of(calls, times);
  }

  Recent.Summary summary() {
    var all = tools.values().stream().map(it -> it.recent).toList();
    return Recent.summary(nanoTime.getAsLong(), begun, all);
  }

  List<Vitals.ToolVitals> vitals() {
    long now = nanoTime.getAsLong();
    return new TreeMap<>(tools)
        .entrySet().stream()
            .map(
                it -> {
                  var recent = it.getValue().recent.summary(now);
                  return new Vitals.ToolVitals(
                      it.getKey(),
                      it.getValue().count(),
                      it.getValue().errors(),
                      recent.p50(),
                      recent.p99());
                })
            .toList();
  }
}
