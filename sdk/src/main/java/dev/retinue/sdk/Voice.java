package dev.retinue.sdk;

import java.io.PrintStream;

/// What an agent says on standard error: `[agent:<name>] …`, a line each. Without secrets, as soon
/// as they are known.
final class Voice {
  private final String agent;
  private final PrintStream err;
  private final boolean quiet;
  private final boolean verbose;
  private volatile Mask mask = Mask.NONE;

  Voice(String agent, PrintStream err, Flags flags) {
    this.agent = agent;
    this.err = err;
    this.quiet = flags.has(Flags.Usual.QUIET);
    this.verbose = flags.has(Flags.Usual.VERBOSE);
  }

  void hide(Mask secrets) {
    mask = secrets;
  }

  String masked(String text) {
    return mask.of(text);
  }

  void progress(String message) {
    if (!quiet) {
      say(message);
    }
  }

  void warn(String sentence) {
    if (!quiet) {
      say("warning: " + sentence);
    }
  }

  void error(String sentence) {
    say("error: " + sentence);
  }

  /// What only those want to see who look for a mistake.
  void trace(Throwable failure) {
    if (verbose) {
      var text = new java.io.StringWriter();
      failure.printStackTrace(new java.io.PrintWriter(text));
      say(text.toString().stripTrailing());
    }
  }

  private void say(String text) {
    err.println("[agent:%s] %s".formatted(agent, masked(text)));
    err.flush();
  }
}
