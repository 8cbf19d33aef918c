package dev.retinue.store.files;

import dev.retinue.core.Blob;
import dev.retinue.core.RetinueException;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// The bytes of a blob: exactly what was recorded, or an error. The last of them are only given out
/// when the checksum has been compared and nothing follows.
final class CheckedBytes extends FilterInputStream {
  private static final int BUFFER = 8192;

  private final Blob blob;
  private long left;
  private boolean compared;

  CheckedBytes(Blob blob, InputStream stored) throws IOException {
    super(decompressed(blob, stored));
    this.blob = blob;
    this.left = blob.bytes();
  }

  private static InputStream decompressed(Blob blob, InputStream stored) throws IOException {
    try {
      return new GZIPInputStream(stored, BUFFER);
    } catch (ZipException | EOFException e) {
      stored.close();
      throw damaged(blob, e);
    } catch (IOException | RetinueException e) {
      stored.close();
      throw e;
    }
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (left == 0) {
      compareEnd();
      return -1;
    }
    if (length == 0) {
      return 0;
    }
    int count = decompress(into, offset, (int) Math.min(length, left));
    if (count < 0) {
      throw StoredBytes.damaged(blob, "%d bytes fewer than recorded".formatted(left));
    }
    left -= count;
    if (left == 0) {
      compareEnd();
    }
    return count;
  }

  private void compareEnd() throws IOException {
    if (!compared && decompress(new byte[1], 0, 1) >= 0) {
      throw StoredBytes.damaged(blob, "there is more in it than was recorded");
    }
    compared = true;
  }

  private int decompress(byte[] into, int offset, int length) throws IOException {
    try {
      return super.read(into, offset, length);
    } catch (ZipException | EOFException e) {
      throw damaged(blob, e);
    }
  }

  private static RetinueException damaged(Blob blob, IOException e) {
    var how = "it cannot be decompressed (%s)".formatted(e.getMessage());
    return StoredBytes.damaged(blob, how, e);
  }

  @Override
  public long skip(long count) throws IOException {
    return readNBytes(Math.clamp(count, 0, BUFFER)).length;
  }

  @Override
  public int available() {
    return 0;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
