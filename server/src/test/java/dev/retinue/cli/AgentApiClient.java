package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.rpc.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// Speaks to an AgentAPI as clients do, in plain HTTP.
record AgentApiClient(URI base) {
  private static final int PATIENCE = 30_000;

  /// What came back.
  record Answer(int status, String type, String text) {
    JsonNode json() {
      return Json.WIRE.readTree(text);
    }
  }

  static AgentApiClient at(int port) {
    return new AgentApiClient(URI.create("http://127.0.0.1:" + port));
  }

  Answer get(String path) {
    return send("GET", path, "", "");
  }

  Answer say(String content) {
    return message("user", content);
  }

  Answer press(String keys) {
    return message("raw", keys);
  }

  private Answer message(String type, String content) {
    return post("/message", Json.object().put("content", content).put("type", type).toString());
  }

  Answer post(String path, String body) {
    return send("POST", path, "Content-Type: application/json\r\n", body);
  }

  /// @param headers whole lines; without a host it is that of the server
  Answer send(String method, String path, String headers, String body) {
    try (var socket = open(method, path, headers, body);
        var in = socket.getInputStream()) {
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      int end = text.indexOf("\r\n\r\n");
      var head = text.substring(0, end);
      return new Answer(
          Integer.parseInt(head.split(" ", 3)[1]),
          header(head, "content-type"),
          text.substring(end + 4));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Socket open(String method, String path, String headers, String body) throws IOException {
    var socket = new Socket(base.getHost(), base.getPort());
    socket.setSoTimeout(PATIENCE);
    var host = headers.contains("Host: ") ? "" : "Host: %s\r\n".formatted(base.getAuthority());
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    var head =
        "%s %s HTTP/1.1\r\n%s%sConnection: close\r\nContent-Length: %d\r\n\r\n"
            .formatted(method, path, host, headers, bytes.length);
    socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return socket;
  }

  private static String header(String head, String name) {
    return head.lines()
        .filter(it -> it.toLowerCase(Locale.ROOT).startsWith(name + ":"))
        .map(it -> it.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("");
  }

  String status() {
    return get("/status").json().path("status").asString();
  }

  JsonNode messages() {
    return get("/messages").json().path("messages");
  }

  /// The newest thing that was said.
  String last() {
    var all = messages();
    return all.path(all.size() - 1).path("content").asString("");
  }

  Events events() {
    try {
      return new Events(open("GET", "/events", "Accept: text/event-stream\r\n", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Waits until the agent is at rest, or at work.
  void await(String status) {
    try (var events = events()) {
      events.await("status_change", it -> it.path("status").asString().equals(status));
    }
  }

  /// One who follows.
  static final class Events implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader lines;

    private Events(Socket socket) throws IOException {
      this.socket = socket;
      InputStream in = socket.getInputStream();
      this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /// The next event of this name that is as wished; what comes before it is passed over.
    JsonNode await(String name, Predicate<JsonNode> wished) {
      try {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE);
        var event = "";
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
          assertThat(System.nanoTime()).as("nothing of the kind has come").isLessThan(end);
          if (line.startsWith("event: ")) {
            event = line.substring("event: ".length());
          } else if (line.startsWith("data: ") && event.equals(name)) {
            var data = Json.WIRE.readTree(line.substring("data: ".length()));
            if (wished.test(data)) {
              return data;
            }
          }
        }
        throw new AssertionError("the stream has ended");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
