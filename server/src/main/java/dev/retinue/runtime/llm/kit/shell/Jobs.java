package dev.retinue.runtime.llm.kit.shell;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.llm.server.Uninterrupted;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The commands of one run: those that are waited for, and those beside them. All of them end with
/// it.
public final class Jobs implements AutoCloseable {
  static final int MOST_RUNNING = Limit.JOBS.count();
  private static final int MOST_KEPT = 50;
  private static final Duration FOR_EVER = Duration.ofDays(365);
  private static final Duration TO_CLOSE = Duration.ofSeconds(40);

  private final Shell shell;
  private final InstantSource clock;

  /// All that are at work.
  private final Set<Command> open = new HashSet<>();

  /// Those that are not waited for, the oldest first.
  private final Map<String, Job> jobs = new LinkedHashMap<>();

  /// Those of the latter that are just being started.
  private int starting;

  private int begun;
  private boolean closed;

  public Jobs(Shell shell, InstantSource clock) {
    this.shell = shell;
    this.clock = clock;
  }

  /// A command beside others.
  static final class Job {
    private final String id;
    private final String line;
    private final Instant since;
    private final Command command;
    private volatile @Nullable Integer exit;
    private volatile boolean stopped;
    private volatile boolean over;

    private Job(String id, String line, Instant since, Command command) {
      this.id = id;
      this.line = line;
      this.since = since;
      this.command = command;
    }

    String id() {
      return id;
    }

    boolean isRunning() {
      return !over;
    }

    String status() {
      if (!over) {
        return "running";
      }
      var code = exit;
      if (stopped || code == null) {
        return command.hasFlooded() ? "failed (it printed too much)" : "stopped";
      }
      return code == 0 ? "completed" : "failed (exit code %d)".formatted(code);
    }

    String shown(Instant now) {
      return "%s: %s, begun %d s ago: %s"
          .formatted(id, status(), Duration.between(since, now).toSeconds(), Excerpt.of(line, 200));
    }

    String output() {
      return command.output();
    }
  }

  Shell shell() {
    return shell;
  }

  /// What became of a line that was waited for.
  ///
  /// @param exit nothing if it was ended
  record Outcome(Optional<Integer> exit, String output, boolean flooded) {}

  Outcome run(String line, Path directory, Duration patience) throws InterruptedException {
    var command = begin(line, directory);
    try {
      var exit = command.await(patience);
      command.end(); // What it left behind, too.
      return new Outcome(exit, command.output(), command.hasFlooded());
    } finally {
      command.close();
      forget(command);
    }
  }

  private Command begin(String line, Path directory) throws InterruptedException {
    refuseIfClosed();
    try {
      var command = shell.start(line, directory);
      if (!keep(command)) {
        command.close(); // The run has ended meanwhile.
        refuseIfClosed();
      }
      return command;
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE, "The command cannot be started: " + e.getMessage(), e);
    }
  }

  private synchronized void refuseIfClosed() {
    if (closed) {
      throw new RetinueException(ErrorCode.CONFLICT, "The run has ended; nothing is started.");
    }
  }

  private synchronized boolean keep(Command command) {
    if (!closed) {
      open.add(command);
    }
    return !closed;
  }

  private synchronized void forget(Command command) {
    open.remove(command);
  }

  /// Starts one that nobody waits for.
  Job start(String line, Path directory) throws InterruptedException {
    takePlace();
    try {
      var command = begin(line, directory);
      var job = add(line, command);
      Thread.ofVirtual().name("watch-" + job.id).start(() -> watch(job));
      return job;
    } finally {
      leavePlace();
    }
  }

  private synchronized void leavePlace() {
    starting--;
  }

  /// Several may be asked for at once.
  private synchronized void takePlace() {
    if (jobs.values().stream().filter(Job::isRunning).count() + starting >= MOST_RUNNING) {
      throw LimitHit.fixed(
              Limit.JOBS, LimitHit.Whose.THIS_RUN, LimitHit.Frees.when("one of its jobs ends"))
          .refusal(
              "%d jobs are running, and no more are allowed; stop one of them."
                  .formatted(MOST_RUNNING));
    }
    starting++;
  }

  private synchronized Job add(String line, Command command) {
    begun++;
    var job = new Job("job_" + begun, line, clock.instant(), command);
    var oldest = jobs.values().stream().filter(it -> !it.isRunning()).findFirst();
    if (jobs.size() >= MOST_KEPT && oldest.isPresent()) {
      jobs.remove(oldest.get().id);
      oldest.get().command.close();
    }
    jobs.put(job.id, job);
    return job;
  }

  private void watch(Job job) {
    try {
      job.exit = job.command.await(FOR_EVER).orElse(null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Nobody does that.
    } finally {
      job.command.end();
      job.over = true;
      forget(job.command);
    }
  }

  synchronized Collection<Job> all() {
    return List.copyOf(jobs.values());
  }

  Job require(String id) {
    Job job;
    synchronized (this) {
      job = jobs.get(id);
    }
    if (job == null) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND,
          "There is no job '%s'; list_background_jobs shows those there are. Jobs end when Retinue is restarted."
              .formatted(Excerpt.of(id)));
    }
    return job;
  }

  /// Says whether it was running.
  boolean stop(Job job) {
    if (job.over) {
      return false;
    }
    job.stopped = true;
    job.command.end();
    job.over = true;
    return true;
  }

  /// Ends all of them at once.
  @Override
  public void close() {
    var commands = new ArrayList<Command>();
    synchronized (this) {
      closed = true;
      commands.addAll(open);
      jobs.values().forEach(job -> commands.add(job.command));
    }
    var endings =
        commands.stream()
            .distinct()
            .map(it -> Thread.ofVirtual().name("close-command").start(it::close))
            .toList();
    endings.forEach(ending -> Uninterrupted.join(ending, TO_CLOSE));
  }
}
