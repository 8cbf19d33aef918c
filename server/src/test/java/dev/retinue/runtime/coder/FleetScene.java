package dev.retinue.runtime.coder;

import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.fleet.FleetAgent;
import dev.retinue.core.fleet.QueuedTasks;
import dev.retinue.core.fleet.SentTasks;
import dev.retinue.runtime.coder.client.CoderAccess;
import dev.retinue.runtime.coder.client.CoderClient;
import dev.retinue.runtime.coder.fake.FakeCoder;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Pace;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// A fleet before a pretended Coder that goes on whenever it is asked something.
public final class FleetScene implements AutoCloseable {
  public final FakeCoder coder;
  public final CoderFleet fleet;
  final SentTasks sent = new Kept();
  final QueuedTasks queued = new Waiting();

  public FleetScene(Mode mode) {
    this(mode, FleetRules.USUAL, Duration.ofSeconds(10));
  }

  /// @param time how long one call to Coder may take
  public FleetScene(Mode mode, FleetRules rules, Duration time) {
    this.coder = FakeCoder.start(mode).pace(Pace.BY_REQUEST);
    this.fleet = fleet(rules, time, InstantSource.system());
  }

  /// Another one before the same Coder, with the same files.
  CoderFleet fleet(FleetRules rules, Duration time, InstantSource clock) {
    return fleet(rules, time, clock, Duration.ofSeconds(5));
  }

  /// One whose calls wait for next to nothing.
  CoderFleet impatient() {
    return fleet(
        FleetRules.USUAL, Duration.ofSeconds(10), InstantSource.system(), Duration.ofMillis(20));
  }

  private CoderFleet fleet(
      FleetRules rules, Duration time, InstantSource clock, Duration patience) {
    return new CoderFleet(
        new CoderClient(
            new CoderAccess("test", URI.create(coder.url()), coder.token()), clock, time),
        rules,
        sent,
        queued,
        clock,
        new FleetRules.Pace(
            Duration.ofMillis(5),
            patience,
            Duration.ofMillis(100),
            Duration.ofMillis(200),
            Duration.ofSeconds(10)));
  }

  FleetAgent create(String name) throws InterruptedException {
    return fleet.create(new Fleet.Wanted(name, "Setup", "Do it.", null));
  }

  @Override
  public void close() {
    fleet.close();
    coder.close();
  }

  private static final class Kept implements SentTasks {
    private final List<Sent> all = new ArrayList<>();

    @Override
    public synchronized void add(Sent sent) {
      all.add(sent);
    }

    @Override
    public synchronized List<Sent> of(String workspace) {
      return all.stream().filter(it -> it.workspace().equals(workspace)).toList();
    }
  }

  private static final class Waiting implements QueuedTasks {
    private final List<Queued> all = new ArrayList<>();

    @Override
    public synchronized void add(Queued queued) {
      all.add(queued);
    }

    @Override
    public synchronized void replace(Queued queued) {
      all.replaceAll(it -> it.id().equals(queued.id()) ? queued : it);
    }

    @Override
    public synchronized void remove(Queued queued) {
      all.removeIf(it -> it.id().equals(queued.id()));
    }

    @Override
    public synchronized List<Queued> of(String workspace) {
      return all.stream().filter(it -> it.workspace().equals(workspace)).toList();
    }

    @Override
    public synchronized List<Queued> all(String deployment) {
      return all.stream().filter(it -> it.deployment().equals(deployment)).toList();
    }
  }
}
