package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Agent;
import dev.retinue.core.Budget;
import dev.retinue.core.Commission;
import dev.retinue.core.Conduct;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Vigilance;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.testing.Npm;
import dev.retinue.testing.RealPrograms;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The real `claude` and `codex` from npm at work on a real store, for a model that plays scripts.
/// They have a home of their own, and know of no other service.
public final class RealStaff implements AutoCloseable {
  /// It gives up where others would wait for a quota.
  private static final Vigilance IMPATIENT =
      new Vigilance(Duration.ofMinutes(10), List.of(), null, Duration.ZERO);

  private final Path folder;
  private final TestStaff staff;

  /// @param folder of the test; a second staff in the same one finds what the first has left
  /// @param service the address of the model
  RealStaff(Path folder, String service) {
    assumeTrue(Npm.isInstalled(), "npm could not install the programs");
    this.folder = folder;
    var environment = RealPrograms.in(folder.resolve("home"), service).environment();
    new LeftoverProcesses(data()).reap(List.of());
    new LeftoverFolders(processes()).reap(List.of());
    var clock = new TestClock();
    staff = TestStaff.in(data(), clock);
    staff.hire(agent("claude", "claude-sonnet-5-5"), agent("codex", "gpt-5.5"));
    staff.begin(
        runtime(new Claude(), environment, clock), runtime(new Codex(), environment, clock));
  }

  private CliRuntime runtime(Profile profile, Map<String, String> environment, TestClock clock) {
    return new CliRuntime(
        profile,
        new Programs(environment),
        new Supervisor(data(), System.getenv()),
        processes(),
        clock);
  }

  private static Agent agent(String program, String model) {
    return new Agent(
        program,
        "does what its script says",
        new Agent.Means(program, model),
        "Be brief.",
        List.of("Bash"),
        Agent.Limits.NONE,
        new Conduct(Conduct.USUAL.permissions(), Conduct.USUAL.confinement(), IMPATIENT, null));
  }

  /// The staff itself, to wait for what happens.
  public TestStaff staff() {
    return staff;
  }

  /// Starts a program with words that tell its prompt from all others, and a script.
  public RunId start(String program, String words, Turn... turns) {
    return staff.start(StartRequest.of(program, prompt(words, turns)));
  }

  public RunId start(Budget budget, String program, String words, Turn... turns) {
    return start(Commission.Terms.NONE.with(budget), program, words, turns);
  }

  public RunId start(Commission.Terms terms, String program, String words, Turn... turns) {
    return staff.start(StartRequest.of(program, prompt(words, turns)).under(terms));
  }

  static String prompt(String words, Turn... turns) {
    return words + "\n" + ScriptedLlm.script(turns);
  }

  /// Starts it, and waits until it has ended and nothing of it is left.
  public Run run(String program, String words, Turn... turns) {
    return staff.awaitEnd(start(program, words, turns));
  }

  private Path data() {
    return folder.resolve("data");
  }

  private Path processes() {
    return data().resolve("run");
  }

  /// No process of any run, and nothing temporary.
  public void assertNothingIsLeft() {
    assertThat(processesOfRuns()).isEmpty();
    try (var left = Files.exists(processes()) ? Files.list(processes()) : Stream.<Path>empty()) {
      assertThat(left).isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The numbers of all that carry the mark of this data directory.
  public List<Long> processesOfRuns() {
    try (var all = Files.list(Path.of("/proc"))) {
      return all.map(it -> it.getFileName().toString())
          .filter(name -> name.chars().allMatch(Character::isDigit))
          .map(Long::valueOf)
          .filter(this::isMarked)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isMarked(long pid) {
    try {
      return Files.readString(
              Path.of("/proc/%d/environ".formatted(pid)), StandardCharsets.ISO_8859_1)
          .contains(LeftoverProcesses.MARK + "=" + data() + "\0");
    } catch (IOException e) {
      return false; // Gone.
    }
  }

  @Override
  public void close() {
    staff.close();
  }
}
