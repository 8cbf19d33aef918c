package dev.retinue.cli;

import dev.retinue.runtime.coder.fake.FakeAgentApi.Saying;
import dev.retinue.runtime.coder.fake.FakeCoder;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A Coder for one demonstration: its workspaces are invented, and agents in them play scripts. All
/// that talks to it is real.
final class DemoFleet implements AutoCloseable {
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final String QUESTION = "Which currency should the prices have?";

  private final FakeCoder coder;
  private final Thread time;

  /// Who does what, on the staff of `CONFIGURATION`.
  static final DemoPlay PLAY =
      new DemoPlay(
          List.of(
              new DemoPlay.Part("amy", "write tests for the shop"),
              new DemoPlay.Part("bob", "add prices to the menu"),
              new DemoPlay.Part("builder", "build a page for the tea of the month")),
          "Euros, with two decimals.",
          """

          That was a fleet: three agents in workspaces of a Coder that was invented on this machine, and what talked to it was real.
          One of them asked something, and the workspace of 'builder' was made for its task and removed after it. What to do next:
            export CODER_URL=… CODER_SESSION_TOKEN=…
            retinue run --agent fleet/<name> "your own task"   give a task to an agent of yours
            retinue agents                                     see who is on the staff""");

  static final String CONFIGURATION =
      """
      hire-programs: false
      staff:
        amy: {description: Tests the shop., runtime: coder}
        bob: {description: Builds the shop., runtime: coder}
        builder: {description: Builds anything in a workspace of its own., runtime: coder, coder: {project: Tea shop}}
      """;

  private DemoFleet(FakeCoder coder) {
    this.coder = coder;
    this.time = Thread.ofVirtual().name("time-of-the-fleet").start(this::pass);
  }

  static DemoFleet open() {
    var coder = FakeCoder.start(Mode.CURRENT).requestsPerMinute(Integer.MAX_VALUE);
    var shop = coder.project("Tea shop", "coder", "reviewer");
    coder.workspace("amy", shop, Stage.IDLE);
    coder.workspace("bob", shop, Stage.IDLE);
    coder.script(DemoFleet::script);
    return new DemoFleet(coder);
  }

  /// What the daemon must know to find it.
  Map<String, String> variables() {
    return Map.of("CODER_URL", coder.url(), "CODER_SESSION_TOKEN", coder.token());
  }

  private static List<Saying> script(String task) {
    if (task.contains("tests for the shop")) {
      return said(
          "I read how orders are made.",
          "Nine tests, and one of them fails: an empty cart.",
          "Ten tests are green; the empty cart is mended.");
    }
    if (task.contains("prices to the menu")) {
      return List.of(working("I found 14 teas without a price."), new Saying("failure", QUESTION));
    }
    if (task.contains("Euros")) {
      return said("I write the prices in euros.", "All 14 teas have a price in euros.");
    }
    return said(
        "I look for the tea of the month.",
        "I draw the page around Darjeeling.",
        "The page is there: Darjeeling, first flush.");
  }

  private static List<Saying> said(String... words) {
    int last = words.length - 1;
    var all = new ArrayList<Saying>();
    for (int i = 0; i < last; i++) {
      all.add(working(words[i]));
    }
    all.add(new Saying("idle", words[last]));
    return all;
  }

  private static Saying working(String words) {
    return new Saying("working", words);
  }

  /// Builds, agents and their work go on.
  private void pass() {
    try {
      while (true) {
        Thread.sleep(STEP);
        coder.step();
      }
    } catch (InterruptedException e) {
      // The demonstration is over.
    }
  }

  @Override
  public void close() {
    time.interrupt();
    coder.close();
  }
}
