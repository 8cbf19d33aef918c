package dev.retinue.runtime.scripted;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// What a scripted agent does, step by step.
///
/// @param resumable whether it goes on after a restart
record Script(boolean resumable, List<Step> steps) {
  static final String END = "end";
  static final String RESUMABLE = "resumable:";
  private static final int LONGEST = 1 << 20;
  private static final int DEEPEST = 8;
  private static final long MOST_PLAYED = 1_000_000;

  Script {
    steps = List.copyOf(steps);
  }

  /// A repetition whose end has not been read yet, or the script as a whole.
  private record Open(Line line, int times, List<Step> steps) {}

  /// @throws RetinueException with the line that cannot be read, and how to write it
  static Script parse(String text) {
    if (text.length() > LONGEST) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The script has %d characters, and %d are allowed.".formatted(text.length(), LONGEST));
    }
    var lines = Line.of(text.startsWith("\uFEFF") ? text.substring(1) : text);
    boolean directed = !lines.isEmpty() && lines.getFirst().word().equals(RESUMABLE);
    boolean resumable = !directed || isYes(lines.getFirst());
    return new Script(resumable, read(directed ? lines.subList(1, lines.size()) : lines));
  }

  private static boolean isYes(Line line) {
    return switch (line.rest()) {
      case "yes" -> true;
      case "no" -> false;
      default -> throw line.refusal("'resumable:' is followed by yes or no.");
    };
  }

  private static List<Step> read(List<Line> lines) {
    Deque<Open> open = new ArrayDeque<>();
    open.push(new Open(new Line(0, ""), 1, new ArrayList<>()));
    for (var line : lines) {
      if (line.word().equals(END)) {
        close(open, line);
        continue;
      }
      var step = step(line);
      if (step instanceof Step.Repeat(var times, var _)) {
        open.push(new Open(line, times, new ArrayList<>()));
        if (open.size() > DEEPEST + 1) {
          throw line.refusal(
              "here are more than %d repeats inside one another; write some of them out."
                  .formatted(DEEPEST));
        }
      } else {
        open.element().steps.add(step);
      }
    }
    if (open.size() > 1) {
      throw open.element().line.refusal("this 'repeat' has no end; write 'end' after its steps.");
    }
    return open.element().steps;
  }

  private static void close(Deque<Open> open, Line line) {
    if (open.size() == 1) {
      throw line.refusal("there is nothing to end here; 'end' closes a 'repeat'.");
    }
    if (!line.rest().isEmpty()) {
      throw line.refusal("'end' stands alone on its line.");
    }
    var closed = open.pop();
    var repeat = new Step.Repeat(closed.times, closed.steps);
    if (played(repeat) > MOST_PLAYED) {
      throw closed.line.refusal(
          "this 'repeat' would play more than %d steps.".formatted(MOST_PLAYED));
    }
    open.element().steps.add(repeat);
  }

  /// Small numbers: what is inside has been counted before, and is not more than allowed.
  private static long played(Step step) {
    return step instanceof Step.Repeat(var times, var steps)
        ? times * Math.max(1, steps.stream().mapToLong(Script::played).sum())
        : 1;
  }

  private static Step step(Line line) {
    var word = Word.ALL.get(line.word());
    if (line.word().equals(RESUMABLE)) {
      throw line.refusal("'resumable:' stands once, above the first step.");
    }
    if (word == null) {
      var known = new TreeMap<String, Object>(Word.ALL);
      known.put(END, END);
      throw line.refusal(Word.notOneOf("step", line.word(), known));
    }
    return understood(line, word)
        .orElseThrow(
            () ->
                line.refusal(
                    "'%s' cannot be understood; it is written like this: %s"
                        .formatted(Excerpt.of(line.text()), word.example())));
  }

  private static Optional<Step> understood(Line line, Word word) {
    try {
      return word.read().apply(line.rest());
    } catch (RetinueException e) {
      throw line.refusal(e.getMessage());
    }
  }
}
