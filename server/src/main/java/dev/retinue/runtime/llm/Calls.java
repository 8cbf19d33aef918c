package dev.retinue.runtime.llm;

import dev.retinue.core.RetinueException;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Part;
import dev.retinue.llm.Prompt.ToolSpec;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Uses the tools of a run: all that the model called at once, at once. What came of each is
/// recorded as soon as it is there.
final class Calls {
  private static final int MOST_AT_ONCE = 32;
  private static final int LONGEST_OUTPUT = 50_000;

  private final Work work;
  private final InstantSource clock;
  private final Map<String, Tool> tools = new LinkedHashMap<>();

  Calls(Work work, InstantSource clock, List<Tool> tools) {
    this.work = work;
    this.clock = clock;
    tools.forEach(tool -> this.tools.put(tool.spec().name(), tool));
  }

  List<ToolSpec> specs() {
    return tools.values().stream().map(Tool::spec).toList();
  }

  boolean mayRepeat(Part.Call call) {
    var tool = tools.get(call.tool());
    return tool != null && tool.isRepeatable();
  }

  /// Says whether the run goes on.
  ///
  /// @param heard is told what came of them, on this thread
  boolean make(List<Part.Call> wanted, Consumer<List<RunEvent>> heard)
      throws InterruptedException {
    for (int from = 0; from < wanted.size() && !work.ended(); from += MOST_AT_ONCE) {
      heard.accept(atOnce(wanted.subList(from, Math.min(wanted.size(), from + MOST_AT_ONCE))));
    }
    return !work.ended();
  }

  private List<RunEvent> atOnce(List<Part.Call> wanted) throws InterruptedException {
    var answers = new ConcurrentLinkedQueue<RunEvent>();
    var threads = new ArrayList<Thread>();
    for (var call : wanted) {
      threads.add(
          Thread.ofVirtual().name("tool-" + call.tool()).start(() -> make(call, answers::add)));
    }
    try {
      for (var thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      threads.forEach(Thread::interrupt);
      throw e;
    }
    return List.copyOf(answers);
  }

  private void make(Part.Call call, Consumer<RunEvent> answer) {
    try {
      var result = result(call);
      var event =
          new RunEvent.ToolAnswered(
              clock.instant().truncatedTo(ChronoUnit.MICROS),
              call.id(),
              bounded(result.output()),
              result.failed());
      work.tell(event);
      answer.accept(event);
    } catch (InterruptedException e) {
      // Everything ends; whoever takes up the run finds a call without an answer.
    } catch (Work.RunEndedException e) {
      // Nobody wants to know any more.
    }
  }

  private Tool.Result result(Part.Call call) throws InterruptedException {
    var tool = tools.get(call.tool());
    if (tool == null) {
      return Tool.Result.failure(
          "There is no tool '%s'. You have: %s.".formatted(call.tool(), String.join(", ", tools.keySet())));
    }
    ObjectNode input;
    try {
      if (!(JsonMapper.shared().readTree(call.input()) instanceof ObjectNode object)) {
        return Tool.Result.failure("The input of %s must be a JSON object.".formatted(call.tool()));
      }
      input = object;
    } catch (JacksonException e) {
      return Tool.Result.failure("The input of %s is no JSON; write it anew.".formatted(call.tool()));
    }
    try {
      return tool.call(call.id(), input);
    } catch (RetinueException e) {
      return Tool.Result.failure(String.valueOf(e.getMessage()));
    }
  }

  /// The beginning and the end: what matters is rarely in the middle.
  static String bounded(String output) {
    if (output.length() <= LONGEST_OUTPUT) {
      return output;
    }
    int half = LONGEST_OUTPUT / 2;
    int cut = output.length() - LONGEST_OUTPUT;
    return output.substring(0, half)
        + "\n[… %d characters are left out here …]\n".formatted(cut)
        + output.substring(output.length() - half);
  }
}
