package dev.retinue.sdk;

import java.lang.reflect.Proxy;
import java.util.function.IntConsumer;

/// Hears which signal ends the process. The JDK tells that only by a class that is no official part
/// of it; where it is missing, the end is still heard, and counts as one by SIGTERM.
final class Signals {
  private Signals() {}

  /// Does this before the process ends with the exit code of the signal.
  static void onEnd(IntConsumer action) {
    try {
      handle("INT", ExitCode.INTERRUPTED, action);
      handle("TERM", ExitCode.TERMINATED, action);
    } catch (ReflectiveOperationException | RuntimeException e) {
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> action.accept(ExitCode.TERMINATED), "agent-end"));
    }
  }

  private static void handle(String name, int code, IntConsumer action)
      throws ReflectiveOperationException {
    var signal = Class.forName("sun.misc.Signal");
    var handler = Class.forName("sun.misc.SignalHandler");
    var proxy =
        Proxy.newProxyInstance(
            Signals.class.getClassLoader(),
            new Class<?>[] {handler},
            (_, method, _) -> {
              if (method.getName().equals("handle")) {
                action.accept(code);
                Runtime.getRuntime().halt(code);
              }
              return null;
            });
    signal
        .getMethod("handle", signal, handler)
        .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
  }
}
