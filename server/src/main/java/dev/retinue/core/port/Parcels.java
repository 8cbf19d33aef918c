package dev.retinue.core.port;

import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Runs and sessions in one file, on their way from one house to another.
public interface Parcels {
  /// Packs them with all that is known of them; refused if not all of it can be.
  ///
  /// @param room refuses while there is no room on the disk, and is asked again and again
  Packing pack(List<Run> runs, List<Session> sessions, Runnable room);

  /// Takes down one that may come from anywhere. Nothing of it is looked at yet.
  ///
  /// @param room refuses while there is no room on the disk, and is asked again and again
  Delivery receive(InputStream file, Runnable room);

  /// One that was packed, and is not sent yet. It is gone when it is closed.
  interface Packing extends AutoCloseable {
    long bytes();

    void copyTo(OutputStream out) throws IOException;

    @Override
    void close();
  }

  /// One that is here as a whole. It is gone when it is closed.
  interface Delivery extends AutoCloseable {
    /// Opens it; what is damaged is refused with a sentence.
    Parcel open();

    @Override
    void close();
  }

  /// One that was opened, whose digests all fit.
  interface Parcel extends AutoCloseable {
    /// The ids of its runs.
    Set<RunId> runs();

    /// The ids of its sessions.
    Set<String> sessions();

    /// What is in it, under other names.
    ///
    /// @param names those of runs and sessions that are to be called otherwise
    Contents contents(Map<String, String> names);

    /// The bytes of a result, or of what was printed, if there are any.
    ///
    /// @param run as it is called in the file
    Optional<byte[]> bytes(RunId run, Blobs.Kind kind);

    @Override
    void close();
  }

  /// What is in one.
  record Contents(List<Packed> runs, List<Session> sessions) {}

  /// A run as it was packed: what was asked for, and what happened.
  ///
  /// @param packedAs how it is called in the file
  record Packed(RunId packedAs, Run run, @Nullable String prompt, List<RunEvent> events) {}
}
