package dev.retinue.cli;

import dev.retinue.cli.chat.Lines;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// What a program says: a message in each line, or one in all of them.
final class PipedLines implements Lines {
  private static final int LONGEST = 4 << 20;

  private final InputStream in;
  private final boolean whole;

  PipedLines(InputStream in, boolean whole) {
    this.in = new BufferedInputStream(in);
    this.whole = whole;
  }

  @Override
  public Heard next(String prompt) {
    var line = new ByteArrayOutputStream();
    try {
      int character = in.read();
      if (character < 0) {
        return new Heard.End();
      }
      for (; character >= 0 && (whole || character != '\n'); character = in.read()) {
        if (line.size() >= LONGEST) {
          throw new RetinueException(
              ErrorCode.INVALID_INPUT,
              "a message on standard input is longer than %d bytes.".formatted(LONGEST));
        }
        line.write(character);
      }
      return new Heard.Line(line.toString(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "standard input cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public Optional<Heard> meanwhile() {
    return Optional.empty();
  }
}
