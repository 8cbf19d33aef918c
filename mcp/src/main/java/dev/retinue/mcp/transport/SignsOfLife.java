package dev.retinue.mcp.transport;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Looks after all open exchanges from one thread: lets a slow one begin its stream, and keeps the
/// streams alive with comments, by which a vanished client is noticed.
final class SignsOfLife implements AutoCloseable {
  /// Something that wants to be looked after.
  interface Patient {
    void look(long nowNanos);
  }

  private final Set<Patient> patients = ConcurrentHashMap.newKeySet();
  private final Duration pause;
  private final Thread thread;

  SignsOfLife(Duration pause) {
    this.pause = pause;
    this.thread = Thread.ofVirtual().name("mcp-signs-of-life").start(this::run);
  }

  void add(Patient patient) {
    patients.add(patient);
  }

  void remove(Patient patient) {
    patients.remove(patient);
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(pause);
        long now = System.nanoTime();
        patients.forEach(patient -> look(patient, now));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// One patient that cannot be looked after must not be the end of all others.
  private void look(Patient patient, long now) {
    try {
      patient.look(now);
    } catch (RuntimeException e) {
      remove(patient);
      System.getLogger("dev.retinue.mcp")
          .log(System.Logger.Level.ERROR, "A stream could not be kept alive", e);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
