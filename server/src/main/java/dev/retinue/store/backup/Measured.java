package dev.retinue.store.backup;

import dev.retinue.core.Digest;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.CRC32;

/// Bytes on their way: counted, digested, and never more of them than there may be.
final class Measured extends FilterInputStream {
  private static final int SKIPPED_AT_ONCE = 8192;

  private final MessageDigest digest = Digest.sha256();
  private final CRC32 crc = new CRC32();
  private final long most;
  private long count;

  Measured(InputStream in, long most) {
    super(in);
    this.most = most;
  }

  /// More came than was said.
  static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1;

    TooLongException(long most) {
      super("it is longer than %d bytes".formatted(most));
    }
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int read = super.read(into, offset, length);
    if (read > 0) {
      count += read;
      if (count > most) {
        throw new TooLongException(most);
      }
      digest.update(into, offset, read);
      crc.update(into, offset, read);
    }
    return read;
  }

  /// What is skipped counts as well, so it is read.
  @Override
  public long skip(long bytes) throws IOException {
    return Math.max(0, read(new byte[Math.clamp(bytes, 0, SKIPPED_AT_ONCE)]));
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  long crc() {
    return crc.getValue();
  }

  /// What has come so far. It can be asked once.
  Piece piece(String name) {
    return new Piece(name, count, HexFormat.of().formatHex(digest.digest()));
  }
}
