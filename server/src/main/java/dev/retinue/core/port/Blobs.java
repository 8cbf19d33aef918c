package dev.retinue.core.port;

import dev.retinue.core.Blob;
import dev.retinue.core.RunId;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// Large texts and other bytes of runs, kept compressed with gzip.
///
/// What is read is exactly what was recorded, or an error: a torn file is never given out.
public interface Blobs {
  /// What a blob of a run is.
  enum Kind {
    PAYLOAD,
    OUTPUT
  }

  /// Adds to a blob, or begins one. Durable when it returns. What a file has beyond the blob so far
  /// was never acknowledged, and is overwritten.
  Blob append(RunId run, Kind kind, @Nullable Blob soFar, byte[] more);

  /// The same bytes as one compressed piece, in a file of its own; not every reader takes more.
  Blob pack(Blob blob);

  /// The bytes as they are stored, in gzip, exactly `storedBytes` of them.
  InputStream openStored(Blob blob);

  /// The bytes.
  InputStream open(Blob blob);

  void delete(Blob blob);

  /// Removes everything that a run has here.
  void deleteAll(RunId run);
}
