package dev.retinue.bench;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A program that is called `claude` and `codex`. It says when it is running, waits until it may
/// end, and then answers as the one or the other does. Whoever starts it starts the same.
final class FakeAgent {
  /// What it answers.
  static final String ANSWER = "All is done.";

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /// A shell reads a pipe byte by byte, so that each of many takes one line from the gate.
  private static final String PROGRAM =
      """
      #!/bin/sh
      case $1 in --version) echo 2.1.0; exit ;; esac
      echo >%1$s/bell
      read -r _ <%1$s/gate
      case $0 in
      *claude)
        echo '{"type":"system","subtype":"init","session_id":"s","model":"fake"}'
        echo '{"type":"result","subtype":"success","is_error":false,"result":"%2$s","session_id":"s","total_cost_usd":0,"num_turns":1}'
        ;;
      *)
        echo '{"type":"thread.started","thread_id":"t"}'
        echo '{"type":"item.completed","item":{"id":"1","type":"agent_message","text":"%2$s"}}'
        echo '{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}'
        ;;
      esac
      """;

  private final Path folder;
  private final RandomAccessFile gate;
  private final List<Long> begun = new ArrayList<>();

  private FakeAgent(Path folder) throws IOException {
    this.folder = folder;
    this.gate = new RandomAccessFile(folder.resolve("gate").toFile(), "rw");
  }

  static FakeAgent install() throws IOException, InterruptedException {
    var folder = Files.createTempDirectory(Scratch.folder(), "fake");
    var bin = Files.createDirectory(folder.resolve("bin"));
    for (var name : List.of("claude", "codex")) {
      var file = Files.writeString(bin.resolve(name), PROGRAM.formatted(folder, ANSWER));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    var mkfifo = Workshop.onPath("mkfifo");
    Workshop.run("mkfifo", Command.of(mkfifo, folder + "/bell", folder + "/gate"));
    var agent = new FakeAgent(folder);
    Thread.ofPlatform().daemon().name("bell").start(agent::listen);
    return agent;
  }

  /// A `PATH` on which it comes first.
  String path() {
    return folder.resolve("bin") + ":" + System.getenv("PATH");
  }

  private void listen() {
    var bytes = new byte[1024];
    try (var bell = new RandomAccessFile(folder.resolve("bell").toFile(), "rw")) {
      for (int read = bell.read(bytes); read > 0; read = bell.read(bytes)) {
        ring(read, System.nanoTime());
      }
    } catch (IOException e) {
      Harness.say("nobody hears any more that programs are running: " + e.getMessage());
    }
  }

  private synchronized void ring(int times, long when) {
    for (int i = 0; i < times; i++) {
      begun.add(when);
    }
    notifyAll();
  }

  /// How often it was started so far.
  synchronized int starts() {
    return begun.size();
  }

  /// Waits until it was started so often, and returns when that was, as `System.nanoTime` has it.
  synchronized long awaitStart(int number) throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (begun.size() < number) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new BenchException(
            "%d more programs should be running after %d s"
                .formatted(number - begun.size(), LIMIT.toSeconds()));
      }
      wait(left);
    }
    return begun.get(number - 1);
  }

  /// Lets so many end, be they running already or not.
  void release(int programs) throws IOException {
    gate.write("\n".repeat(programs).getBytes());
  }
}
