package dev.retinue.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.RetinueException;
import dev.retinue.core.audit.Action;
import dev.retinue.mcp.Caller;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.web.http.Plain;
import dev.retinue.web.http.Route;
import dev.retinue.web.http.Router;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What is done for somebody who asks too fast: he is told so, and nothing else.
final class TooFastTest {
  private final Queue<String> done = new ConcurrentLinkedQueue<>();
  private final Semaphore over = new Semaphore(0);
  private volatile boolean inLine = true;

  @Test
  void he_is_refused_before_he_stands_in_line_and_before_a_byte_of_his_body_is_read() {
    try (var web = WebServer.start("127.0.0.1", 0, guard(true));
        var client = new RawClient(web.port())) {
      // The body never comes: whoever waited for it would not answer.
      client.head(
          "POST /mcp HTTP/1.1",
          "Host: localhost",
          "Content-Type: application/json",
          "Content-Length: 1000000");

      var head = client.until("\r\n\r\n");

      assertThat(head).startsWith("HTTP/1.1 429 ").contains("Retry-After: 1\r\n");
      assertThat(done).containsExactly("take", "refused LIMIT_EXCEEDED");
    }
  }

  @Test
  void who_does_not_ask_too_fast_stands_in_line_and_is_served() {
    try (var web = WebServer.start("127.0.0.1", 0, guard(false));
        var client = new RawClient(web.port())) {
      client.head("POST /mcp HTTP/1.1", "Host: localhost", "Content-Length: 0");

      assertThat(client.status()).isEqualTo(200);
      // Who stands in line has his request open, and counts for his share.
      assertThat(done).startsWith("take", "open", "enter", "served");
    }
  }

  @Test
  void what_waited_in_line_for_nothing_is_open_no_more() throws Exception {
    inLine = false;
    try (var web = WebServer.start("127.0.0.1", 0, guard(false));
        var client = new RawClient(web.port())) {
      client.head("POST /mcp HTTP/1.1", "Host: localhost", "Content-Length: 0");

      assertThat(client.status()).isEqualTo(429);
      assertThat(over.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
      assertThat(done).containsExactly("take", "open", "enter", "refused LIMIT_EXCEEDED");
    }
  }

  @Test
  void whose_token_nobody_knows_is_kept_back_before_it_is_asked_once_why_and_nobody_else_is() {
    try (var web = WebServer.start("127.0.0.1", 0, guard(new Keys()));
        var client = new RawClient(web.port())) {
      client.head(
          "POST /mcp HTTP/1.1",
          "Host: localhost",
          "Authorization: Bearer junk",
          "Content-Length: 0");
      assertThat(client.until("\r\n\r\n"))
          .startsWith("HTTP/1.1 401 ")
          .contains("error=\"invalid_token\"", "It is junk.");
      assertThat(done)
          .containsExactly("enter junk", "hold back 127.0.0.1", "why junk", "refused UNAUTHORIZED");
    }
    done.clear();
    try (var web = WebServer.start("127.0.0.1", 0, guard(new Keys()));
        var client = new RawClient(web.port())) {
      client.head(
          "POST /mcp HTTP/1.1",
          "Host: localhost",
          "Authorization: Bearer good",
          "Content-Length: 0");
      assertThat(client.status()).isEqualTo(200);
      assertThat(done).startsWith("enter good", "take").doesNotContain("hold back 127.0.0.1");
    }
  }

  /// Lets in who has the good one, and notes what it is asked.
  private final class Keys implements Gate {
    @Override
    public Optional<Caller> enter(@Nullable String authorization) {
      var token = token(authorization);
      done.add("enter " + token);
      return token.equals("good") ? Optional.of(Caller.named("anna")) : Optional.empty();
    }

    @Override
    public Optional<String> why(@Nullable String authorization) {
      done.add("why " + token(authorization));
      return Optional.of("It is junk.");
    }

    private static String token(@Nullable String authorization) {
      return authorization == null ? "" : authorization.replace("Bearer ", "");
    }
  }

  private Guard guard(boolean tooFast) {
    return guard(Gate.open(Caller.named("anna")), tooFast);
  }

  private Guard guard(Gate gate) {
    return guard(gate, false);
  }

  private Guard guard(Gate gate, boolean tooFast) {
    var route =
        new Route(
            Route.EVERY_METHOD,
            "/mcp",
            visit -> {
              done.add("served");
              Plain.reply(visit.response(), visit.callback(), 200, "Served.");
            });
    var credentials = new Credentials(gate, null, null);
    return new Guard(Hosts.LOCAL, credentials, new Noted(tooFast), new Router(List.of(route)))
        .telling((_, _, action, code) -> noteRefusal(action, code));
  }

  private void noteRefusal(Action action, ErrorCode code) {
    assertThat(action)
        .isEqualTo(code == ErrorCode.UNAUTHORIZED ? Action.DOOR_ENTER : Action.DOOR_REQUEST);
    done.add("refused " + code);
  }

  private final class Noted implements Guard.Toll {
    private final boolean tooFast;

    Noted(boolean tooFast) {
      this.tooFast = tooFast;
    }

    @Override
    public void holdBack(String address) {
      done.add("hold back " + address);
    }

    @Override
    public void take(Caller caller) {
      done.add("take");
      if (tooFast) {
        throw refused(caller);
      }
    }

    private static RetinueException refused(Caller caller) {
      return LimitHit.of(
              Limit.REQUESTS,
              LimitHit.Whose.caller(caller.id()),
              1,
              LimitHit.Frees.after(Duration.ofMillis(1)))
          .refusal("Too fast.");
    }

    @Override
    public Runnable enter(Caller caller) {
      done.add("enter");
      if (!inLine) {
        throw refused(caller);
      }
      return () -> {};
    }

    @Override
    public Runnable open(Caller caller) {
      done.add("open");
      return over::release;
    }
  }
}
