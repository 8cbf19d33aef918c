package dev.retinue.testing;

import dev.retinue.core.Account;
import dev.retinue.core.Agent;
import dev.retinue.core.Blob;
import dev.retinue.core.Caller;
import dev.retinue.core.Recorded;
import dev.retinue.core.Retention;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Blobs;
import dev.retinue.core.port.Checker;
import dev.retinue.core.port.Memory;
import dev.retinue.core.port.Roster;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.staff.Housekeeping;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Recovery;
import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.Staff;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.toolset.checks.AcceptanceChecks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A staff at work on real stores, for tests: hire agents, start them, and wait for what they do.
public final class TestStaff implements AutoCloseable {
  public static final Caller OWNER = Caller.owner();

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private final TestClock clock;
  private final RunStore runs;
  private final Blobs blobs;
  private final Map<String, Agent> roster = new ConcurrentSkipListMap<>();
  private final Staff staff;
  private final @Nullable TestData data;
  private Recovery.@Nullable Report found;

  private TestStaff(
      TestClock clock,
      RunStore runs,
      Blobs blobs,
      @Nullable TestData data,
      Rules rules,
      Checker checker) {
    this.clock = clock;
    this.runs = runs;
    this.blobs = blobs;
    this.data = data;
    Roster names = () -> List.copyOf(roster.values());
    this.staff = new Staff(runs, blobs, names, rules, clock.surroundings(), () -> {}, checker);
  }

  /// In this folder, with what was left there.
  public static TestStaff in(Path folder, TestClock clock) {
    return in(folder, clock, Limits.DEFAULT);
  }

  public static TestStaff in(Path folder, TestClock clock, Limits limits) {
    return in(folder, clock, Rules.of(limits));
  }

  public static TestStaff in(Path folder, TestClock clock, Rules rules) {
    var data = new TestData(folder, clock);
    return new TestStaff(clock, data.runs(), data.blobs(), data, rules, new AcceptanceChecks());
  }

  /// With checks of its own.
  public static TestStaff in(Path folder, TestClock clock, Checker checker) {
    var data = new TestData(folder, clock);
    return new TestStaff(clock, data.runs(), data.blobs(), data, Rules.of(Limits.DEFAULT), checker);
  }

  /// With both.
  public static TestStaff in(Path folder, TestClock clock, Rules rules, Checker checker) {
    var data = new TestData(folder, clock);
    return new TestStaff(clock, data.runs(), data.blobs(), data, rules, checker);
  }

  /// On stores that somebody else opened and will close.
  public static TestStaff on(RunStore runs, Blobs blobs, TestClock clock) {
    return new TestStaff(
        clock, runs, blobs, null, Rules.of(Limits.DEFAULT), new AcceptanceChecks());
  }

  /// In an open directory, which it closes.
  public static TestStaff on(TestData data, TestClock clock, Rules rules) {
    return new TestStaff(clock, data.runs(), data.blobs(), data, rules, new AcceptanceChecks());
  }

  public TestStaff hire(Agent... agents) {
    for (var agent : agents) {
      roster.put(agent.name(), agent);
    }
    return this;
  }

  public void dismiss(String name) {
    roster.remove(name);
  }

  /// One who plays this script.
  public TestStaff hire(String name, String script) {
    return hire(
        new Agent(
            name,
            "plays a script",
            new Agent.Means("scripted", null),
            script,
            List.of(),
            Agent.Limits.NONE));
  }

  /// Recovers what was left behind, and begins to work.
  public TestStaff begin(AgentRuntime... runtimes) {
    found = staff.crew().begin(List.of(runtimes));
    return this;
  }

  /// The same on a machine with this memory.
  public TestStaff begin(Memory memory, AgentRuntime... runtimes) {
    found = staff.crew().begin(List.of(runtimes), _ -> {}, memory);
    return this;
  }

  /// What it found when it began.
  public Recovery.Report found() {
    if (found == null) {
      throw new IllegalStateException("this staff has not begun");
    }
    return found;
  }

  public Staff staff() {
    return staff;
  }

  public Register register() {
    return new Register(staff, runs);
  }

  public TestClock clock() {
    return clock;
  }

  public RunId start(String agent, String prompt) {
    return start(StartRequest.of(agent, prompt));
  }

  /// Also a group, which callers cannot start by its name.
  public RunId start(StartRequest request) {
    return staff.startPlanned(OWNER, request).id();
  }

  public Run run(RunId id) {
    return staff.require(OWNER, id);
  }

  /// Looks again from time to time, because a wish may be about more than the run, which alone
  /// wakes us.
  public Run await(RunId id, Predicate<Run> wished) {
    try {
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (System.nanoTime() < deadline) {
        var run = staff.await(OWNER, id, wished, BETWEEN_LOOKS);
        if (wished.test(run)) {
          return run;
        }
      }
      throw new AssertionError(
          "waited in vain for %s; it did %s".formatted(staff.require(OWNER, id), events(id)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for " + id, e);
    }
  }

  /// Until it has ended and nothing of it is at work.
  public Run awaitEnd(RunId id) {
    return await(id, run -> run.ended() && !run.ending());
  }

  public Run awaitEvent(RunId id, Predicate<RunEvent> wished) {
    return await(id, _ -> events(id).stream().anyMatch(wished));
  }

  public List<RunEvent> events(RunId id) {
    return runs.events(id, 0, 100_000).stream().map(Recorded::event).toList();
  }

  public Account account(RunId id) {
    return runs.account(id).orElseThrow();
  }

  public List<Run> all() {
    return runs.list(new RunStore.RunQuery(null, List.of(), null, null, null, 1000)).runs();
  }

  /// What a blob has in it; nothing if there is none.
  public String text(@Nullable Blob blob) {
    if (blob == null) {
      return "";
    }
    try (var stream = blobs.open(blob)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Removes what these rules let go.
  public void clean(Retention rules) {
    var tasks = Objects.requireNonNull(data, "it is kept elsewhere").tasks();
    new Housekeeping(staff, runs, tasks, clock.surroundings()).clean(rules);
  }

  /// Leaves everything as a process does that is killed, with nothing at work any more.
  public void kill() {
    if (data != null) {
      data.close();
    }
    try {
      staff.crew().close();
    } catch (RetinueException e) {
      // It has nowhere to write what has become of it.
    }
  }

  @Override
  public void close() {
    staff.crew().close();
    if (data != null) {
      data.close();
    }
  }
}
