package dev.retinue.runtime.coder.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.runtime.coder.fake.http.Fault;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultsOfTheFakeTest {
  private static final String LIST = "/api/v2/workspaces";
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-11-16T12:00:00Z"), ZoneOffset.UTC);

  private final FakeCoder coder = FakeCoder.start(Mode.CURRENT, NOON);
  private final Asking ask = new Asking(coder);

  @AfterEach
  void close() {
    ask.close();
    coder.close();
  }

  @Test
  void a_fault_happens_as_often_as_it_shall_and_only_where_it_shall() {
    coder.fault("GET", LIST, Fault.status(429).header("Retry-After", "1").times(2));
    var first = ask.get(LIST);
    assertThat(first.status()).isEqualTo(429);
    assertThat(first.header("Retry-After")).isEqualTo("1");
    assertThat(ask.get("/api/v2/templates").status()).isEqualTo(200);
    assertThat(List.of(ask.get(LIST).status(), ask.get(LIST).status())).containsExactly(429, 200);
    assertThat(coder.requests("GET", LIST)).hasSize(3);
  }

  @Test
  void a_fault_can_be_a_page_a_redirect_or_for_ever() {
    coder.fault("GET", "/api/v2/*", Fault.html(502, "Bad Gateway"));
    coder.fault("GET", "/api/v2/*", Fault.redirect(303, "/login"));
    coder.fault("GET", "/api/v2/*", Fault.status(503).always());
    assertThat(ask.get(LIST).header("Content-Type")).startsWith("text/html");
    assertThat(ask.get(LIST).header("Location")).isEqualTo("/login");
    assertThat(List.of(ask.get(LIST).status(), ask.get(LIST).status())).containsExactly(503, 503);
    coder.heal();
    assertThat(ask.get(LIST).status()).isEqualTo(200);
  }

  @Test
  void a_connection_can_break_before_or_after_the_work_is_done() {
    var setup = coder.project("Setup");
    var body = "{\"name\":\"amy\",\"template_id\":\"%s\"}".formatted(setup.id());
    coder.fault("POST", "/api/v2/users/*/workspaces", Fault.reset());
    coder.fault("POST", "/api/v2/users/*/workspaces", Fault.reset().afterwards());
    var request =
        ask.request(
            "POST", "/api/v2/users/me/workspaces", body, "Coder-Session-Token", coder.token());
    assertThatThrownBy(() -> ask.http().send(request, HttpResponse.BodyHandlers.ofString()))
        .isInstanceOf(IOException.class);
    assertThat(ask.get(LIST).json().path("count").intValue()).isZero();
    assertThatThrownBy(() -> ask.http().send(request, HttpResponse.BodyHandlers.ofString()))
        .isInstanceOf(IOException.class);
    assertThat(ask.get(LIST).json().path("count").intValue()).isEqualTo(1);
    assertThat(coder.requests("POST", "*")).hasSize(2);
  }

  @Test
  void a_body_can_stop_in_the_middle() throws Exception {
    coder.fault("GET", LIST, Fault.slowBody(Duration.ofSeconds(20)));
    var request = ask.request("GET", LIST, "", "Coder-Session-Token", coder.token());
    var answer = ask.http().send(request, HttpResponse.BodyHandlers.ofInputStream());
    try (var body = answer.body()) {
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat((char) body.read()).isEqualTo('{');
    }
  }

  @Test
  void it_can_lie_about_its_version() {
    coder.version("v2.99.0");
    assertThat(ask.get("/api/v2/buildinfo").json().path("version").stringValue())
        .isEqualTo("v2.99.0");
    assertThat(ask.get(LIST).header("X-Coder-Build-Version")).isEqualTo("v2.99.0");
  }

  @Test
  void whoever_asks_too_often_in_a_minute_is_refused() {
    coder.requestsPerMinute(2);
    assertThat(ask.get(LIST).header("X-Ratelimit-Remaining")).isEqualTo("1");
    assertThat(ask.get(LIST).status()).isEqualTo(200);
    var refused = ask.get(LIST);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("Retry-After")).isEqualTo("59");
    assertThat(refused.json().path("message").isString()).isTrue();
  }

  @Test
  void without_the_token_nothing_is_told_and_a_cookie_changes_nothing_in_the_api() {
    assertThat(ask.ask("GET", LIST, "").status()).isEqualTo(401);
    assertThat(ask.ask("GET", LIST, "", "Coder-Session-Token", "wrong").status()).isEqualTo(401);
    assertThat(ask.ask("GET", LIST, "", "Authorization", "Bearer " + coder.token()).status())
        .isEqualTo(200);
    assertThat(ask.ask("GET", LIST, "", "Cookie", ask.cookie()).status()).isEqualTo(200);
    assertThat(
            ask.ask("POST", "/api/v2/users/me/workspaces", "{}", "Cookie", ask.cookie()).status())
        .isEqualTo(400);
  }

  @Test
  void what_is_no_route_is_404_in_the_api_and_the_dashboard_elsewhere() {
    assertThat(ask.get("/api/v2/nothing").status()).isEqualTo(404);
    assertThat(ask.ask("DELETE", LIST, "", "Coder-Session-Token", coder.token()).status())
        .isEqualTo(405);
    assertThat(ask.get("/workspaces").header("Content-Type")).startsWith("text/html");
  }

  @Test
  void it_remembers_what_it_was_asked() {
    ask.post(LIST + "/x/builds?dry=1", "{\"a\":1}");
    var request = coder.requests().getFirst();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.path()).isEqualTo(LIST + "/x/builds");
    assertThat(request.parameter("dry")).contains("1");
    assertThat(request.json().path("a").intValue()).isEqualTo(1);
    assertThat(request.header("Coder-Session-Token")).contains(coder.token());
    coder.forgetRequests();
    assertThat(coder.requests()).isEmpty();
  }
}
