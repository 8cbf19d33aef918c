package dev.retinue.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/// The standard streams, in UTF-8 whatever the locale says. No other class touches them.
public final class Terminal {
  private final PrintWriter out;
  private final PrintWriter err;

  private Terminal(OutputStream out, OutputStream err) {
    this.out = new PrintWriter(out, false, StandardCharsets.UTF_8);
    this.err = new PrintWriter(err, false, StandardCharsets.UTF_8);
  }

  public static Terminal standard() {
    return on(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err));
  }

  public static Terminal silent() {
    return on(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
  }

  public static Terminal on(OutputStream out, OutputStream err) {
    return new Terminal(out, err);
  }

  /// For what was asked for.
  public PrintWriter out() {
    return out;
  }

  /// For everything else: progress, warnings, refusals.
  public PrintWriter err() {
    return err;
  }

  /// Sends out what was written, and says whether all of it could be.
  public boolean flush() {
    err.flush();
    return !out.checkError();
  }
}
