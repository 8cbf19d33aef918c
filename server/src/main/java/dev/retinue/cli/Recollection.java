package dev.retinue.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Memories;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What agents remember, for those who are put together before the store is open.
final class Recollection implements Supplier<Memories> {
  private volatile @Nullable Memories memories;

  /// From now on it is there.
  void open(Memories opened) {
    memories = opened;
  }

  @Override
  public Memories get() {
    var opened = memories;
    if (opened == null) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE, "There is no store in which agents could remember.");
    }
    return opened;
  }
}
