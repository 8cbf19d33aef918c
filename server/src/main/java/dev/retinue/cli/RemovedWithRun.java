package dev.retinue.cli;

import dev.retinue.core.Blob;
import dev.retinue.core.RunId;
import dev.retinue.core.port.Blobs;
import dev.retinue.runtime.cli.isolation.Clones;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// The blobs of runs; with those of a run goes its clone.
record RemovedWithRun(Blobs blobs, Clones clones) implements Blobs {
  @Override
  public Blob append(RunId run, Kind kind, @Nullable Blob soFar, byte[] more) {
    return blobs.append(run, kind, soFar, more);
  }

  @Override
  public Blob pack(Blob blob) {
    return blobs.pack(blob);
  }

  @Override
  public InputStream openStored(Blob blob) {
    return blobs.openStored(blob);
  }

  @Override
  public InputStream open(Blob blob) {
    return blobs.open(blob);
  }

  @Override
  public void delete(Blob blob) {
    blobs.delete(blob);
  }

  @Override
  public void deleteAll(RunId run) {
    clones.remove(run);
    blobs.deleteAll(run);
  }
}
