package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Daemons;
import dev.retinue.core.Caller.Scope;
import dev.retinue.core.Credential.Terms;
import dev.retinue.core.Grant;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.web.RawHttp;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The link that signs in to the console, with a real daemon and its real tokens.
final class ConsoleLinkTest {
  @TempDir private Path folder;
  private ServedDaemon daemon;

  @BeforeEach
  void open() {
    daemon = ServedDaemon.of(ServedHousehold.open(folder));
  }

  @AfterEach
  void close() {
    daemon.close();
  }

  @Test
  void the_command_gets_a_link_for_the_owner() throws Exception {
    assertThat(me(signIn(asked(Map.of()))).path("name").asString()).isEqualTo("owner");
  }

  @Test
  void with_the_token_of_somebody_else_it_gets_one_for_him() throws Exception {
    var url = asked(Map.of("RETINUE_TOKEN", daemon.token("anna", Scope.READ)));
    var anna = me(signIn(url));
    assertThat(anna.path("name").asString()).isEqualTo("anna");
    assertThat(anna.path("scope").asString()).isEqualTo("read");
  }

  @Test
  void with_a_token_that_nobody_has_it_is_said_where_that_came_from() {
    assertThatThrownBy(() -> asked(Map.of("RETINUE_TOKEN", "rtn_nobody")))
        .hasMessageContaining("does not know this token, or it counts no more")
        .hasMessageContaining("RETINUE_TOKEN")
        .hasMessageNotContaining("rtn_nobody");
  }

  @Test
  void with_a_token_that_has_expired_it_is_said_when_and_which_command_makes_another() {
    var end = Instant.now().plusMillis(500).truncatedTo(ChronoUnit.MILLIS);
    var terms = new Terms(Scope.READ, Grant.ANY, end);
    var token = daemon.household().callers().create("guest", terms).token();
    // It is good until it is not.
    assertThatThrownBy(
            () -> {
              while (Instant.now().isBefore(end.plusSeconds(30))) {
                asked(Map.of("RETINUE_TOKEN", token));
              }
            })
        .hasMessageContaining("The token of 'guest' expired at " + end)
        .hasMessageContaining("'retinue token rotate guest'");
  }

  private String asked(Map<String, String> environment) throws InterruptedException {
    var found = new Daemons(folder, () -> folder, "1", null, environment).find().orElseThrow();
    var url = Api.to(found).signInLink().path("url").asString();
    assertThat(url).startsWith(daemon.at("/sign-in#code=rtl_").toString());
    return url;
  }

  @Test
  void neither_code_nor_cookie_is_in_any_file() throws Exception {
    var cookie = signIn(daemon.household().ownerLink().url());
    var unused = daemon.household().ownerLink();
    own("POST", "/sign-out", cookie);
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var text = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertThat(text.contains("rtl_") || text.contains("rtc_")).as(file.toString()).isFalse();
      }
    }
    assertThat(unused.url()).contains("rtl_");
    assertThat(unused.toString()).doesNotContain("rtl_");
  }

  @Test
  void after_a_restart_one_is_still_signed_in_and_old_links_are_good_no_more() {
    var cookie = signIn(daemon.household().ownerLink().url());
    var link = daemon.household().ownerLink().url();
    daemon.close();
    daemon = ServedDaemon.of(ServedHousehold.open(folder));
    assertThat(me(cookie).path("name").asString()).isEqualTo("owner");
    assertThat(post(link)).startsWith("HTTP/1.1 401").contains("retinue console");
  }

  @Test
  void a_token_that_is_rotated_ends_the_cookie_and_what_is_open_with_it() throws Exception {
    var callers = daemon.household().callers();
    var until = Instant.parse("2090-01-01T00:00:00Z");
    var grant = new Grant(List.of("relay"), List.of(), List.of(), null, null, null, null);
    var token = callers.create("anna", new Terms(Scope.RUN, grant, until)).token();
    var link = Json.WIRE.readTree(daemon.post("/api/sign-in-links", "", token).body());
    var cookie = signIn(link.path("url").asString());
    assertThat(me(cookie).path("toolsets").get(0).asString()).isEqualTo("relay");
    assertThat(Instant.parse(me(cookie).path("expires_at").asString())).isBefore(until);
    var byToken = Json.WIRE.readTree(daemon.get("/api/me", token).body());
    assertThat(byToken.path("expires_at").asString()).isEqualTo(until.toString());
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), daemon.service().port())) {
      socket.setSoTimeout(60_000);
      var request =
          "GET /api/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nCookie: %s\r\n\r\n"
              .formatted(cookie);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      var stream =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      assertThat(stream.readLine()).isEqualTo("HTTP/1.1 200 OK");
      callers.rotate("anna", until, Duration.ZERO);
      // It is looked after every few seconds, and then ends by the piece that is the last of a
      // body.
      String line = stream.readLine();
      while (line != null && !line.equals("0")) {
        line = stream.readLine();
      }
    }
    assertThat(own("GET", "/api/me", cookie)).startsWith("HTTP/1.1 401");
  }

  private String signIn(String url) {
    var answer = post(url);
    assertThat(answer).startsWith("HTTP/1.1 303");
    int begin = answer.indexOf("Set-Cookie: ") + 12;
    return answer.substring(begin, answer.indexOf(';', begin));
  }

  private String post(String url) {
    var form = "secret=" + url.substring(url.indexOf("rtl_"));
    return RawHttp.send(
        daemon.service().port(),
        "POST /sign-in HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(form.length(), form));
  }

  /// As a page of ours does.
  private String own(String method, String path, String cookie) {
    return RawHttp.send(
        daemon.service().port(),
        "%s %s HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nCookie: %s\r\nContent-Length: 0\r\n\r\n"
            .formatted(method, path, cookie));
  }

  private JsonNode me(String cookie) {
    var answer = own("GET", "/api/me", cookie);
    assertThat(answer).startsWith("HTTP/1.1 200");
    return Json.WIRE.readTree(answer.substring(answer.indexOf("\r\n\r\n") + 4));
  }
}
