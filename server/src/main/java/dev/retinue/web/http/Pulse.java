package dev.retinue.web.http;

import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Trouble;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Looks after everything that stays open, from one thread: whoever is quiet gives a sign of life,
/// by which a client that is gone is noticed.
public final class Pulse implements AutoCloseable {
  private static final int LOOKS = 4;

  /// Something that wants to be looked after.
  @FunctionalInterface
  public interface Patient {
    void look(long nowNanos);
  }

  private final Set<Patient> patients = ConcurrentHashMap.newKeySet();
  private final Duration quiet;
  private final Thread thread;

  /// One that looks several times within the time for which anybody may be quiet.
  public Pulse(Duration quiet) {
    this.quiet = quiet;
    this.thread = Thread.ofVirtual().name("web-pulse").start(this::run);
  }

  /// For how long nothing need be said.
  public Duration quiet() {
    return quiet;
  }

  public void add(Patient patient) {
    patients.add(patient);
  }

  public void remove(Patient patient) {
    patients.remove(patient);
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(quiet.dividedBy(LOOKS));
        long now = System.nanoTime();
        patients.forEach(patient -> look(patient, now));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// One that cannot be looked after must not be the end of all others.
  private void look(Patient patient, long now) {
    try {
      patient.look(now);
    } catch (RetinueException e) {
      Trouble.note("connections are looked after later", e);
    } catch (RuntimeException e) {
      remove(patient);
      System.getLogger("dev.retinue.web")
          .log(System.Logger.Level.ERROR, "A connection could not be looked after", e);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
