package dev.retinue.crash;

import dev.retinue.mcp.rpc.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A caller who asks a daemon for anything by chance, and writes down what it was told.
final class RemoteCaller {
  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final int REMEMBERED = 12;
  private static final int KEYS = 300;

  private final Ledger ledger;
  private final Random random;
  private final boolean appends;
  private final List<String> recent = new ArrayList<>();
  private final HttpClient http;

  /// @param appends whether its voices can build payloads piece by piece
  RemoteCaller(Ledger ledger, HttpClient http, long seed, boolean appends) {
    this.ledger = ledger;
    this.http = http;
    this.random = new Random(seed);
    this.appends = appends;
  }

  /// Does one thing.
  void act(Voice voice) throws Voice.Unanswered {
    try {
      switch (recent.isEmpty() ? 0 : random.nextInt(12)) {
        case 0, 1, 2 -> start(voice);
        case 3 -> stop(voice, anyRecent());
        case 4, 5 -> complete(voice, anyRecent());
        case 6, 7 -> append(voice, anyRecent());
        case 8 -> answer(voice);
        default -> look(voice, anyRecent());
      }
    } catch (Voice.Refused e) {
      heed(e);
    }
  }

  /// To be refused is part of life, but not for these reasons.
  private void heed(Voice.Refused e) {
    if (!e.code().equals("CONFLICT") && !e.code().equals("SERVICE_UNAVAILABLE")) {
      ledger.complain("refused: " + e.getMessage());
    }
  }

  private String anyRecent() {
    return recent.get(random.nextInt(recent.size()));
  }

  private void start(Voice voice) throws Voice.Unanswered {
    var key = random.nextInt(3) == 0 ? "key-" + random.nextInt(KEYS) : "-";
    var run = start(voice, key);
    if (!recent.contains(run)) {
      recent.add(run);
    }
    if (recent.size() > REMEMBERED) {
      stop(voice, recent.removeFirst());
    }
  }

  /// A retry has to be the same in every word, so its contract is made of the key.
  String start(Voice voice, String key) throws Voice.Unanswered {
    boolean once = !key.equals("-");
    var arguments =
        Json.object()
            .put(
                "contract",
                once
                    ? script(key, new Random(key.hashCode()))
                    : script("number " + NUMBERS.incrementAndGet(), random));
    if (once) {
      arguments.put("idempotency_key", key);
    }
    var answer = voice.call("agent_start", arguments);
    var run = answer.path("agent_id").asString();
    ledger.started(run, key);
    ledger.seen(run, answer, false);
    return run;
  }

  private static String script(String name, Random random) {
    var steps =
        switch (random.nextInt(5)) {
          case 0 -> "hang";
          case 1 -> "ask Which?\ncomplete It is {answer}";
          case 2 ->
              "deliver %s\ntake 30ms\ncomplete Delivered"
                  .formatted(line(Piece.random(random)).strip());
          case 3 -> "repeat 5\n  take 20ms\n  say tick\nend\ncomplete Ticked";
          default -> "resumable: no\nsay I do not come back\nhang";
        };
    return "# " + name + "\n" + steps;
  }

  private static String line(Piece piece) {
    return new String(piece.bytes(), StandardCharsets.US_ASCII);
  }

  private void stop(Voice voice, String run) throws Voice.Unanswered {
    ledger.seen(run, voice.call("agent_stop", agent(run)), false);
  }

  /// Nothing is left that nobody can end, and everything that was ever begun is ended then.
  void stopAll(Voice voice, List<Acknowledgements.Line> acknowledged) throws Voice.Unanswered {
    var runs =
        acknowledged.stream()
            .filter(line -> line.kind().equals("start"))
            .map(Acknowledgements.Line::run)
            .distinct()
            .toList();
    for (var run : runs) {
      if (!ledger.ended().contains(run)) {
        stop(voice, run);
      }
    }
    for (var run : runs) {
      look(voice, run);
      if (!ledger.ended().contains(run)) {
        ledger.complain("%s cannot be ended".formatted(run));
      }
    }
  }

  private void complete(Voice voice, String run) throws Voice.Unanswered {
    var piece = Piece.random(random);
    var arguments = agent(run).put("summary", piece.token()).put("payload", line(piece));
    ledger.seen(run, voice.call("agent_complete", arguments), false);
    var status = status(voice, run);
    if (status.path("summary").asString("").equals(piece.token())) {
      ledger.say("delivered", run, piece.token());
      if (status.path("status").asString().equals("stopped")) {
        ledger.say("late", run, piece.token());
      }
    }
  }

  private void append(Voice voice, String run) throws Voice.Unanswered {
    if (appends) {
      var piece = Piece.random(random);
      voice.call("append_payload", agent(run).put("payload", line(piece)));
      ledger.say("delivered", run, piece.token());
    } else {
      look(voice, run);
    }
  }

  private void answer(Voice voice) throws Voice.Unanswered {
    var pending = voice.call("list_pending", Json.object()).path("pending");
    if (!pending.isEmpty()) {
      var one = pending.get(random.nextInt(pending.size()));
      var run = one.path("agent_id").asString();
      var need = one.path("need").asString();
      voice.call("answer", agent(run).put("need", need).put("answer", "blue"));
      ledger.say("answered", run, need);
    }
  }

  /// Its status, and its payload if that can change no more.
  void look(Voice voice, String run) throws Voice.Unanswered {
    var status = status(voice, run);
    if (status.has("payload_url") && ledger.isSettled(status)) {
      readPayload(run, status.path("payload_url").asString());
    }
  }

  private JsonNode status(Voice voice, String run) throws Voice.Unanswered {
    var ids = Json.object();
    ids.putArray("agent_ids").add(run);
    var status = voice.call("agent_status", ids).path("agents").get(0);
    ledger.seen(run, status, true);
    return status;
  }

  /// By its signed link, which needs no token.
  private void readPayload(String run, String link) throws Voice.Unanswered {
    try {
      var request =
          HttpRequest.newBuilder(URI.create(link))
              .header("Accept-Encoding", "gzip")
              .timeout(Duration.ofSeconds(60))
              .build();
      var response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (response.statusCode() != 200) {
        ledger.complain("the payload of %s is not given: %s".formatted(run, response));
        return;
      }
      try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
        var text = new String(unpacked.readAllBytes(), StandardCharsets.US_ASCII);
        ledger.read(run, String.join(",", Piece.all(text).stream().map(Piece::token).toList()));
      }
    } catch (IOException e) {
      throw new Voice.Unanswered(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Voice.Unanswered(e);
    }
  }

  private static ObjectNode agent(String run) {
    return Json.object().put("agent_id", run);
  }
}
