package dev.retinue.cli;

/// `retinue --version`.
public final class Version {
  private final Terminal terminal;

  public Version(Terminal terminal) {
    this.terminal = terminal;
  }

  public int run() {
    // The launcher tells the version: to look it up in the jar takes longer than all the rest.
    var version = System.getProperty("retinue.version", "(not started by its launcher)");
    var jdk = System.getProperty("java.runtime.version");
    terminal.out().println("retinue " + version + " on JDK " + jdk);
    return ExitCode.OK;
  }
}
