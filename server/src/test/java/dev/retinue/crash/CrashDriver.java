package dev.retinue.crash;

import dev.retinue.cli.Household;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/// A program that works on a data directory until something happens to it.
///
/// The first argument is a folder, with the data below it and beside them what was acknowledged;
/// the second what to do; the third a seed.
public final class CrashDriver {
  private static final int CALLERS = 4;
  private static final int BROKEN = 3;
  private static final Limits LIMITS = new Limits(8, 24, 5, 100, 2_000);

  private final Path folder;
  private final Acknowledgements acknowledgements;
  private final long seed;
  private final Random random;
  private final Stage stage;

  private CrashDriver(Path folder, long seed) throws IOException {
    this.folder = folder;
    this.acknowledgements = new Acknowledgements(folder.resolve("acknowledged"));
    this.seed = seed;
    this.random = new Random(seed);
    this.stage = new Stage(acknowledgements, seed << 32);
  }

  public static void main(String[] args) throws Exception {
    var driver = new CrashDriver(Path.of(args[0]), Long.parseLong(args[2]));
    switch (args[1]) {
      case "crowd" -> driver.crowd();
      case "one-by-one" -> driver.oneByOne(2, 100);
      case "long-log" -> driver.oneByOne(12, 1_000_000);
      case "lax" -> driver.lax();
      case "clock" -> driver.clock();
      default -> throw new IllegalArgumentException(args[1]);
    }
  }

  /// The ids of the runs that a driver makes one by one.
  static List<RunId> ids(long seed, int count) {
    var random = randomOfIds(seed);
    return Stream.generate(() -> RunId.random(RunId.Prefix.AGENT, random)).limit(count).toList();
  }

  private static Random randomOfIds(long seed) {
    return new Random(~seed);
  }

  static Path data(Path folder) {
    return folder.resolve("data");
  }

  /// Goes on until it is killed.
  private void crowd() throws InterruptedException {
    var runtimes =
        List.<AgentRuntime>of(
            new CrashRuntime(Stage.STEADY, stage), new CrashRuntime(Stage.FRAIL, stage));
    var household = open(runtimes, Surroundings.real());
    stage.begin(household.staff());
    var found = household.recovered();
    stage.say("open", found.resumed(), found.interrupted(), found.queued());
    var callers =
        random
            .longs(CALLERS)
            .mapToObj(seed -> Thread.ofPlatform().start(new Crowd(stage, seed)))
            .toList();
    for (var caller : callers) {
      caller.join();
    }
  }

  /// Ends when all is done.
  private void oneByOne(int rounds, int promptLength) throws InterruptedException {
    var actor = new OneByOne(stage, random);
    var surroundings =
        new Surroundings(InstantSource.system(), System::nanoTime, randomOfIds(seed));
    try (var household = open(List.of(actor), surroundings)) {
      stage.begin(household.staff());
      stage.say("open");
      actor.play(rounds, promptLength);
    }
  }

  private void clock() throws IOException, InterruptedException {
    var scene = new ClockScene(stage, folder.resolve("clock"));
    try (var household = open(List.of(scene), Surroundings.real())) {
      stage.begin(household.staff());
      scene.play();
    }
  }

  /// The same on a database that does not wait for the disk, to see whether the tests would notice.
  private void lax() throws InterruptedException {
    var actor = new OneByOne(stage, random);
    try (var staff = new LaxStaff(data(folder), actor)) {
      stage.begin(staff.staff());
      stage.say("open");
      actor.play(2, 100);
    }
  }

  /// Tries again while it is told to, as whoever supervises a daemon would.
  private Household open(List<AgentRuntime> runtimes, Surroundings surroundings) {
    var settings = new Household.Settings(data(folder), LIMITS, 0, surroundings, this::endAtOnce);
    for (int i = 1; ; i++) {
      try {
        return Household.open(settings, Stage.ROSTER, runtimes, _ -> {});
      } catch (RetinueException e) {
        if (e.code() != ErrorCode.SERVICE_UNAVAILABLE || i == 5) {
          throw e;
        }
        stage.say("refused", e.getMessage());
      }
    }
  }

  private void endAtOnce() {
    stage.say("fatal");
    Runtime.getRuntime().halt(BROKEN);
  }
}
