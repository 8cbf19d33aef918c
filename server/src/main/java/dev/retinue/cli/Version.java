package dev.retinue.cli;

import org.jspecify.annotations.Nullable;

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

  /// Which build of it this is; null where no launcher tells it.
  static @Nullable String build() {
    return Install.findBuild(System.getProperties()).orElse(null);
  }

  /// The launcher tells it: to look it up in the jar takes longer than all the rest.
  public static String number() {
    return System.getProperty("retinue.version", "(not started by its launcher)");
  }
}
