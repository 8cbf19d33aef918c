package dev.retinue.llm.scripted;

import dev.retinue.llm.scripted.Exchange.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// Plays one turn to one client, with everything that is to go wrong in it.
final class Answering {
  /// Whoever waits longer has been forgotten.
  private static final Duration FOR_EVER = Duration.ofMinutes(10);

  private final Api api;
  private final HttpSocket socket;
  private final Turn turn;
  private final boolean streamed;
  private final Gates gates;

  Answering(Api api, HttpSocket socket, Turn turn, boolean streamed, Gates gates) {
    this.api = api;
    this.socket = socket;
    this.turn = turn;
    this.streamed = streamed;
    this.gates = gates;
  }

  Outcome play(Reply reply) throws InterruptedException {
    try {
      boolean left = socket.awaitGone(Duration.ofMillis(turn.at("delay_ms").asLong(0)));
      if (left || turn.at("hang").asBoolean(false)) {
        return hang();
      }
      if (turn.has("error")) {
        return fail(turn.at("error"));
      }
      if (turn.has("raw")) {
        return raw(turn.at("raw"));
      }
      return streamed && !turn.at("whole").asBoolean(false) ? stream(reply) : whole(reply);
    } catch (IOException e) {
      return new Outcome.HungUp(Instant.now());
    }
  }

  private Outcome hang() throws InterruptedException {
    return socket.awaitGone(FOR_EVER)
        ? new Outcome.HungUp(Instant.now())
        : new Outcome.Dropped(Instant.now());
  }

  private Outcome fail(JsonNode error) throws IOException {
    var failure = Api.Failure.of(error);
    var headers = new TreeMap<>(api.headers(failure));
    if (failure.retryAfter() != 0) {
      headers.put("Retry-After", Long.toString(failure.retryAfter()));
    }
    error
        .path("headers")
        .properties()
        .forEach(it -> headers.put(it.getKey(), Tree.text(it.getValue())));
    return json(socket, failure.status(), headers, api.error(failure));
  }

  private Outcome raw(JsonNode answer) throws IOException {
    var body = answer.path("body").asString("").getBytes(StandardCharsets.UTF_8);
    int status = answer.path("status").asInt(200);
    var headers = new TreeMap<String, String>();
    answer
        .path("headers")
        .properties()
        .forEach(it -> headers.put(it.getKey(), Tree.text(it.getValue())));
    headers.put("Transfer-Encoding", "chunked");
    socket.head(status, headers);
    int step = answer.path("step").asInt(Math.max(1, body.length));
    for (int i = 0; i < body.length; i += step) {
      socket.chunk(Arrays.copyOfRange(body, i, Math.min(body.length, i + step)));
    }
    socket.lastChunk();
    return new Outcome.Answered(Instant.now(), status);
  }

  private Outcome whole(Reply reply) throws IOException, InterruptedException {
    if (!hangs("middle") && !turn.has("drop")) {
      return json(socket, 200, Map.of(), api.whole(reply));
    }
    var body = api.whole(reply).toString().getBytes(StandardCharsets.UTF_8);
    socket.head(200, jsonHeaders(body.length));
    socket.write(Arrays.copyOf(body, body.length / 2));
    return hangs("middle") ? hang() : new Outcome.Dropped(Instant.now());
  }

  private boolean hangs(String where) {
    return turn.at("hang").asString("").equals(where);
  }

  private Outcome stream(Reply reply) throws IOException, InterruptedException {
    socket.head(
        200,
        Map.of(
            "Content-Type", "text/event-stream; charset=utf-8",
            "Cache-Control", "no-cache",
            "Transfer-Encoding", "chunked"));
    var pause = Duration.ofMillis(turn.at("pause_ms").asLong(0));
    for (var frame : api.frames(reply)) {
      socket.chunk(frame.text());
      if (frame.content() && turn.has("gate")) {
        gates.pass(turn.at("gate").asString());
      }
      if (frame.content() && hangs("middle")) {
        return hang();
      }
      if (frame.content() && turn.has("drop")) {
        return new Outcome.Dropped(Instant.now());
      }
      if (frame.content() ? socket.awaitGone(pause) : socket.isGone()) {
        return new Outcome.HungUp(Instant.now());
      }
    }
    if (hangs("end")) {
      return hang();
    }
    socket.lastChunk();
    return new Outcome.Answered(Instant.now(), 200);
  }

  static Outcome json(HttpSocket socket, int status, Map<String, String> more, JsonNode body)
      throws IOException {
    var bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    var headers = jsonHeaders(bytes.length);
    headers.putAll(more);
    socket.head(status, headers);
    socket.write(bytes);
    return new Outcome.Answered(Instant.now(), status);
  }

  private static Map<String, String> jsonHeaders(int length) {
    var headers = new TreeMap<String, String>();
    headers.put("Content-Type", "application/json");
    headers.put("Content-Length", Integer.toString(length));
    return headers;
  }
}
