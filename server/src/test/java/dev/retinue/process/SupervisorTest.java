package dev.retinue.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.testing.EndToEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Children that behave in every way that children do.
@EndToEnd
final class SupervisorTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(200);

  @TempDir private Path folder;
  private final RunId run = RunId.random(RunId.Prefix.AGENT, new SecureRandom());
  private Supervisor supervisor;
  private Marked marked;

  @BeforeEach
  void begin() throws IOException {
    supervisor = new Supervisor(folder, System.getenv());
    marked = Marked.all(folder);
    Files.writeString(folder.resolve("in"), "");
  }

  @AfterEach
  void nothing_is_left_whatever_the_test_did() {
    assertThat(marked.end()).isTrue();
  }

  @Test
  void a_child_hears_its_prompt_to_the_end_and_says_all_it_has_to_say() throws Exception {
    var prompt = "--version\n@file `x` grüße 🎩\n".repeat(50_000);
    Files.writeString(folder.resolve("in"), prompt);

    var child = start("cat; echo trouble >&2; exit 7");

    assertThat(child.awaitExit(LONG)).contains(7);
    assertThat(Files.readString(folder.resolve("out"))).isEqualTo(prompt);
    assertThat(Files.readString(folder.resolve("err"))).isEqualTo("trouble\n");
  }

  @Test
  void a_child_sees_the_environment_that_it_was_given_and_its_marks() throws Exception {
    var child = start("env | cut -d= -f1 | grep -v '^_$\\|^PWD$\\|^SHLVL$' | sort");
    assertThat(child.awaitExit(LONG)).contains(0);
    assertThat(Files.readAllLines(folder.resolve("out")))
        .containsExactly("PATH", "RETINUE_HOME", "RETINUE_RUN");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "waits              | exec sleep 300",
        "ignores signals    | trap '' TERM INT HUP; while :; do sleep 0.1; done",
        "forks              | sleep 300 & sleep 300 & wait",
        "daemonises         | setsid sh -c 'sleep 300 & sleep 300' & exec sleep 300",
        "closes its output  | exec >&- 2>&-; exec sleep 300",
        "stops itself       | kill -STOP $$",
      })
  void nothing_is_left_of_a_child_that(String what, String script) throws Exception {
    var child = start("echo begun; " + script);
    awaitOutput("begun\n");

    assertThat(child.end(Signal.TERMINATE, SHORT)).as(what).isTrue();

    assertThat(marked.find()).isEmpty();
    assertThat(child.awaitExit(Duration.ZERO)).isPresent();
  }

  @Test
  void nothing_is_left_of_what_a_child_left_behind_when_it_ended() throws Exception {
    var child = start("setsid sleep 300 & setsid sleep 300 & echo begun");
    assertThat(child.awaitExit(LONG)).contains(0);
    assertThat(marked.find()).hasSize(2);

    assertThat(child.end(Signal.TERMINATE, SHORT)).isTrue();

    assertThat(marked.find()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"INTERRUPT, INT", "TERMINATE, TERM"})
  void a_child_hears_the_signal_that_it_heeds(Signal signal, String name) throws Exception {
    var child =
        start("trap 'echo heard; exit 3' " + name + "; echo begun; while :; do sleep 0.05; done");
    awaitOutput("begun\n");

    assertThat(child.end(signal, LONG)).isTrue();

    assertThat(child.awaitExit(Duration.ZERO)).contains(3);
    assertThat(Files.readString(folder.resolve("out"))).isEqualTo("begun\nheard\n");
  }

  @Test
  void a_start_that_is_interrupted_leaves_nothing() throws Exception {
    for (int i = 0; i < 20; i++) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> start("sleep 1000")).isInstanceOf(InterruptedException.class);
      assertThat(marked.find()).isEmpty();
    }
  }

  @Test
  void a_child_that_writes_too_much_is_ended_by_the_system() throws Exception {
    var child = start("exec yes", new Spawn.Limits(1_000_000));
    assertThat(child.awaitExit(LONG)).isPresent().isNotEqualTo(java.util.Optional.of(0));
    assertThat(Files.size(folder.resolve("out"))).isLessThanOrEqualTo(1_000_000);
  }

  @Test
  void a_program_that_is_not_there_is_a_sentence() {
    assertThatThrownBy(
            () -> supervisor.start(spawn(List.of("/no/such/program"), Spawn.Limits.USUAL)))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("/no/such/program");
  }

  @Test
  void what_was_to_be_around_a_program_that_is_not_there_is_taken_away() {
    var taken = new AtomicInteger();
    var around =
        new Enclosure() {
          @Override
          public boolean end() {
            taken.incrementAndGet();
            return true;
          }
        };
    var spawn = spawn(List.of("/no/such/program"), Spawn.Limits.USUAL).inside(around);
    assertThatThrownBy(() -> supervisor.start(spawn)).isInstanceOf(RetinueException.class);
    assertThat(taken).hasValue(1);
  }

  @Test
  void a_process_is_known_again_and_another_under_its_number_is_not_touched() throws Exception {
    var child = start("exec sleep 300");
    var birth = child.birth().orElseThrow();
    assertThat(Birth.of(birth.facts())).contains(birth);

    new Birth(birth.pid(), birth.ticks() + 1, birth.boot()).end();
    new Birth(birth.pid(), birth.ticks(), "another boot").end();
    assertThat(child.isAlive()).isTrue();

    birth.end();
    assertThat(child.awaitExit(LONG)).isPresent();
  }

  private Child start(String script) throws InterruptedException {
    return start(script, Spawn.Limits.USUAL);
  }

  private Child start(String script, Spawn.Limits limits) throws InterruptedException {
    return supervisor.start(spawn(List.of("/bin/sh", "-c", script), limits));
  }

  private Spawn spawn(List<String> command, Spawn.Limits limits) {
    return new Spawn(
        run,
        command,
        folder,
        Map.of("PATH", "/usr/bin:/bin"),
        new Spawn.Files(folder.resolve("in"), folder.resolve("out"), folder.resolve("err")),
        limits);
  }

  private void awaitOutput(String text) throws IOException {
    long end = System.nanoTime() + LONG.toNanos();
    var out = folder.resolve("out");
    while (!Files.exists(out) || !Files.readString(out, UTF_8).contains(text)) {
      assertThat(System.nanoTime()).as("it said nothing in time").isLessThan(end);
      Thread.onSpinWait();
    }
  }
}
