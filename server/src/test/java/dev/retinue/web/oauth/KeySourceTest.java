package dev.retinue.web.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Grant;
import dev.retinue.core.Issuer;
import dev.retinue.core.RetinueException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How long an issuer is waited for.
final class KeySourceTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  /// The patience of a request is over with the first byte of its answer; ours is not.
  @Test
  @Timeout(60)
  void an_answer_that_begins_and_does_not_end_is_not_waited_for() throws Exception {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var place = URI.create("http://127.0.0.1:%d/keys".formatted(server.getLocalPort()));
      var issuer =
          new Issuer("http://127.0.0.1", List.of("us"), place, Issuer.Scopes.USUAL, Grant.ANY);
      var source = new KeySource(issuer, Duration.ofMillis(300));
      var gone = new CompletableFuture<Integer>();
      Thread.ofVirtual().start(() -> dribble(server, gone));

      assertThatThrownBy(source::fetch)
          .isInstanceOfSatisfying(
              RetinueException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE))
          .hasMessageContaining("takes longer than 300 ms");
      assertThat(gone).as("the connection is given up").succeedsWithin(SOON);
    }
  }

  private static void dribble(ServerSocket server, CompletableFuture<Integer> gone) {
    try (var client = server.accept()) {
      client
          .getOutputStream()
          .write(
              "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"
                  .getBytes(StandardCharsets.US_ASCII));
      int read = 0;
      while (read >= 0) {
        read = client.getInputStream().read();
      }
      gone.complete(read);
    } catch (java.io.IOException e) {
      gone.complete(-1);
    }
  }
}
