package dev.retinue.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.mcp.transport.Http;
import dev.retinue.web.http.Body;
import dev.retinue.web.http.Patience;
import dev.retinue.web.http.Plain;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests that come byte by byte, or never as a whole.
final class SlowClientsTest {
  private static final String HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\n";

  private final Semaphore release = new Semaphore(0);
  private Server server;
  private ServerConnector connector;

  @BeforeEach
  void open() throws Exception {
    server = new Server();
    connector = new ServerConnector(server);
    connector.addBean(new SlowClients(connector, Duration.ofMillis(500), Duration.ofMinutes(5)));
    server.addConnector(connector);
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback)
              throws Exception {
            boolean patient = request.getHttpURI().getPath().equals("/patient");
            var body = patient ? Patience.with(request, () -> read(request)) : read(request);
            if (request.getHttpURI().getPath().equals("/wait")) {
              release.acquire();
            }
            Plain.reply(response, callback, 200, "%d bytes".formatted(body.length));
            return true;
          }
        });
    server.start();
  }

  private static byte[] read(Request request) {
    try {
      return Body.read(request, 100);
    } catch (Http.TooLarge e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void close() throws Exception {
    release.release(10);
    server.stop();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "P",
        "POST / HTTP/1.1\r\n",
        HEAD,
        HEAD + "Content-Length: 50\r\n\r\n",
        HEAD + "Content-Length: 50\r\n\r\nhalf of it",
        HEAD + "Transfer-Encoding: chunked\r\n\r\n",
        HEAD + "Transfer-Encoding: chunked\r\n\r\n5\r\nab"
      })
  void who_does_not_get_his_request_across_loses_his_connection(String beginning) {
    try (var client = new RawClient(connector.getLocalPort())) {
      client.send(beginning);
      assertThat(client.untilClosed()).doesNotContain("200");
    }
  }

  @Test
  void who_drips_is_not_idle_and_loses_it_all_the_same() {
    try (var client = new RawClient(connector.getLocalPort())) {
      client.send(HEAD);
      var closed =
          catchThrowableOfType(
              UncheckedIOException.class,
              () -> {
                long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
                for (int i = 0; System.nanoTime() < end; i++) {
                  client.send("X-%d: y\r\n".formatted(i % 100));
                  client.awaitByte(Duration.ofMillis(20));
                }
              });
      assertThat(closed).isNotNull();
    }
  }

  @Test
  void who_waits_for_a_long_answer_and_who_comes_again_is_left_alone() {
    try (var waiting = new RawClient(connector.getLocalPort());
        var again = new RawClient(connector.getLocalPort());
        var slow = new RawClient(connector.getLocalPort())) {
      waiting.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
      again.send(HEAD + "Content-Length: 2\r\n\r\nok");
      assertThat(again.body()).isEqualTo("2 bytes\n");
      // By then whoever was to be closed is.
      slow.send("P");
      slow.untilClosed();
      again.send(HEAD + "Content-Length: 2\r\n\r\nok");
      assertThat(again.body()).isEqualTo("2 bytes\n");
      release.release();
      assertThat(waiting.body()).isEqualTo("0 bytes\n");
    }
  }

  @Test
  void for_whom_somebody_has_patience_may_be_slow_once() {
    try (var patient = new RawClient(connector.getLocalPort());
        var slow = new RawClient(connector.getLocalPort())) {
      patient.send(HEAD.replace("/", "/patient").replace("HTTP/patient", "HTTP/"));
      patient.send("Content-Length: 4\r\n\r\nok");
      // By then whoever was to be closed is.
      slow.send("P");
      slow.untilClosed();
      patient.send("ok");
      assertThat(patient.body()).isEqualTo("4 bytes\n");
      patient.send(HEAD + "Content-Length: 4\r\n\r\nok");
      assertThat(patient.untilClosed()).doesNotContain("200");
    }
  }

  @Test
  void nobody_keeps_the_real_server_waiting_for_longer_than_a_quarter_of_a_minute() {
    assertThat(WebServer.SLOWEST.plusSeconds(2)).isLessThanOrEqualTo(Duration.ofSeconds(15));
  }
}
