package dev.retinue.runtime.coder.fake.http;

import dev.retinue.llm.scripted.HttpSocket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// What is answered to a request.
public sealed interface Reply {
  void send(HttpSocket socket) throws IOException, InterruptedException;

  /// One with a body that is known.
  ///
  /// @param pause in the middle of the body
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
  record Whole(int status, Map<String, String> headers, byte[] body, Duration pause)
      implements Reply {
    public Whole with(String name, String value) {
      var more = new TreeMap<>(headers);
      more.put(name, value);
      return new Whole(status, more, body, pause);
    }

    public Whole pausing(Duration time) {
      return new Whole(status, headers, body, time);
    }

    @Override
    public void send(HttpSocket socket) throws IOException, InterruptedException {
      var all = new TreeMap<>(headers);
      if (status != 204) {
        all.put("Content-Length", Integer.toString(body.length));
      }
      socket.head(status, all);
      if (!pause.isZero()) {
        socket.write(Arrays.copyOf(body, body.length / 2));
        if (socket.awaitGone(pause)) {
          return;
        }
        socket.write(Arrays.copyOfRange(body, body.length / 2, body.length));
      } else {
        socket.write(body);
      }
    }
  }

  /// One that its source writes as it likes, with its head.
  record Written(Source source) implements Reply {
    @Override
    public void send(HttpSocket socket) throws IOException, InterruptedException {
      source.write(socket);
    }
  }

  /// None: the connection breaks.
  record Broken() implements Reply {
    @Override
    public void send(HttpSocket socket) {
      socket.reset();
    }
  }

  /// Writes a whole answer.
  interface Source {
    void write(HttpSocket socket) throws IOException, InterruptedException;
  }

  static Whole json(int status, JsonNode body) {
    return text(status, "application/json; charset=utf-8", body.toString());
  }

  static Whole html(int status, String title, String words) {
    return text(
        status,
        "text/html; charset=utf-8",
        "<!doctype html><html><head><title>%d - %s</title></head><body><h1>%s</h1><p>%s</p></body></html>"
            .formatted(status, title, title, words));
  }

  static Whole text(int status, String type, String body) {
    return new Whole(
        status, Map.of("Content-Type", type), body.getBytes(StandardCharsets.UTF_8), Duration.ZERO);
  }

  static Whole redirect(int status, String location) {
    return new Whole(status, Map.of("Location", location), new byte[0], Duration.ZERO);
  }

  static Whole nothing(int status) {
    return new Whole(status, Map.of(), new byte[0], Duration.ZERO);
  }
}
