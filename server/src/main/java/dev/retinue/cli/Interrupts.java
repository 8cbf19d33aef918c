package dev.retinue.cli;

import java.lang.reflect.Proxy;

/// Ctrl-C, for a command that has something to say before it ends. Java has no supported way to
/// hear it and go on; where the unsupported one is gone, Ctrl-C ends the command as usual.
final class Interrupts {
  private Interrupts() {}

  /// From now on Ctrl-C does this, on a thread of its own.
  static void handle(Runnable action) {
    try {
      var signal = Class.forName("sun.misc.Signal");
      var handler = Class.forName("sun.misc.SignalHandler");
      var ours =
          Proxy.newProxyInstance(
              Interrupts.class.getClassLoader(),
              new Class<?>[] {handler},
              (_, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  action.run();
                  return null;
                }
                return method.invoke(action, arguments); // What every object can do.
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("INT"), ours);
    } catch (ReflectiveOperationException | RuntimeException _) {
      // As usual, then.
    }
  }
}
