package dev.retinue.core.staff;

import dev.retinue.core.Blob;
import dev.retinue.core.port.Blobs;
import dev.retinue.core.port.Checker;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import org.jspecify.annotations.Nullable;

/// The result of a run as it would be: what is kept of it, and what may be added.
final class Prospect implements Checker.Payload {
  private final Blobs blobs;
  private final @Nullable Blob soFar;
  private final byte[] more;

  private Prospect(Blobs blobs, @Nullable Blob soFar, byte[] more) {
    this.blobs = blobs;
    this.soFar = soFar;
    this.more = more;
  }

  /// Null where there would be none.
  static @Nullable Prospect of(Blobs blobs, @Nullable Blob soFar, byte[] more) {
    return soFar == null && more.length == 0 ? null : new Prospect(blobs, soFar, more);
  }

  @Override
  public long bytes() {
    return (soFar == null ? 0 : soFar.bytes()) + more.length;
  }

  @Override
  public InputStream open() {
    var rest = new ByteArrayInputStream(more);
    return soFar == null ? rest : new SequenceInputStream(blobs.open(soFar), rest);
  }
}
