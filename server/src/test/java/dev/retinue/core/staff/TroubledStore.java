package dev.retinue.core.staff;

import dev.retinue.core.Account;
import dev.retinue.core.Agent;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Recorded;
import dev.retinue.core.Retention;
import dev.retinue.core.RetinueException;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A store on a disk that gives trouble when a test wants it to.
final class TroubledStore implements RunStore {
  private final RunStore store;
  private volatile boolean full;
  private volatile boolean unreadable;
  private volatile CountDownLatch refused = new CountDownLatch(1);
  private final CompletableFuture<Thread> held = new CompletableFuture<>();
  private final CountDownLatch looked = new CountDownLatch(1);
  private final AtomicInteger finds = new AtomicInteger();
  private volatile boolean holding;

  TroubledStore(RunStore store) {
    this.store = store;
  }

  /// How often a run was looked up so far.
  int finds() {
    return finds.get();
  }

  /// From now on nothing can be recorded.
  void fill() {
    refused = new CountDownLatch(1);
    full = true;
  }

  /// From now on definitions of agents cannot be read.
  void makeUnreadable() {
    refused = new CountDownLatch(1);
    unreadable = true;
  }

  /// Holds who reads the definition of an agent, until somebody looks for open runs or soon after.
  void hold() {
    holding = true;
  }

  /// Who is held, or was.
  Thread awaitHeld() throws InterruptedException, ExecutionException {
    return held.get();
  }

  private void holdHere() {
    held.complete(Thread.currentThread());
    boolean interrupted = Thread.interrupted();
    while (true) {
      try {
        looked.await(1, TimeUnit.SECONDS);
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Waits until somebody had to be refused.
  void awaitRefusal() throws InterruptedException {
    refused.await();
  }

  void heal() {
    full = false;
    unreadable = false;
  }

  private void refuseIf(boolean trouble) {
    if (trouble) {
      refused.countDown();
      throw new RetinueException(ErrorCode.SERVICE_UNAVAILABLE, "The disk gives trouble.");
    }
  }

  @Override
  public <T extends @Nullable Object> T change(Function<Records, T> decide) {
    refuseIf(full);
    return store.change(decide);
  }

  @Override
  public Optional<Agent> definition(String digest) {
    refuseIf(unreadable);
    if (holding) {
      holdHere();
    }
    return store.definition(digest);
  }

  @Override
  public Optional<Run> find(RunId id) {
    finds.incrementAndGet();
    return store.find(id);
  }

  @Override
  public Optional<Run> recorded(RunId id) {
    return store.recorded(id);
  }

  @Override
  public List<RunId> removed(int most) {
    return store.removed(most);
  }

  @Override
  public Optional<Run> find(RunId id, @Nullable String caller) {
    finds.incrementAndGet();
    return store.find(id, caller);
  }

  @Override
  public List<Run> find(Collection<RunId> ids, @Nullable String caller) {
    return store.find(ids, caller);
  }

  @Override
  public Optional<String> prompt(RunId id) {
    return store.prompt(id);
  }

  @Override
  public Optional<Account> account(RunId holder) {
    return store.account(holder);
  }

  @Override
  public Optional<StartKey.Earlier> earlier(StartKey key) {
    return store.earlier(key);
  }

  @Override
  public RunPage list(RunQuery query) {
    return store.list(query);
  }

  @Override
  public List<Run> open() {
    var open = store.open();
    if (holding) {
      looked.countDown();
    }
    return open;
  }

  @Override
  public List<Recorded> events(RunId run, long after, int most) {
    return store.events(run, after, most);
  }

  @Override
  public long lastPosition() {
    return store.lastPosition();
  }

  @Override
  public FeedPage feed(long after, @Nullable String caller, int most) {
    return store.feed(after, caller, most);
  }

  @Override
  public Optional<Session> session(String id) {
    return store.session(id);
  }

  @Override
  public Optional<Session> session(String id, @Nullable String caller) {
    return store.session(id, caller);
  }

  @Override
  public Optional<Session> goingBy(String first) {
    return store.goingBy(first);
  }

  @Override
  public Optional<StartKey.EarlierSession> earlierSession(StartKey key) {
    return store.earlierSession(key);
  }

  @Override
  public SessionPage sessions(SessionQuery query) {
    return store.sessions(query);
  }

  @Override
  public Optional<Long> placeIn(String session, RunId run) {
    return store.placeIn(session, run);
  }

  @Override
  public List<Session> idleSessions(Instant since, int most) {
    return store.idleSessions(since, most);
  }

  @Override
  public List<RunId> removable(Retention rules, Instant now, int most) {
    return store.removable(rules, now, most);
  }
}
