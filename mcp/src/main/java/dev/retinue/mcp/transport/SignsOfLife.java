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
        patients.forEach(patient -> patient.look(now));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
