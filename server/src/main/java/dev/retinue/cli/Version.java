package dev.retinue.cli;

/// `retinue --version`.
public final class Version {
  private final Terminal terminal;

  public Version(Terminal terminal) {
    this.terminal = terminal;
  }

  public int run() {
    var jdk = System.getProperty("java.runtime.version");
    terminal.out().println("retinue " + number() + " on JDK " + jdk);
    return ExitCode.OK;
  }

  /// The launcher tells it: to look it up in the jar takes longer than all the rest.
  static String number() {
    return System.getProperty("retinue.version", "(not started by its launcher)");
  }
}
