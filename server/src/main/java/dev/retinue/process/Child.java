package dev.retinue.process;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Observer;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A program at work for a run, and everything that it has started.
public final class Child {
  /// How long a start may take. It can hang for ever, if the JDK was replaced under our feet.
  private static final Duration TO_START = Duration.ofSeconds(20);

  /// What is left to end after its signal was not heeded.
  private static final Duration TO_DIE = Duration.ofSeconds(10);

  private final String program;
  private final Marked marked;
  private final Enclosure enclosure;
  private final CompletableFuture<Process> started = new CompletableFuture<>();
  private final CompletableFuture<Integer> exited = new CompletableFuture<>();
  private volatile @Nullable Birth birth;
  private volatile @Nullable OpenInput input;
  private volatile Observer observer = Observer.NONE;

  private Child(String program, Marked marked, Enclosure enclosure) {
    this.program = program;
    this.marked = marked;
    this.enclosure = enclosure;
  }

  /// Starts it in a thread of its own that stays with it to its end: the system ends a child whose
  /// parent has died, and takes the thread that started it for the parent.
  static Child begin(
      String program, String name, Marked marked, Enclosure enclosure, Supplier<Process> start) {
    var child = new Child(program, marked, enclosure);
    var beginning = enclosure.givesUp() ? Sacrifice.of(name, enclosure, start) : start;
    try {
      Thread.ofPlatform().name(name).daemon().start(() -> child.live(beginning));
    } catch (OutOfMemoryError e) {
      throw noThread(program, e);
    }
    return child;
  }

  /// There is memory, or somebody else would have noticed: threads count as processes.
  private static RetinueException noThread(String program, OutOfMemoryError cause) {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "%s did not start: the user of Retinue may have no more processes. Raise that limit (ulimit -u), or let fewer runs be at work."
            .formatted(program),
        cause);
  }

  private void live(Supplier<Process> start) {
    try {
      var process = start.get();
      // At once: who is quick has ended when somebody asks.
      birth = Birth.of(process.pid()).orElse(null);
      enclosure.admit(process.toHandle());
      if (!started.complete(process)) {
        process.destroyForcibly(); // Nobody waits for it any more.
      }
      exited.complete(process.waitFor());
    } catch (InterruptedException | RuntimeException | Error e) {
      started.completeExceptionally(e);
      exited.completeExceptionally(e);
    }
  }

  /// Waits until it is there, or refuses.
  Child awaitStart() throws InterruptedException {
    try {
      started.get(TO_START.toMillis(), TimeUnit.MILLISECONDS);
      if (Thread.interrupted()) {
        // It was quicker than our look: whoever is interrupted takes nothing any more.
        throw new InterruptedException();
      }
      return this;
    } catch (TimeoutException e) {
      started.completeExceptionally(e);
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "%s did not start within %d seconds; restart Retinue if its JDK was replaced meanwhile."
              .formatted(program, TO_START.toSeconds()),
          e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RetinueException refusal) {
        throw refusal;
      }
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "%s did not start: %s".formatted(program, e.getCause()),
          e);
    } catch (InterruptedException e) {
      abandon(e);
      throw e;
    }
  }

  /// Nobody will stay with it: nothing of it is left when this returns.
  private void abandon(InterruptedException why) {
    if (!started.completeExceptionally(why)) {
      process().destroyForcibly();
    }
    awaitDeath();
    marked.end();
  }

  /// Also while being interrupted.
  private void awaitDeath() {
    boolean again = false;
    long deadline = System.nanoTime() + TO_DIE.toNanos();
    while (!exited.isDone() && System.nanoTime() < deadline) {
      try {
        exited.get(TO_DIE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        again = true;
      } catch (ExecutionException | TimeoutException e) {
        break; // It never was, or will not die.
      }
    }
    if (again) {
      Thread.currentThread().interrupt();
    }
  }

  /// Tells this one that it is there, and what becomes of it.
  void observedBy(Observer other) {
    observer = other;
    other.processes(Observer.Fate.SPAWNED, 1);
    whenExited(() -> other.processes(Observer.Fate.EXITED, 1));
  }

  /// Lets it hear this file, and what it is told afterwards.
  void listen(String name, Path first) {
    OpenInput opened;
    try {
      opened = OpenInput.begin(name, process().getOutputStream(), first);
    } catch (OutOfMemoryError e) {
      process().destroyForcibly(); // Nobody will stay with one that nobody can speak with.
      throw noThread(program, e);
    }
    input = opened;
    whenExited(opened::abandon);
  }

  /// Tells it one line, if it listens. Says whether it may still hear it.
  public boolean say(String line) {
    var open = input;
    return open != null && open.say(line);
  }

  /// It hears an end after what it was told.
  public void closeInput() {
    var open = input;
    if (open != null) {
      open.close();
    }
  }

  /// What it says, where it was started with pipes.
  public InputStream says() {
    return process().getInputStream();
  }

  /// What it hears, where it was started with pipes.
  public OutputStream hears() {
    return process().getOutputStream();
  }

  private Process process() {
    return started.resultNow();
  }

  public long pid() {
    return process().pid();
  }

  /// What to write down of it, so that a later process knows it again.
  public Optional<Birth> birth() {
    return Optional.ofNullable(birth);
  }

  /// Waits for its end; nothing if the time is over.
  public Optional<Integer> awaitExit(Duration patience) throws InterruptedException {
    try {
      return Optional.of(exited.get(Math.max(0, patience.toMillis()), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the thread of " + program + " failed", e);
    }
  }

  /// Calls this once it has ended by itself or otherwise.
  public void whenExited(Runnable action) {
    var _ = exited.whenComplete((_, _) -> action.run());
  }

  public boolean isAlive() {
    return process().isAlive();
  }

  /// Asks it to stop what it does.
  public void signal(Signal signal) {
    if (process().isAlive()) {
      signal.send(enclosure.hearer(process().toHandle()));
    }
  }

  /// Ends it, and everything that it has started, wherever that went: the signal that it heeds, a
  /// while, and then by force. Says whether nothing is left.
  public boolean end(Signal signal, Duration grace) throws InterruptedException {
    // By kinship too, because what has no mark may be found in no other way; and before it ends,
    // because then its children are nobody's.
    var kin = isAlive() ? process().descendants().toList() : List.<ProcessHandle>of();
    signal(signal);
    if (awaitExit(grace).isEmpty()) {
      observer.processes(Observer.Fate.KILLED, 1);
      process().descendants().forEach(ProcessHandle::destroyForcibly);
      process().destroyForcibly();
      awaitExit(TO_DIE);
    }
    kin.forEach(ProcessHandle::destroyForcibly);
    boolean emptied = enclosure.end();
    return marked.end() && emptied && !process().isAlive();
  }
}
