package dev.retinue.runtime.llm;

import dev.retinue.core.Masked;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import dev.retinue.core.port.Work.RunEndedException;
import dev.retinue.llm.Part;
import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.llm.tool.AskTool;
import dev.retinue.runtime.llm.tool.CompleteTool;
import dev.retinue.runtime.llm.tool.Tool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Uses the tools of a run: all that the model called at once, at once. What came of each is
/// recorded as soon as it is there; of one alone together with the next question, which follows at
/// once.
final class Calls {
  private static final int MOST_AT_ONCE = 32;
  private static final String NOT_YET =
      "Another call of this answer failed, so the contract has not ended. Look at what failed, and call agent_complete again when you are done.";

  private final Traced traced;
  private final Work work;
  private final Times times;
  private final Map<String, Tool> tools = new LinkedHashMap<>();
  private final Set<Thread> atWork = new HashSet<>();

  Calls(Traced traced, Times times, List<Tool> tools) {
    this.traced = traced;
    this.work = traced.work();
    this.times = times;
    tools.forEach(tool -> this.tools.put(tool.spec().name(), tool));
    work.whenEnded(this::interrupt);
  }

  /// A call does not outlive its run: nobody would hear what came of it.
  private void interrupt() {
    synchronized (atWork) {
      atWork.forEach(Thread::interrupt);
    }
  }

  List<ToolSpec> specs() {
    return tools.values().stream().map(Tool::spec).toList();
  }

  /// Whether it can do anything but speak: of one that cannot, words are all there is to come, and
  /// another turn would only cost.
  boolean canDoMore() {
    return tools.keySet().stream()
        .anyMatch(it -> !it.equals(CompleteTool.NAME) && !it.equals(AskTool.NAME));
  }

  /// One that is not here any more may have been there before.
  boolean mayRepeat(Part.Call call) {
    var tool = tools.get(call.tool());
    return tool != null && tool.isRepeatable();
  }

  /// Makes those that are open. The one that ends the contract comes last: the others belong to it.
  void make(Transcript transcript) throws InterruptedException {
    var open = transcript.open();
    if (open.size() == 1 && !isLast(open.getFirst())) {
      transcript.owe(answer(open.getFirst(), untilTheEnd(open.getFirst())));
      return;
    }
    var others = open.stream().filter(it -> !isLast(it)).toList();
    for (int from = 0; from < others.size() && !work.ended(); from += MOST_AT_ONCE) {
      int to = Math.min(others.size(), from + MOST_AT_ONCE);
      transcript.add(atOnce(others.subList(from, to)));
    }
    requireResults(transcript);
    for (var last : transcript.open().stream().filter(Calls::isLast).toList()) {
      if (work.ended()) {
        return;
      }
      var answers = new ArrayList<RunEvent>();
      make(last, transcript.hasFailed(), answers::add);
      transcript.add(answers);
    }
  }

  /// Whatever became of its thread: no call is made twice.
  private void requireResults(Transcript transcript) {
    for (var call : transcript.open()) {
      if (!isLast(call) && !work.ended()) {
        throw new IllegalStateException("a call of '%s' has no result".formatted(call.tool()));
      }
    }
  }

  private static boolean isLast(Part.Call call) {
    return call.tool().equals(CompleteTool.NAME);
  }

  private List<RunEvent> atOnce(List<Part.Call> wanted) throws InterruptedException {
    var answers = new @Nullable RunEvent[wanted.size()];
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < answers.length; i++) {
      int place = i;
      var call = wanted.get(i);
      threads.add(
          Thread.ofVirtual()
              .name("tool-" + call.tool())
              .start(Masked.inheriting(() -> makeAlone(call, event -> answers[place] = event))));
    }
    try {
      for (var thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      threads.forEach(Thread::interrupt);
      throw e;
    }
    return Stream.of(answers).filter(Objects::nonNull).toList();
  }

  /// Where it is interrupted, everything ends: whoever takes up the run finds a call without a
  /// result.
  private void makeAlone(Part.Call call, Consumer<RunEvent> answer) {
    try {
      make(call, false, answer);
    } catch (InterruptedException | RunEndedException e) {
      // Nobody waits for it any more.
    }
  }

  private void make(Part.Call call, boolean notYet, Consumer<RunEvent> answer)
      throws InterruptedException {
    var event = answer(call, notYet ? Tool.Result.failure(NOT_YET) : untilTheEnd(call));
    work.tell(event);
    answer.accept(event);
  }

  private RunEvent answer(Part.Call call, Tool.Result result) {
    return new RunEvent.ToolAnswered(
        times.now(),
        call.id(),
        Bounds.bothEnds(result.output(), Bounds.LONGEST_OUTPUT),
        result.failed());
  }

  /// The call that ends the run is not woken by it.
  private Tool.Result untilTheEnd(Part.Call call) throws InterruptedException {
    if (isLast(call)) {
      return result(call);
    }
    synchronized (atWork) {
      if (work.ended()) {
        throw new RunEndedException(work.run().id());
      }
      atWork.add(Thread.currentThread());
    }
    try {
      return result(call);
    } catch (InterruptedException e) {
      if (!work.ended()) {
        throw e;
      }
      throw new RunEndedException(work.run().id());
    } finally {
      synchronized (atWork) {
        atWork.remove(Thread.currentThread());
        if (work.ended()) {
          Thread.interrupted(); // What is left to do for the run is done in peace.
        }
      }
    }
  }

  private Tool.Result result(Part.Call call) throws InterruptedException {
    var tool = tools.get(call.tool());
    if (tool == null) {
      return Tool.Result.failure(
          "There is no tool '%s'. You have: %s."
              .formatted(call.tool(), String.join(", ", tools.keySet())));
    }
    try {
      return JsonMapper.shared().readTree(call.input()) instanceof ObjectNode input
          ? traced.tool(call, () -> tool.call(call.id(), input))
          : Tool.Result.failure("The input of %s must be a JSON object.".formatted(call.tool()));
    } catch (JacksonException e) {
      return Tool.Result.failure(
          "The input of %s is no JSON; write it anew.".formatted(call.tool()));
    } catch (RetinueException e) {
      return Tool.Result.failure(String.valueOf(e.getMessage()));
    } catch (RunEndedException e) {
      throw e;
    } catch (RuntimeException e) {
      // A call without a result would be made again.
      return Tool.Result.failure(
          "The tool %s broke down (%s), and nobody knows what it has done until then."
              .formatted(call.tool(), e.getClass().getSimpleName()));
    }
  }
}
