package dev.retinue.bench;

import java.io.IOException;

/// Runs a benchmark from its command line to its exit code: 0, 1 for a missed target with
/// `--check`, 2 for a command line that is wrong, 3 for a benchmark that could not be run.
final class Harness {
  private Harness() {}

  /// Looks at the machine and says what to compare.
  interface Preparation {
    Benchmark prepare() throws IOException, InterruptedException;
  }

  static void run(String[] args, Rounds usual, Preparation preparation) {
    System.exit(exitCode(args, usual, preparation));
  }

  private static int exitCode(String[] args, Rounds usual, Preparation preparation) {
    Options options;
    try {
      options = Options.parse(args, usual);
    } catch (IllegalArgumentException e) {
      say(e.getMessage());
      return 2;
    }
    try {
      boolean met = report(options.rounds(), preparation);
      return options.check() && !met ? 1 : 0;
    } catch (BenchException e) {
      say(e.getMessage());
    } catch (IOException | InterruptedException e) {
      say("the benchmark was broken off: " + e);
    }
    return 3;
  }

  /// Prints the report and returns whether all targets are met.
  private static boolean report(Rounds rounds, Preparation preparation)
      throws IOException, InterruptedException {
    var facts = Facts.ofMachine();
    facts.put("rounds", rounds.toString());
    var benchmark = preparation.prepare();
    var results = new Runner(benchmark, rounds).run();
    System.out.print(new Report(benchmark, facts, results).markdown());
    return benchmark.targets().stream().allMatch(target -> target.isMet(results));
  }

  static void say(String sentence) {
    System.err.println("bench: " + sentence);
  }
}
