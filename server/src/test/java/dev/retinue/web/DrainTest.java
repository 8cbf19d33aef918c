package dev.retinue.web;

import static dev.retinue.web.TestWeb.modern;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// How the web server ends: nobody new, a while for those who are there, then all at once.
final class DrainTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final String HOLD = modern(1, "tools/call", "\"name\":\"hold\",\"arguments\":{}");
  private static final String LEGACY_HOLD =
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"hold\",\"arguments\":{}}}";
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
          + "\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";

  @AutoClose private final TestWeb web = new TestWeb(LONG);

  @Test
  void a_call_in_flight_is_answered_and_nothing_new_begins() throws Exception {
    try (var early = web.client();
        var late = web.client()) {
      early.modern("tools/call", "hold", HOLD);
      assertThat(web.heard()).isEqualTo("began");

      var drained = drain(LONG);
      TestWeb.until(() -> statusOfAPing() == 503, "that new requests are turned away");
      late.modern("tools/call", "hold", HOLD);
      assertThat(late.until("try again in a moment."))
          .startsWith("HTTP/1.1 503 ")
          .contains("Retry-After: 5\r\n", "Connection: close\r\n")
          .contains("Retinue is stopping and takes no new work.");
      assertThat(drained).isNotDone();
      web.release();

      drained.get(30, TimeUnit.SECONDS);
      assertThat(early.until("held")).startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void a_call_that_takes_too_long_is_cancelled_in_either_era() throws Exception {
    try (var modern = web.client();
        var legacy = web.client()) {
      modern.modern("tools/call", "hold", HOLD);
      assertThat(web.heard()).isEqualTo("began");
      legacy.post("Host: localhost\r\n", INITIALIZE);
      var session = legacy.until("\r\n\r\n").replaceAll("(?is).*mcp-session-id: (\\S+).*", "$1");
      try (var again = web.client()) {
        again.post("Host: localhost\r\nMcp-Session-Id: " + session + "\r\n", LEGACY_HOLD);
        assertThat(web.heard()).isEqualTo("began");

        drain(Duration.ZERO).get(30, TimeUnit.SECONDS);
        web.close();

        assertThat(web.heard()).isEqualTo("interrupted");
        assertThat(web.heard()).isEqualTo("interrupted");
      }
    }
  }

  @Test
  void a_stream_that_only_waits_holds_nobody_up() throws Exception {
    try (var client = web.client()) {
      client.modern(
          "subscriptions/listen",
          "",
          modern(1, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}"));
      client.until("acknowledged");

      drain(LONG).get(30, TimeUnit.SECONDS);
    }
  }

  private CompletableFuture<Void> drain(Duration patience) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            web.web().drain(patience);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private int statusOfAPing() {
    try (var client = web.client()) {
      return client.modern("server/discover", "", modern(9, "server/discover", "")).status();
    }
  }
}
