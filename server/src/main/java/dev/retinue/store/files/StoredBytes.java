package dev.retinue.store.files;

import dev.retinue.core.Blob;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// The compressed bytes of a blob as they are in its file: as many as were recorded, or an error.
final class StoredBytes extends FilterInputStream {
  private final Blob blob;
  private long left;

  StoredBytes(Blob blob, InputStream file) {
    super(file);
    this.blob = blob;
    this.left = blob.storedBytes();
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (left == 0 || length == 0) {
      return left == 0 ? -1 : 0;
    }
    int count = super.read(into, offset, (int) Math.min(length, left));
    if (count < 0) {
      throw damaged(blob, "%d of its bytes are missing".formatted(left));
    }
    left -= count;
    return count;
  }

  @Override
  public long skip(long count) throws IOException {
    // Past the end of a file one can skip for ever, and would not notice that it is too short.
    return readNBytes(Math.clamp(count, 0, 8192)).length;
  }

  /// All that is left can be had: the decompressor takes 0 for the end.
  @Override
  public int available() {
    return (int) Math.min(left, Integer.MAX_VALUE);
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  static RetinueException damaged(Blob blob, String how) {
    return damaged(blob, how, null);
  }

  static RetinueException damaged(Blob blob, String how, @Nullable IOException cause) {
    return new RetinueException(
        ErrorCode.INTERNAL_ERROR,
        "The blob %s is damaged: %s. If there is a backup, restore it.".formatted(blob.file(), how),
        cause);
  }
}
