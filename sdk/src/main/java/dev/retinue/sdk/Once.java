package dev.retinue.sdk;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Something that is made when it is first needed: a client waits for the first answer, which needs
/// little.
final class Once<T> implements Supplier<T> {
  private final Supplier<T> make;
  private volatile @Nullable T made;

  Once(Supplier<T> make) {
    this.make = make;
  }

  @Override
  public T get() {
    var there = made;
    if (there == null) {
      synchronized (this) {
        there = made;
        if (there == null) {
          there = make.get();
          made = there;
        }
      }
    }
    return there;
  }
}
