package dev.retinue.testing;

import dev.retinue.core.Account;
import dev.retinue.core.Agent;
import dev.retinue.core.Recorded;
import dev.retinue.core.Retention;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.StartKey;
import dev.retinue.core.port.Records;
import dev.retinue.core.port.RunStore;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A store for a process that dies: after so many changes it takes no further one, and whoever asks
/// it for something does nothing any more. Another process may then go on with the real store.
public final class PowerCut implements RunStore {
  private final RunStore store;
  private final AtomicInteger left;
  private final ReadWriteLock inHand = new ReentrantReadWriteLock();
  private final CountDownLatch over = new CountDownLatch(1);

  public PowerCut(RunStore store, int changes) {
    this.store = store;
    this.left = new AtomicInteger(changes);
  }

  /// Until the power has failed, or `end` was called because there was nothing left to do.
  public void await() throws InterruptedException {
    over.await();
  }

  public boolean hasFailed() {
    return left.get() < 0;
  }

  public void end() {
    over.countDown();
  }

  @Override
  public <T extends @Nullable Object> T change(Function<Records, T> decide) {
    inHand.readLock().lock();
    try {
      if (left.getAndDecrement() > 0) {
        return store.change(decide);
      }
    } finally {
      inHand.readLock().unlock();
    }
    // What others have in hand is recorded before anybody goes on, as by one who died after it.
    inHand.writeLock().lock();
    try {
      over.countDown();
    } finally {
      inHand.writeLock().unlock();
    }
    throw die();
  }

  /// Nobody reads in a dead process either.
  private RunStore alive() {
    if (hasFailed()) {
      throw die();
    }
    return store;
  }

  private IllegalStateException die() {
    while (true) {
      LockSupport.park(this);
      // Interrupted or not: the dead do not wake.
      Thread.interrupted();
    }
  }

  @Override
  public Optional<Run> find(RunId id) {
    return alive().find(id);
  }

  @Override
  public Optional<Run> recorded(RunId id) {
    return alive().recorded(id);
  }

  @Override
  public List<RunId> removed(int most) {
    return alive().removed(most);
  }

  @Override
  public Optional<Run> find(RunId id, @Nullable String caller) {
    return alive().find(id, caller);
  }

  @Override
  public List<Run> find(Collection<RunId> ids, @Nullable String caller) {
    return alive().find(ids, caller);
  }

  @Override
  public Optional<String> prompt(RunId id) {
    return alive().prompt(id);
  }

  @Override
  public Optional<Agent> definition(String digest) {
    return alive().definition(digest);
  }

  @Override
  public Optional<Account> account(RunId holder) {
    return alive().account(holder);
  }

  @Override
  public Optional<StartKey.Earlier> earlier(StartKey key) {
    return alive().earlier(key);
  }

  @Override
  public RunPage list(RunQuery query) {
    return alive().list(query);
  }

  @Override
  public List<Run> open() {
    return alive().open();
  }

  @Override
  public List<Recorded> events(RunId run, long after, int most) {
    return alive().events(run, after, most);
  }

  @Override
  public long lastPosition() {
    return alive().lastPosition();
  }

  @Override
  public FeedPage feed(long after, @Nullable String caller, int most) {
    return alive().feed(after, caller, most);
  }

  @Override
  public Optional<Session> session(String id) {
    return alive().session(id);
  }

  @Override
  public Optional<Session> session(String id, @Nullable String caller) {
    return alive().session(id, caller);
  }

  @Override
  public Optional<Session> goingBy(String first) {
    return alive().goingBy(first);
  }

  @Override
  public Optional<StartKey.EarlierSession> earlierSession(StartKey key) {
    return alive().earlierSession(key);
  }

  @Override
  public SessionPage sessions(SessionQuery query) {
    return alive().sessions(query);
  }

  @Override
  public Optional<Long> placeIn(String session, RunId run) {
    return alive().placeIn(session, run);
  }

  @Override
  public List<Session> idleSessions(Instant since, int most) {
    return alive().idleSessions(since, most);
  }

  @Override
  public List<RunId> removable(Retention rules, Instant now, int most) {
    return alive().removable(rules, now, most);
  }
}
