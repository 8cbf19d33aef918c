package dev.retinue.bench.peer;

import dev.retinue.core.Allowance;
import dev.retinue.core.RunId;
import dev.retinue.process.Signal;
import dev.retinue.process.Spawn;
import dev.retinue.process.Supervisor;
import dev.retinue.process.sandbox.Grounds;
import dev.retinue.process.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Starts programs that end at once, in turns bare and supervised. It reads a tier and a number on
/// a line, and answers with the medians of both in milliseconds, and of what the second took more.
final class SpawnWorker {
  private static final List<String> PROGRAM = List.of("/bin/true");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path folder;
  private final Supervisor supervisor;
  private final Sandbox sandbox;

  private SpawnWorker(Path folder) {
    this.folder = folder;
    this.supervisor = new Supervisor(folder, System.getenv());
    this.sandbox = new Sandbox(supervisor, System.getenv());
  }

  static void main(String[] args) throws Exception {
    var worker = new SpawnWorker(Path.of(args[0]));
    for (var line = IO.readln(); line != null; line = IO.readln()) {
      var words = line.split(" ");
      IO.println(worker.answer(Integer.parseInt(words[0]), Integer.parseInt(words[1])));
    }
    System.exit(0);
  }

  private String answer(int tier, int times) throws Exception {
    var bare = new double[times];
    var supervised = new double[times];
    var more = new double[times];
    for (int i = 0; i < times; i++) {
      bare[i] = timed(this::bare);
      supervised[i] = timed(() -> supervised(tier));
      more[i] = supervised[i] - bare[i];
    }
    return median(bare) + " " + median(supervised) + " " + median(more);
  }

  private interface Action {
    void act() throws Exception;
  }

  private static double timed(Action action) throws Exception {
    long begun = System.nanoTime();
    action.act();
    return (System.nanoTime() - begun) / 1e6;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private void bare() throws IOException, InterruptedException {
    var files = files("bare");
    new ProcessBuilder(PROGRAM)
        .directory(folder.toFile())
        .redirectInput(files.input().toFile())
        .redirectOutput(files.output().toFile())
        .redirectError(files.errors().toFile())
        .start()
        .waitFor();
  }

  /// From its start until nothing of it is left.
  private void supervised(int tier) throws IOException, InterruptedException {
    var run = RunId.random(RunId.Prefix.AGENT, new SecureRandom());
    var spawn = new Spawn(run, PROGRAM, folder, Map.of(), files(run.text()), Spawn.Limits.USUAL);
    if (tier > 1) {
      spawn = spawn.inside(sandbox.place(run, tier, grounds(), Allowance.ANY).enclosure());
    }
    var child = supervisor.start(spawn);
    child.awaitExit(PATIENCE);
    if (!child.end(Signal.TERMINATE, PATIENCE)) {
      throw new IllegalStateException("something is left");
    }
  }

  private Grounds grounds() throws IOException {
    var temporary = Files.createDirectories(folder.resolve("tmp"));
    return new Grounds(folder, true, temporary, List.of(), List.of(), null, true);
  }

  private Spawn.Files files(String name) throws IOException {
    var own = Files.createDirectories(folder.resolve("run").resolve(name));
    var files = new Spawn.Files(own.resolve("in"), own.resolve("out"), own.resolve("err"));
    if (!Files.exists(files.input())) {
      Files.createFile(files.input());
    }
    return files;
  }
}
