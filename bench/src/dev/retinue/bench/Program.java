package dev.retinue.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;

/// A competitor that is started anew for every sample: the time until it has done its part.
record Program(String name, Command command, Part part) implements Competitor {
  static final Metric TIME = Metric.lowerIsBetter("time", "ms");

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /// When a program has done its part.
  sealed interface Part {
    /// It has ended, with exit code 0.
    record End() implements Part {}

    /// It has answered a line on its standard input, as a stdio server does.
    record Answer(String request, Predicate<String> isAnswer) implements Part {}
  }

  static Program untilEnd(String name, Command command) {
    return new Program(name, command, new Part.End());
  }

  static Program untilAnswer(
      String name, Command command, String request, Predicate<String> isAnswer) {
    return new Program(name, command, new Part.Answer(request, isAnswer));
  }

  @Override
  public Map<Metric, Double> measure() throws IOException, InterruptedException {
    return switch (part) {
      case Part.End _ -> {
        try (var child = Child.start(name, command)) {
          child.awaitEnd(LIMIT);
          yield time(child);
        }
      }
      case Part.Answer(var request, var isAnswer) -> {
        try (var child = Child.startTalking(name, command)) {
          child.ask(request, isAnswer, LIMIT);
          yield time(child);
        }
      }
    };
  }

  private static Map<Metric, Double> time(Child child) {
    return Map.of(TIME, child.age().toNanos() / 1e6);
  }
}
