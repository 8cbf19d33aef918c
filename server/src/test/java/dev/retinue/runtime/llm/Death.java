package dev.retinue.runtime.llm;

import dev.retinue.core.RunId;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.port.Work.RunEndedException;
import dev.retinue.testing.TestStaff;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The end of a process, just before or just after it writes for the n-th time. Whoever reads or
/// writes from then on comes no further, as in a process that is gone.
final class Death {
  /// At which moment of a write.
  enum When {
    /// Nothing of it is kept.
    BEFORE,
    /// All of it is kept, and nobody is told.
    AFTER
  }

  private static final RunId NOBODY = new RunId("agent-" + "a".repeat(26));

  private final int write;
  private final When when;
  private final AtomicInteger writes = new AtomicInteger();
  private final CountDownLatch come = new CountDownLatch(1);
  private final CountDownLatch buried = new CountDownLatch(1);
  private volatile boolean near;
  private volatile long undertaker;

  private Death(int write, When when) {
    this.write = write;
    this.when = when;
  }

  /// @param write counted from the moment at which a run is taken up
  static Death at(int write, When when) {
    return new Death(write, when);
  }

  static Death never() {
    return new Death(Integer.MAX_VALUE, When.BEFORE);
  }

  /// From now on writes are counted.
  void comeNear() {
    near = true;
  }

  /// Waits until it has come, or this has ended.
  void awaitOr(Thread other) throws InterruptedException {
    while (!come.await(2, TimeUnit.MILLISECONDS) && other.isAlive()) {
      // Neither yet.
    }
  }

  boolean hasCome() {
    return come.getCount() == 0;
  }

  /// A store that is a part of the process.
  RunStore of(RunStore store) {
    return (RunStore)
        Proxy.newProxyInstance(
            Death.class.getClassLoader(),
            new Class<?>[] {RunStore.class},
            (_, method, arguments) -> pass(store, method, arguments));
  }

  private @Nullable Object pass(RunStore store, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (hasCome()) {
      perish();
    }
    boolean last = near && method.getName().equals("change") && writes.incrementAndGet() == write;
    if (last && when == When.BEFORE) {
      come.countDown();
      perish();
    }
    try {
      return method.invoke(store, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } finally {
      if (last) {
        come.countDown();
      }
      if (hasCome()) {
        perish();
      }
    }
  }

  /// Its threads end when their process is buried: then they are interrupted.
  private void perish() {
    try {
      if (Thread.currentThread().threadId() != undertaker) {
        buried.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    buried.countDown();
    if (Thread.currentThread().threadId()
        != undertaker) { // Nobody hears the last words of who is dead.
      Thread.currentThread().setUncaughtExceptionHandler((_, _) -> {});
    }
    throw new RunEndedException(NOBODY);
  }

  /// It comes now, if it has not come before, and nothing is at work any more.
  void now(TestStaff staff) {
    undertaker = Thread.currentThread().threadId();
    come.countDown();
    try {
      staff.close();
    } catch (RunEndedException e) {
      // It has nowhere to write what has become of it.
    }
  }
}
