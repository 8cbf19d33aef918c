package dev.retinue.core.staff;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// Whether a run has ended, and who is to be woken when it does.
final class Ending {
  private final CountDownLatch come = new CountDownLatch(1);
  private final List<Runnable> wakes = new ArrayList<>();
  private final List<Runnable> lastThings = new ArrayList<>();

  boolean hasCome() {
    return come.getCount() == 0;
  }

  /// To wait for it.
  CountDownLatch latch() {
    return come;
  }

  void come() {
    come.countDown();
    run(wakes);
  }

  /// It is about to come. What is told now is heard.
  ///
  /// @param surely whether nobody has said anything meanwhile that has to be heard first
  void comeNear(boolean surely) {
    if (surely) {
      run(lastThings);
    }
  }

  /// Runs this when it is about to come.
  void before(Runnable last) {
    synchronized (lastThings) {
      lastThings.add(last);
    }
  }

  /// Each of them once.
  private static void run(List<Runnable> actions) {
    List<Runnable> all;
    synchronized (actions) {
      all = List.copyOf(actions);
      actions.clear();
    }
    for (var action : all) {
      try {
        action.run();
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
