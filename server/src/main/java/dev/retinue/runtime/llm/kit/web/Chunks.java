package dev.retinue.runtime.llm.kit.web;

import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;

/// A body that comes in pieces, each with its length before it.
final class Chunks extends InputStream {
  private final InputStream in;
  private long left;
  private boolean begun;
  private boolean over;

  Chunks(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int count) throws IOException {
    if (left == 0 && !over) {
      next();
    }
    if (over) {
      return -1;
    }
    int read = in.read(bytes, from, (int) Math.min(count, left));
    if (read < 0) {
      throw new ProtocolException("its answer ends in the middle");
    }
    left -= read;
    return read;
  }

  private void next() throws IOException {
    if (begun && !Answer.line(in).isEmpty()) {
      throw new ProtocolException("its answer has strange pieces");
    }
    begun = true;
    var line = Answer.line(in);
    int end = line.indexOf(';');
    try {
      left = Long.parseLong((end < 0 ? line : line.substring(0, end)).strip(), 16);
    } catch (NumberFormatException e) {
      throw new ProtocolException("its answer has strange pieces");
    }
    over = left <= 0;
  }
}
