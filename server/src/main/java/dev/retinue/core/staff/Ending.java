package dev.retinue.core.staff;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// Whether a run has ended, and who is to be woken when it does.
final class Ending {
  private final CountDownLatch come = new CountDownLatch(1);
  private final List<Runnable> wakes = new ArrayList<>();

  boolean hasCome() {
    return come.getCount() == 0;
  }

  /// To wait for it.
  CountDownLatch latch() {
    return come;
  }

  void come() {
    come.countDown();
    List<Runnable> all;
    synchronized (wakes) {
      all = List.copyOf(wakes);
      wakes.clear();
    }
    for (var wake : all) {
      try {
        wake.run();
      } catch (RuntimeException e) {
        // It is the runtime's, and not a failure of whoever ended the run.
        Trouble.note("a runtime failed when it was told of an end", e);
      }
    }
  }

  /// Runs this when it comes, at once if it has.
  void then(Runnable wake) {
    synchronized (wakes) {
      if (!hasCome()) {
        wakes.add(wake);
        return;
      }
    }
    wake.run();
  }
}
