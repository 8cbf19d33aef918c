package dev.retinue.core.staff;

import dev.retinue.core.port.RunStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/// A store that lets a test do something whenever it is asked.
final class LookedAt {
  private LookedAt() {}

  /// What is told of each question, by the name of its method.
  interface Watcher {
    void asked(String method);
  }

  static RunStore by(Watcher watcher, RunStore store) {
    return (RunStore)
        Proxy.newProxyInstance(
            RunStore.class.getClassLoader(),
            new Class<?>[] {RunStore.class},
            (_, method, arguments) -> {
              watcher.asked(method.getName());
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
