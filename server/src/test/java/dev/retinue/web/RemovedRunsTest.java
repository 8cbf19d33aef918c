package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Those who watch a run that is removed. Nobody gives a sign of life here that could tell them.
final class RemovedRunsTest {
  @TempDir private Path folder;
  private TestApi api;

  @BeforeEach
  void open() {
    api = new TestApi(folder, Duration.ofHours(1));
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void its_stream_ends_at_once() {
    var id = api.play(ANNA, "say hello\nhang");
    try (var client =
        api.raw()
            .send(
                "GET /api/agents/%s/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer anna\r\nAccept: text/event-stream\r\n\r\n"
                    .formatted(id))) {
      client.until("hello");
      api.send(ANNA, "DELETE", "/api/agents/" + id, "");
      client.until("\r\n0\r\n\r\n");
    }
  }

  @Test
  void its_socket_is_closed_at_once() {
    var id = api.play(ANNA, "hang");
    try (var socket = TestSocket.open(api.port(), "/ws/agent/" + id, "anna")) {
      socket.until("init");
      api.send(ANNA, "DELETE", "/api/agents/" + id, "");
      var heard = socket.next();
      while (heard.startsWith("{")) {
        heard = socket.next(); // What it said before.
      }
      assertThat(heard).isEqualTo("closed 1008");
    }
  }
}
