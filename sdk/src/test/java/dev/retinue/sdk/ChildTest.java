package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("PATH", System.getenv("PATH"), "SECRET", "s3cret-value");

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(100);

  /// A shell has begun by then, also on a busy machine.
  private static final Duration SOON = Duration.ofSeconds(3);

  @TempDir Path folder;

  private Child shell(String script, Duration deadline, Duration grace) {
    return new Child(
        List.of("/bin/sh", "-c", script), ENVIRONMENT, folder, deadline, 10_000, grace);
  }

  private Child shell(String script) {
    return shell(script, LONG, SHORT);
  }

  @Test
  void a_program_is_run_to_its_end() throws Exception {
    var ended = shell("echo said; echo wrong >&2; exit 7").run();

    assertThat(ended).isEqualTo(new Child.Ended(7, "said\n", "wrong\n", false, false));
  }

  @Test
  void it_gets_its_environment_alone_its_folder_and_no_input() throws Exception {
    var ended = shell("env | sort; pwd; cat").run();

    assertThat(ended.output())
        .contains("SECRET=s3cret-value", folder.toRealPath().toString())
        .doesNotContain("JAVA_HOME=", "HOME=");
  }

  @Test
  void it_hears_what_it_is_told_however_much() throws Exception {
    var input = "x".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);

    assertThat(shell("wc -c").run(input, _ -> {}).output().strip()).isEqualTo("1000000");
    assertThat(shell("true").run(input, _ -> {}).exitCode()).isZero();
  }

  @Test
  void of_much_output_the_beginning_is_kept_and_of_errors_the_end() throws Exception {
    var ended = shell("seq 1 100000; seq 1 100000 >&2").run();

    assertThat(ended.output()).hasSize(10_000).startsWith("1\n2\n");
    assertThat(ended.errors()).hasSize(10_000).endsWith("99999\n100000\n");
    assertThat(ended.cut()).isTrue();
  }

  @Test
  void its_errors_are_told_line_by_line_while_it_runs() throws Exception {
    var lines = new ArrayList<String>();
    var go = folder.resolve("go");
    var ended =
        shell("echo first >&2; while ! test -e go; do sleep 0.01; done; printf 'l\\303\\244st' >&2")
            .run(
                new byte[0],
                line -> {
                  lines.add(line);
                  create(go);
                  throw new IllegalStateException("a listener that fails");
                });

    assertThat(lines).containsExactly("first", "läst");
    assertThat(ended.errors()).isEqualTo("first\nläst");
  }

  private static void create(Path file) {
    try {
      Files.writeString(file, "");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void at_its_deadline_it_is_asked_to_end_and_what_it_said_is_kept() throws Exception {
    var ended =
        shell(
                "trap 'echo bye; exit 5' TERM; echo hello; while true; do sleep 0.05; done",
                SOON,
                LONG)
            .run();

    assertThat(ended.timedOut()).isTrue();
    assertThat(ended.exitCode()).isEqualTo(5);
    assertThat(ended.output()).isEqualTo("hello\nbye\n");
  }

  @Test
  void who_does_not_end_itself_is_killed_with_everything_it_has_started() throws Exception {
    var ended =
        shell(
                "trap '' TERM; (trap '' TERM; exec sleep 600) & echo $!; echo $$; wait; wait; while true; do sleep 1; done",
                SOON,
                SHORT)
            .run();

    assertThat(ended.timedOut()).isTrue();
    assertThat(ended.exitCode()).isEqualTo(137);
    assertThat(ended.output().lines().map(Long::valueOf).toList())
        .hasSize(2)
        .noneMatch(ChildTest::isAlive);
  }

  /// One that has ended and that nobody has asked about yet is not alive.
  private static boolean isAlive(long pid) {
    try {
      var stat = Files.readString(Path.of("/proc/%d/stat".formatted(pid)));
      return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void who_leaves_somebody_behind_with_its_streams_is_not_waited_for() throws Exception {
    var ended = shell("sleep 600 & echo $!").run();

    assertThat(ended.exitCode()).isZero();
    long left = Long.parseLong(ended.output().strip());
    assertThat(ProcessHandle.of(left)).get().matches(ProcessHandle::destroyForcibly);
  }

  @Test
  void an_interruption_ends_it_too() throws Exception {
    var pid = new AtomicReference<Long>();
    var started = new CountDownLatch(1);
    var outcome = new AtomicReference<Throwable>();
    var waiting =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    var _ =
                        shell("echo $$ >&2; exec sleep 600")
                            .run(
                                new byte[0],
                                line -> {
                                  pid.set(Long.valueOf(line));
                                  started.countDown();
                                });
                  } catch (InterruptedException | RuntimeException e) {
                    outcome.set(e);
                  }
                });
    assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();

    waiting.interrupt();

    assertThat(waiting.join(Duration.ofSeconds(30))).isTrue();
    assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
    assertThat(isAlive(pid.get())).isFalse();
  }

  @Test
  void what_cannot_be_started_is_refused_in_a_sentence() {
    var child = new Child(List.of("/no/such/program"), Map.of(), folder, LONG, 100);

    assertThatExceptionOfType(AgentException.class)
        .isThrownBy(child::run)
        .withMessageStartingWith("/no/such/program cannot be started: ")
        .satisfies(refusal -> assertThat(refusal.exitCode()).isEqualTo(1));
  }

  @Test
  void programs_are_found_in_the_path_of_the_environment_that_is_given() throws IOException {
    var program = Files.writeString(folder.resolve("tool"), "#!/bin/sh\n");
    var path = Map.of("PATH", "relative::/nowhere:" + folder);

    assertThat(Child.find("tool", path)).isEmpty();
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(Child.find("tool", path)).contains(program);
    assertThat(Child.find("tool", Map.of())).isEmpty();
  }

  @Test
  void its_environment_is_not_in_its_name() {
    assertThat(shell("true")).hasToString("Child[/bin/sh]");
  }
}
