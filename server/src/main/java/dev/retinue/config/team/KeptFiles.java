package dev.retinue.config.team;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// What became of files when they were read, by their digests: those that were asked for last, and
/// no more than memory can be spared for.
final class KeptFiles {
  private static final int MOST = 4_000;
  private static final long MOST_BYTES = 64L << 20;

  private final SequencedMap<Key, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  record Key(Path file, boolean trusted) {}

  /// One of them.
  ///
  /// @param team null for one that is not taken, by this trouble
  record Kept(SafeFile.Stamp stamp, String digest, @Nullable TeamFile team, String trouble) {
    Kept at(SafeFile.Stamp now) {
      return new Kept(now, digest, team, trouble);
    }
  }

  synchronized Optional<Kept> find(Key key) {
    return Optional.ofNullable(kept.get(key));
  }

  synchronized void keep(Key key, Kept now) {
    remove(key);
    kept.put(key, now);
    bytes += now.stamp().bytes();
    while (kept.size() > MOST || (bytes > MOST_BYTES && kept.size() > 1)) {
      remove(kept.firstEntry().getKey());
    }
  }

  private void remove(Key key) {
    var former = kept.remove(key);
    bytes -= former == null ? 0 : former.stamp().bytes();
  }
}
