package dev.retinue.core.staff;

import dev.retinue.core.ByHeart;
import dev.retinue.core.Masked;
import dev.retinue.core.Run;
import dev.retinue.core.Written;
import dev.retinue.core.port.Pen;
import dev.retinue.core.port.RunStore;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What a run is about to say, as far as it is written. Those who read it are woken a few times a
/// second; while there are none, nobody is.
final class Writing implements Pen {
  /// More is not shown before it is said.
  static final int LONGEST = 1 << 17;

  private static final Duration BETWEEN = Duration.ofMillis(100);

  private final RunStore store;
  private final Surroundings surroundings;
  private final Bells readers;
  private final Run run;
  private final @Nullable ByHeart secrets;
  private final LongSupplier numbers;
  private final StringBuilder text = new StringBuilder();
  private String shown = "";
  private int shownOf;
  private long number;
  private long after;
  private Instant at = Instant.EPOCH;
  private boolean open;
  private boolean ringing;
  private long rung = System.nanoTime() - BETWEEN.toNanos();

  /// @param readers of what is written, by whichever run
  /// @param secrets what nobody is to read in it, besides those of the house
  /// @param numbers gives each draft of this process another number
  Writing(
      RunStore store,
      Surroundings surroundings,
      Bells readers,
      Run run,
      @Nullable ByHeart secrets,
      LongSupplier numbers) {
    this.store = store;
    this.surroundings = surroundings;
    this.readers = readers;
    this.run = run;
    this.secrets = secrets;
    this.numbers = numbers;
  }

  @Override
  public void begin() {
    long last = Patience.insist(() -> store.recorded(run.id())).map(Run::sequence).orElse(0L);
    synchronized (this) {
      number = numbers.getAsLong();
      after = last;
      clear();
      open = true;
    }
  }

  @Override
  public void write(String more) {
    synchronized (this) {
      at = surroundings.now();
      text.append(more, 0, Math.min(more.length(), LONGEST - text.length()));
      if (ringing || !readers.isHeard(run)) {
        return;
      }
      ringing = true;
    }
    Thread.ofVirtual().name("pen-" + run.id()).start(this::ringSoon);
  }

  @Override
  public synchronized void end() {
    open = false;
    clear();
    text.trimToSize();
  }

  private void clear() {
    text.setLength(0);
    shown = "";
    shownOf = 0;
  }

  /// What has come since.
  ///
  /// @param last the piece that was read before; null if there was none
  synchronized @Nullable Written since(@Nullable Written last) {
    var all = shown();
    int offset = last != null && last.draft() == number ? last.end() : 0;
    int end = all.length();
    if (end > offset && Character.isHighSurrogate(all.charAt(end - 1))) {
      end--; // Its other half is still to come.
    }
    return open && end > offset
        ? new Written(number, after, offset, all.substring(offset, end), at)
        : null;
  }

  /// Without known secrets, as what is said is kept; made once for all who read it.
  private String shown() {
    if (shownOf != text.length()) {
      var readable = Masked.withoutKnown(text.substring(0, readable()));
      shown = secrets == null ? readable : secrets.without(readable);
      shownOf = text.length();
    }
    return shown;
  }

  /// No secret of either kind is cut in two.
  private int readable() {
    int end = Masked.readable(text);
    for (int before = -1; secrets != null && before != end; ) {
      before = end;
      end = Masked.readable(text.substring(0, secrets.readable(text.substring(0, end))));
    }
    return end;
  }

  private void ringSoon() {
    try {
      Thread.sleep(Duration.ofNanos(Math.max(0, BETWEEN.toNanos() - sinceRung())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      rung = System.nanoTime();
      ringing = false;
    }
    readers.ring(run);
  }

  private synchronized long sinceRung() {
    return System.nanoTime() - rung;
  }
}
