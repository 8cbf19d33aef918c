package dev.retinue.crash;

import dev.retinue.mcp.rpc.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What callers were told, by whichever daemon: what has ended stays as it was first seen.
final class Ledger {
  /// What an answer says of an end. What only some answers say is compared where it is said.
  private static final List<String> ENDING =
      List.of("status", "started_at", "completed_at", "stopped_at", "evidence", "error");

  /// What a late result may still add, once.
  private static final List<String> RESULT = List.of("summary", "payload_size");

  private static final Set<String> ENDED = Set.of("completed", "stopped");

  private final Path file;
  private final Acknowledgements acknowledgements;
  private final Map<String, ObjectNode> endings = new ConcurrentHashMap<>();
  private final Map<String, String> payloads = new ConcurrentHashMap<>();
  private final Map<String, String> runOfKey = new ConcurrentHashMap<>();
  private final Queue<String> problems = new ConcurrentLinkedQueue<>();
  private final AtomicInteger said = new AtomicInteger();
  private final AtomicInteger unanswered = new AtomicInteger();

  Ledger(Path file) throws IOException {
    this.file = file;
    this.acknowledgements = new Acknowledgements(file);
  }

  List<Acknowledgements.Line> acknowledged() throws IOException {
    return Acknowledgements.read(file);
  }

  int said() {
    return said.get();
  }

  int unanswered() {
    return unanswered.get();
  }

  Queue<String> problems() {
    return problems;
  }

  Set<String> ended() {
    return endings.keySet();
  }

  Set<String> keys() {
    return runOfKey.keySet();
  }

  synchronized void say(Object... words) {
    acknowledgements.say(words);
    count();
  }

  private synchronized void count() {
    said.incrementAndGet();
    notifyAll();
  }

  /// Waits until so much was said, or something is wrong. Says whether that was in time.
  synchronized boolean awaitSaid(int enough, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (said.get() < enough && problems.isEmpty()) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  void sayUnanswered() {
    unanswered.incrementAndGet();
  }

  synchronized void complain(String problem) {
    problems.add(problem);
    notifyAll();
  }

  void started(String run, String key) {
    say("start", run, key);
    if (!key.equals("-")) {
      var earlier = runOfKey.putIfAbsent(key, run);
      if (earlier != null && !earlier.equals(run)) {
        complain("%s started %s and then %s".formatted(key, earlier, run));
      }
    }
  }

  /// Compares an answer with all former ones.
  ///
  /// @param whole whether what it does not say is not so
  void seen(String run, JsonNode answer, boolean whole) {
    if (ENDED.contains(answer.path("status").asString(""))) {
      count();
      endings.compute(run, (_, known) -> agreed(run, known, answer, whole));
    } else if (endings.containsKey(run) && whole) {
      complain("%s had ended as %s but is %s".formatted(run, endings.get(run), answer));
    }
  }

  private ObjectNode agreed(
      String run, @Nullable ObjectNode known, JsonNode answer, boolean whole) {
    var agreed = known == null ? Json.object() : known;
    for (var name : ENDING) {
      agree(run, agreed, name, answer, whole);
    }
    if (answer.has("summary") || answer.path("status").asString().equals("completed")) {
      for (var name : RESULT) {
        agree(run, agreed, name, answer, whole);
      }
    }
    return agreed;
  }

  private void agree(String run, ObjectNode agreed, String name, JsonNode answer, boolean whole) {
    if (!answer.has(name) && !whole) {
      return;
    }
    var value = answer.path(name).asString("none");
    if (!agreed.has(name)) {
      agreed.put(name, value);
    } else if (!agreed.path(name).asString().equals(value)) {
      complain("%s had %s %s and now %s".formatted(run, name, agreed.path(name).asString(), value));
    }
  }

  /// Whether its result can change no more.
  boolean isSettled(JsonNode status) {
    return status.path("status").asString("").equals("completed")
        || (status.path("status").asString("").equals("stopped") && status.has("summary"));
  }

  /// The payload of a run whose result is settled.
  void read(String run, String digest) {
    said.incrementAndGet();
    var earlier = payloads.putIfAbsent(run, digest);
    if (earlier != null && !earlier.equals(digest)) {
      complain("the payload of %s is not what it was".formatted(run));
    }
  }

  int payloads() {
    return payloads.size();
  }
}
