package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.READER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Digest;
import dev.retinue.core.staff.SignIns;
import dev.retinue.web.TestApi.Answer;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Signing in with a browser: by a link that is good once, or by a token; and what that is good
/// for.
final class SignInTest {
  @TempDir private Path folder;
  private TestApi api;

  @BeforeEach
  void open() {
    api = new TestApi(folder);
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void a_link_leads_to_the_page_and_its_code_becomes_a_cookie_once() {
    var url = api.post(ANNA, "/api/sign-in-links", "").json().path("url").asString();
    assertThat(url).startsWith("/sign-in#code=rtl_");
    var page = plain("GET", "/sign-in", "");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).contains("retinue console").contains("<form");
    var code = codeOf(url);
    var signedIn = signIn(code);
    assertThat(signedIn.status()).isEqualTo(303);
    assertThat(signedIn.response().headers().firstValue("Location")).contains("/");
    assertThat(me(cookie(signedIn))).contains("\"anna\"").contains("\"cookie\"");
    var again = signIn(code);
    assertThat(again.status()).isEqualTo(401);
    assertThat(again.body()).contains("retinue console");
    assertThat(again.response().headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void a_cookie_is_out_of_reach_of_scripts_and_of_other_sites_and_ends_by_itself() {
    var cookie = signIn(code(ANNA)).response().headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(List.of(cookie.split("; ", -1)))
        .contains("Path=/", "HttpOnly", "SameSite=Strict", "Max-Age=604800")
        .doesNotContain("Secure")
        .noneMatch(it -> it.startsWith("Domain"));
    assertThat(cookie).startsWith("retinue-").doesNotContain(Digest.ofText("x"));
    api.staff().clock().advance(SignIns.PASS_GOOD_FOR.minusSeconds(2));
    assertThat(get("/api/me", first(cookie)).status()).isEqualTo(200);
    api.staff().clock().advance(Duration.ofSeconds(2));
    assertThat(get("/api/me", first(cookie)).status()).isEqualTo(401);
  }

  @Test
  void a_link_is_good_for_minutes() {
    var code = code(ANNA);
    api.staff().clock().advance(SignIns.LINK_GOOD_FOR);
    var late = signIn(code);
    assertThat(late.status()).isEqualTo(401);
    assertThat(late.body()).contains("10 minutes").contains("retinue console");
  }

  @Test
  void who_asks_for_many_links_loses_his_own_oldest_and_nobody_elses() {
    var other = code(READER);
    var codes = codes("anna", 11);
    assertThat(signIn(codes.getFirst()).status()).isEqualTo(401);
    assertThat(signIn(codes.get(1)).status()).isEqualTo(303);
    assertThat(signIn(codes.getLast()).status()).isEqualTo(303);
    assertThat(signIn(other).status()).isEqualTo(303);
  }

  @Test
  void of_the_links_of_all_only_the_last_hundred_are_good() {
    var first = codes("anna", 2);
    for (int i = 0; i < 11; i++) {
      codes("token " + i, 9);
    }
    assertThat(signIn(first.getFirst()).status()).isEqualTo(401);
    assertThat(signIn(first.getLast()).status()).isEqualTo(303);
  }

  private List<String> codes(String token, int many) {
    return Stream.generate(() -> codeOf(api.signIns().link(Digest.ofText(token)).url()))
        .limit(many)
        .toList();
  }

  @Test
  void a_token_can_be_pasted_and_nothing_else() {
    assertThat(me(cookie(signIn("anna")))).contains("\"anna\"");
    var wrong = signIn("carla<script>");
    assertThat(wrong.status()).isEqualTo(401);
    assertThat(wrong.body()).contains("retinue console").doesNotContain("carla");
    assertThat(signIn("").status()).isEqualTo(400);
  }

  @Test
  void who_has_no_token_any_more_is_not_signed_in_any_more() {
    var code = code(ANNA);
    var cookie = cookie(signIn(code(ANNA)));
    assertThat(get("/api/me", cookie).status()).isEqualTo(200);
    api.revoke(ANNA);
    assertThat(get("/api/me", cookie).status()).isEqualTo(401);
    assertThat(signIn(code).body()).contains("good no more");
  }

  @Test
  void who_signs_out_is_out_also_after_a_restart_and_others_stay() {
    var cookie = cookie(signIn(code(ANNA)));
    var elsewhere = cookie(signIn(code(ANNA)));
    var out = own("POST", "/sign-out", "", cookie);
    assertThat(out.status()).isEqualTo(303);
    assertThat(out.response().headers().firstValue("Set-Cookie").orElseThrow())
        .contains("=;")
        .contains("Max-Age=0");
    assertThat(get("/api/me", cookie).status()).isEqualTo(401);
    api.close();
    api = new TestApi(folder);
    assertThat(get("/api/me", cookie).status()).isEqualTo(401);
    assertThat(get("/api/me", elsewhere).status()).isEqualTo(200);
  }

  @Test
  void a_cookie_that_somebody_has_changed_is_good_for_nothing() {
    var cookie = cookie(signIn(code(ANNA)));
    for (int i = cookie.indexOf('=') + 1; i < cookie.length(); i += 7) {
      var other = cookie.charAt(i) == 'x' ? 'y' : 'x';
      var changed = cookie.substring(0, i) + other + cookie.substring(i + 1);
      assertThat(get("/api/me", changed).status()).as(changed).isEqualTo(401);
    }
    assertThat(get("/api/me", "other=1; " + cookie).status()).isEqualTo(200);
    var name = cookie.substring(0, cookie.indexOf('='));
    assertThat(get("/api/me", name + "=planted; " + cookie).status()).isEqualTo(200);
  }

  @Test
  void a_page_of_another_origin_cannot_use_the_cookie() {
    var cookie = cookie(signIn(code(ANNA)));
    var own = "http://localhost:" + api.port();
    for (var foreign :
        List.of(
            "Origin: http://localhost:" + (api.port() + 1),
            "Origin: https://localhost:" + api.port(),
            "Origin: http://127.0.0.1:" + api.port(),
            "Sec-Fetch-Site: cross-site",
            "Sec-Fetch-Site: same-site",
            "Sec-Fetch-Site: none",
            "Origin: " + own + "\r\nSec-Fetch-Site: cross-site",
            "X-Nothing: said")) {
      assertThat(raw("POST /api/agents", cookie, foreign)).as(foreign).isEqualTo(401);
      assertThat(raw("POST /sign-out", cookie, foreign)).as(foreign).isEqualTo(401);
      assertThat(raw("POST /sign-in", cookie, foreign)).as(foreign).isEqualTo(403);
    }
    assertThat(raw("POST /api/agents", cookie, "Origin: " + own)).isEqualTo(200);
    assertThat(raw("POST /api/agents", cookie, "Sec-Fetch-Site: same-origin")).isEqualTo(200);
    assertThat(raw("GET /api/me", cookie, "Sec-Fetch-Site: cross-site")).isEqualTo(401);
    assertThat(raw("GET /api/me", cookie, "Sec-Fetch-Site: same-site")).isEqualTo(401);
    assertThat(raw("GET /api/me", cookie, "Sec-Fetch-Site: none")).isEqualTo(200);
  }

  @Test
  void a_socket_opens_with_the_cookie_for_our_own_pages_alone() {
    var cookie = cookie(signIn(code(ANNA)));
    var socket =
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    var run = api.play(ANNA, "hang");
    var own = "\r\nOrigin: http://localhost:" + api.port();
    var other = "\r\nOrigin: http://localhost:" + (api.port() + 1);
    assertThat(raw("GET /ws/agent/" + run, cookie, socket + own)).isEqualTo(101);
    assertThat(raw("GET /ws/agent/" + run, cookie, socket + other)).isEqualTo(401);
    assertThat(raw("GET /ws/agent/" + run, cookie, socket)).isEqualTo(401);
  }

  @Test
  void who_may_only_read_sees_and_cannot_touch() {
    var cookie = cookie(signIn(code(READER)));
    assertThat(me(cookie)).contains("\"read\"");
    var started = own("POST", "/api/agents", "{\"contract\":\"hang\"}", cookie);
    assertThat(started.status()).isEqualTo(403);
    assertThat(started.message()).contains("scope 'run'");
    assertThat(get("/api/agents", cookie).status()).isEqualTo(200);
  }

  @Test
  void who_is_signed_in_may_have_a_link_for_another_browser() {
    var cookie = cookie(signIn(code(ANNA)));
    var link = own("POST", "/api/sign-in-links", "", cookie).json().path("url").asString();
    assertThat(me(cookie(signIn(codeOf(link))))).contains("\"anna\"");
  }

  @Test
  void who_fails_too_often_has_to_wait_even_with_the_right_code() {
    for (int i = 0; i < 10; i++) {
      assertThat(signIn("wrong" + i).status()).isEqualTo(401);
    }
    var refused = signIn(code(ANNA));
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.response().headers().firstValue("Retry-After")).isPresent();
    assertThat(refused.body()).contains("127.0.0.1");
  }

  @Test
  void what_a_token_says_counts_more_than_a_cookie() {
    var cookie = cookie(signIn(code(ANNA)));
    var answer =
        api.get(Caller.owner(), "/api/me", "Cookie", cookie).json().path("name").asString();
    assertThat(answer).isEqualTo("owner");
  }

  @Test
  void the_page_runs_nothing_but_its_own_script_and_stands_in_no_frame() {
    var policy =
        plain("GET", "/sign-in", "")
            .response()
            .headers()
            .firstValue("Content-Security-Policy")
            .orElseThrow();
    assertThat(policy)
        .contains("default-src 'none'")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe");
  }

  private String code(Caller caller) {
    return codeOf(api.post(caller, "/api/sign-in-links", "").json().path("url").asString());
  }

  private static String codeOf(String url) {
    return url.substring(url.indexOf("code=") + 5);
  }

  private Answer signIn(String secret) {
    return plain("POST", "/sign-in", "secret=" + URLEncoder.encode(secret, StandardCharsets.UTF_8));
  }

  private Answer plain(String method, String path, String body) {
    return own(method, path, body, "none=1");
  }

  private Answer get(String path, String cookie) {
    return api.send(HttpRequest.newBuilder(uri(path)).header("Cookie", cookie));
  }

  private Answer own(String method, String path, String body, String cookie) {
    var form = path.equals("/sign-in") ? "application/x-www-form-urlencoded" : "application/json";
    return api.send(
        HttpRequest.newBuilder(uri(path))
            .method(method, BodyPublishers.ofString(body))
            .header("Origin", "http://localhost:" + api.port())
            .header("Content-Type", form)
            .header("Cookie", cookie));
  }

  private URI uri(String path) {
    return URI.create("http://localhost:" + api.port() + path);
  }

  private String me(String cookie) {
    return get("/api/me", cookie).body();
  }

  private static String cookie(Answer answer) {
    return first(answer.response().headers().firstValue("Set-Cookie").orElseThrow());
  }

  private static String first(String cookie) {
    return cookie.substring(0, cookie.indexOf(';'));
  }

  private int raw(String request, String cookie, String header) {
    try (var client = api.raw()) {
      client.send(
          "%s HTTP/1.1\r\nHost: localhost:%d\r\nCookie: %s\r\n%s\r\nContent-Length: 0\r\n\r\n"
              .formatted(request, api.port(), cookie, header));
      return client.status();
    }
  }
}
