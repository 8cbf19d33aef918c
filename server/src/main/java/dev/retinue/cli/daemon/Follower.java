package dev.retinue.cli.daemon;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Follows one run to its end, from daemon to daemon: its cursor is the number of the last event,
/// so nothing is missed and nothing comes twice.
public final class Follower {
  private static final Set<String> ENDED = Set.of("completed", "failed", "stopped");
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  /// How long a daemon may be away.
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Daemons daemons;
  private final Consumer<String> notes;
  private final Consumer<Api> arrival;
  private final boolean starts;
  private volatile Api api;
  private long cursor;
  private @Nullable Long goneSince;

  /// @param notes hears what a person should know meanwhile
  public Follower(Daemons daemons, Api api, Consumer<String> notes) {
    this(daemons, api, notes, _ -> {});
  }

  /// @param arrival is told of each daemon that has taken the place of another
  public Follower(Daemons daemons, Api api, Consumer<String> notes, Consumer<Api> arrival) {
    this(daemons, api, notes, arrival, false);
  }

  private Follower(
      Daemons daemons, Api api, Consumer<String> notes, Consumer<Api> arrival, boolean starts) {
    this.daemons = daemons;
    this.api = api;
    this.notes = notes;
    this.arrival = arrival;
    this.starts = starts;
  }

  /// The same that starts the next daemon itself, and does not wait until somebody else does.
  public Follower starting() {
    return new Follower(daemons, api, notes, arrival, true);
  }

  /// The way to the daemon of this moment.
  public Api api() {
    return api;
  }

  public static boolean ended(JsonNode run) {
    return ENDED.contains(run.path("state").asString(""));
  }

  /// Passes on all events after the cursor, and answers with the run once it has ended.
  public JsonNode follow(String id, long after, Consumer<JsonNode> events)
      throws InterruptedException {
    return follow(id, after, events, null);
  }

  /// The same, and what the agent writes before it says it.
  ///
  /// @param drafts takes that, as far as a daemon has it: it is kept nowhere
  public JsonNode follow(
      String id, long after, Consumer<JsonNode> events, @Nullable Consumer<JsonNode> drafts)
      throws InterruptedException {
    cursor = after;
    while (true) {
      try {
        read(id, events, drafts);
        goneSince = null;
        var run = api.run(id);
        if (ended(run)) {
          return run;
        }
      } catch (RetinueException e) {
        awaitDaemon(e);
      }
      Thread.sleep(BETWEEN_LOOKS);
    }
  }

  private void read(String id, Consumer<JsonNode> events, @Nullable Consumer<JsonNode> drafts)
      throws InterruptedException {
    try (var stream = api.events(id, cursor, drafts != null)) {
      for (var event = stream.next(); event.isPresent(); event = stream.next()) {
        goneSince = null;
        long number = event.get().path("seq").asLong();
        if (number > cursor) {
          cursor = number;
          events.accept(event.get());
        } else if (drafts != null && event.get().path("type").asString("").equals("draft")) {
          drafts.accept(event.get());
        }
      }
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE, "the daemon is gone: " + e.getMessage(), e);
    }
  }

  private void awaitDaemon(RetinueException trouble) throws InterruptedException {
    if (trouble.code() != ErrorCode.SERVICE_UNAVAILABLE) {
      throw trouble;
    }
    long now = System.nanoTime();
    if (goneSince == null) {
      goneSince = now;
      notes.accept(
          starts
              ? "the daemon is gone; looking for the next one."
              : "the daemon is gone; waiting for it to come back ('retinue ps' starts it).");
    } else if (now - goneSince > PATIENCE.toNanos()) {
      throw trouble;
    }
    var next = starts ? Optional.of(daemons.require(notes)) : daemons.find();
    next.filter(daemon -> !daemon.equals(api.daemon())).ifPresent(this::goOnWith);
  }

  private void goOnWith(Daemon daemon) {
    api = api.at(daemon);
    arrival.accept(api);
  }
}
