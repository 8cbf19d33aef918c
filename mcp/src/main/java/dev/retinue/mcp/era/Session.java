package dev.retinue.mcp.era;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.Change;
import dev.retinue.mcp.LogLevel;
import dev.retinue.mcp.ToolException;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.Message;
import dev.retinue.mcp.rpc.RequestId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.node.ObjectNode;

/// What a legacy client and the server agreed on at the beginning, and what goes on since.
final class Session {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int MOST_STREAMS = 64;
  static final int MOST_SUBSCRIPTIONS = 1000;

  private final String id;
  private volatile Caller caller;
  private final String version;
  private final Peer peer;
  private final RunningCalls calls;
  private final ReplayStream general = new ReplayStream("general");
  private final Map<String, ReplayStream> streams = new LinkedHashMap<>();
  private final Map<RequestId, BlockingQueue<Message>> questions = new ConcurrentHashMap<>();
  private final Set<String> watched = ConcurrentHashMap.newKeySet();
  private final Set<String> watchedForCalls = ConcurrentHashMap.newKeySet();
  private final AtomicLong counter = new AtomicLong();
  private volatile LogLevel level = LogLevel.INFO;
  private volatile Instant lastUsed;
  private volatile Runnable place = () -> {};

  Session(String id, Caller caller, String version, Peer peer, RunningCalls calls, Instant now) {
    this.id = id;
    this.caller = caller;
    this.version = version;
    this.peer = peer;
    this.calls = calls;
    this.lastUsed = now;
  }

  /// With the place that it takes until it ends.
  Session at(Runnable taken) {
    place = taken;
    return this;
  }

  /// Gives its place back.
  void leave() {
    place.run();
  }

  String id() {
    return id;
  }

  Caller caller() {
    return caller;
  }

  String version() {
    return version;
  }

  /// Only the newest revision lets a client come back to the stream of a request.
  boolean canComeBack() {
    return version.equals(Stateful2025.NEWEST);
  }

  ObjectNode capabilities() {
    return peer.capabilities();
  }

  /// What the client calls itself.
  String client() {
    return peer.name();
  }

  RunningCalls calls() {
    return calls;
  }

  /// Where messages go that belong to no request.
  ReplayStream general() {
    return general;
  }

  LogLevel level() {
    return level;
  }

  void level(LogLevel least) {
    level = least;
  }

  /// Whether nothing has come from the client since, nobody listens and nothing is at work.
  boolean isIdle(Instant since) {
    return lastUsed.isBefore(since) && !general.isConnected() && calls.isEmpty();
  }

  /// @param by as he is let in now, who may hear less than before
  void used(Instant now, Caller by) {
    lastUsed = now;
    caller = by;
  }

  synchronized ReplayStream newStream() {
    var stream = new ReplayStream("s" + counter.incrementAndGet());
    streams.put(stream.id(), stream);
    if (streams.size() > MOST_STREAMS) {
      // Who is still at work may yet be come back to; there are only so many of them.
      streams.values().stream()
          .filter(ReplayStream::hasEnded)
          .findFirst()
          .ifPresent(eldest -> streams.remove(eldest.id()));
    }
    return stream;
  }

  synchronized Optional<ReplayStream> stream(String streamId) {
    return streamId.equals(general.id())
        ? Optional.of(general)
        : Optional.ofNullable(streams.get(streamId));
  }

  /// Whether there was room for it.
  boolean watch(String uri) {
    return add(watched, uri);
  }

  /// The same for a call that has something done, whose client does not take it back.
  boolean watchUntilTheLast(String uri) {
    return add(watchedForCalls, uri);
  }

  private static boolean add(Set<String> uris, String uri) {
    if (uris.size() >= MOST_SUBSCRIPTIONS && !uris.contains(uri)) {
      return false;
    }
    uris.add(uri);
    return true;
  }

  void unwatch(String uri) {
    watched.remove(uri);
    watchedForCalls.remove(uri);
  }

  void tell(Change change) {
    var params = Json.object();
    if (change instanceof Change.ResourceUpdated(var uri, var _, var last)) {
      if (!change.isFor(caller) || !isWatched(uri, last)) {
        return;
      }
      params.put("uri", uri);
    }
    general.send(new Message.Notification(change.method(), params));
  }

  private boolean isWatched(String uri, boolean last) {
    boolean forCall = last ? watchedForCalls.remove(uri) : watchedForCalls.contains(uri);
    return forCall || watched.contains(uri);
  }

  /// Asks the client on the way of a call, and waits for what it says.
  ObjectNode ask(String method, ObjectNode params, LegacyLine line) {
    // Never the same again: a client may answer late, and then it means another question.
    var question = new RequestId.Text("ask-" + Randomness.id());
    var answers = new ArrayBlockingQueue<Message>(1);
    questions.put(question, answers);
    try {
      line.send(new Message.Request(question, method, params));
      return switch (answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        case Message.Result(_, ObjectNode result) -> result;
        case Message.Failure(_, var error) ->
            throw new ToolException("The client refused " + method + ": " + error.message());
        case null -> throw new ToolException("The client did not answer " + method + " in time.");
        default -> throw new ToolException("The client's answer to " + method + " is no object.");
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolException("The call was cancelled while it waited for " + method + ".");
    } finally {
      questions.remove(question);
    }
  }

  /// Takes the client's answer to a question.
  void answered(RequestId question, Message answer) {
    var waiting = questions.get(question);
    if (waiting != null) {
      waiting.offer(answer);
    }
  }

  synchronized void close() {
    calls.cancelAll();
    general.end();
    streams.values().forEach(ReplayStream::end);
  }
}
