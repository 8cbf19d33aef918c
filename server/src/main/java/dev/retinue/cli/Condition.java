package dev.retinue.cli;

import dev.retinue.core.Agent;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Roster;
import dev.retinue.core.staff.Staff;
import dev.retinue.store.files.Reserve;
import dev.retinue.store.sqlite.SqliteDatabase;
import dev.retinue.watch.Sights;
import dev.retinue.watch.Sights.Ways;
import dev.retinue.watch.Watchtower;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/// How a household is: its numbers, and whether it takes work.
final class Condition implements AutoCloseable {
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(3);

  private final Watchtower watch;
  private final Staff staff;
  private final SqliteDatabase database;
  private final Reserve reserve;
  private final AtomicLong tried = new AtomicLong(System.nanoTime() - BETWEEN_TRIES.toNanos());

  Condition(Watchtower watch, Staff staff, SqliteDatabase database, Reserve reserve) {
    this.watch = watch;
    this.staff = staff;
    this.database = database;
    this.reserve = reserve;
    seenBy(Ways.NONE);
  }

  /// The agents that are called by their names in numbers.
  static Set<String> names(Roster roster) {
    return roster.all().stream().map(Agent::name).collect(Collectors.toUnmodifiableSet());
  }

  /// Counts what happens.
  Watchtower watch() {
    return watch;
  }

  /// From now on those are counted, too, who come by these ways.
  void seenBy(Ways ways) {
    watch.look(
        new Sights(
            staff.crew()::load, staff.sessions().atHand()::counts, database::sizeOnDisk, ways));
  }

  /// Why it takes no work now; none if it does. What was left behind is led to the truth before
  /// anybody can ask.
  List<RetinueException> hindrances() {
    var found = new ArrayList<RetinueException>();
    try {
      reserve.require();
    } catch (RetinueException e) {
      found.add(e);
    }
    if (database.isBroken() || !watch.storeKeeps()) {
      found.add(
          new RetinueException(
              ErrorCode.SERVICE_UNAVAILABLE,
              "The store did not keep the last change that it was given; look at its disk."));
      tryAgain();
    }
    return found;
  }

  /// Else it would take no work until something was kept, which is work. Whoever asks next learns
  /// how that went: a disk may take its time to say.
  private void tryAgain() {
    long now = System.nanoTime();
    long last = tried.get();
    if (!database.isBroken()
        && now - last >= BETWEEN_TRIES.toNanos()
        && tried.compareAndSet(last, now)) {
      Thread.ofVirtual().name("store-try").start(this::tryOut);
    }
  }

  private void tryOut() {
    try {
      database.tryOut();
    } catch (RetinueException e) {
      // So it is as it was.
    }
  }

  /// Nothing more happens that could be told.
  @Override
  public void close() {
    watch.close();
  }
}
