package dev.retinue.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The standard streams, in UTF-8 whatever the locale says. No other class touches them.
public final class Terminal {
  private static final String EDITOR = "jdk.console";

  private final InputStream in;
  private final OutputStream rawOut;
  private final PrintWriter out;
  private final PrintWriter err;

  private final boolean standard;

  private Terminal(InputStream in, OutputStream out, OutputStream err, boolean standard) {
    this.in = in;
    this.standard = standard;
    this.rawOut = out;
    this.out = new PrintWriter(out, false, StandardCharsets.UTF_8);
    this.err = new PrintWriter(err, false, StandardCharsets.UTF_8);
  }

  public static Terminal standard() {
    return new Terminal(
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        true);
  }

  public static Terminal on(InputStream in, OutputStream out, OutputStream err) {
    return new Terminal(in, out, err, false);
  }

  /// Hears this, and says nothing.
  public static Terminal silent(InputStream in) {
    return on(in, OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
  }

  /// Whether somebody looks at it, rather than a program or a file.
  boolean isWatched() {
    var console = standard ? System.console() : null;
    return console != null && console.isTerminal();
  }

  /// Reads a line from whoever sits there, which can be edited and found again where the JDK knows
  /// how.
  ///
  /// @return null at the end of the input
  @Nullable String readLine(String prompt) {
    return Objects.requireNonNull(System.console()).readLine("%s", prompt);
  }

  /// From now on lines that are read can be edited: the JDK has an editor, and uses it if asked
  /// before anybody looks at the console.
  static void letLinesBeEdited() {
    if (System.getProperty(EDITOR) == null) {
      System.setProperty(EDITOR, "jdk.internal.le");
    }
  }

  public InputStream in() {
    return in;
  }

  /// For what was asked for.
  public PrintWriter out() {
    return out;
  }

  /// For everything else: progress, warnings, refusals.
  public PrintWriter err() {
    return err;
  }

  /// Standard output for a protocol that has it for itself: what anybody else prints there from now
  /// on goes to standard error.
  OutputStream claimOutput() {
    out.flush();
    System.setOut(System.err);
    return new BufferedOutputStream(rawOut);
  }

  /// Sends out what was written to somebody who follows what comes, and ends that once he is gone.
  void requireReader() {
    if (!flush()) {
      throw new RetinueException(
          ErrorCode.INTERNAL_ERROR,
          "standard output takes nothing any more, so nothing more is shown.");
    }
  }

  /// Sends out what was written, and says whether all of it could be.
  public boolean flush() {
    err.flush();
    return !out.checkError();
  }
}
