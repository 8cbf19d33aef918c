package dev.retinue.runtime.coder.fake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.runtime.coder.fake.http.FakeServer;
import dev.retinue.runtime.coder.fake.http.Reply;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppsOfTheFakeTest {
  private final FakeCoder coder = FakeCoder.start(Mode.CURRENT);
  private final Asking ask = new Asking(coder);
  private final FakeTemplate setup = coder.project("Setup", "coder");
  private final FakeWorkspace amy = coder.workspace("amy", setup, Stage.IDLE);

  @AfterEach
  void close() {
    ask.close();
    coder.close();
  }

  @Test
  void a_cookie_opens_an_app_and_does_not_reach_it() {
    var answer =
        ask.ask(
            "GET",
            Asking.appPath(amy) + "/status?x=1",
            "",
            "Cookie",
            ask.cookie() + "; theme=dark");
    assertThat(answer.json().path("status").stringValue()).isEqualTo("stable");
    assertThat(answer.json().path("transport").stringValue()).isEqualTo("pty");
    assertThat(amy.received())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.path()).isEqualTo("/status");
              assertThat(it.query()).isEqualTo("x=1");
              assertThat(it.header("Cookie")).contains("theme=dark");
              assertThat(it.headers().toString()).doesNotContain(coder.token());
            });
    assertThat(coder.appRequests()).hasSize(1);
  }

  @Test
  void a_token_in_a_header_reaches_the_app() {
    ask.ask("GET", Asking.appPath(amy) + "/status", "", "Coder-Session-Token", coder.token());
    assertThat(amy.received().getFirst().header("Coder-Session-Token")).contains(coder.token());
  }

  @Test
  void whoever_shows_nothing_is_sent_to_the_login() {
    var answer = ask.ask("GET", Asking.appPath(amy) + "/status", "");
    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("Location")).startsWith("/login");
  }

  @ParameterizedTest
  @CsvSource({
    "/@me/amy.main/apps/ccw/status, 404, Application Not Found",
    "/@ada/amy/apps/ccw/status, 200, ''",
    "/@ada/amy.whatever/apps/ccw/status, 200, ''",
    "/@ada/AMY.main/apps/ccw/status, 200, ''",
    "/@ada/amy.main/apps/other/status, 404, Application Not Found",
    "/@ada/nobody.main/apps/ccw/status, 404, Application Not Found",
    "/@eve/eves.main/apps/ccw/status, 404, Application Not Found",
    "/@ada/ben.main/apps/ccw/status, 400, Workspace Offline",
    "/@ada/cat.main/apps/ccw/status, 404, Application Unavailable",
    "/@ada/dan.main/apps/ccw/status, 502, Bad Gateway"
  })
  void the_pages_of_the_proxy_say_what_is_wrong(String path, int status, String title) {
    coder.admin(true);
    coder.workspace("ben", setup, Stage.STOPPED);
    coder.workspace("cat", setup, Stage.DISCONNECTED);
    coder.workspace("dan", setup, Stage.BOOTING);
    coder.workspace("eves", setup, Stage.IDLE, "eve");
    var answer = ask.ask("GET", path, "", "Cookie", ask.cookie());
    assertThat(answer.status()).isEqualTo(status);
    if (status != 200) {
      assertThat(answer.header("Content-Type")).startsWith("text/html");
      assertThat(answer.text()).contains(title);
    }
  }

  @Test
  void apps_by_path_can_be_forbidden() {
    coder.pathApps(false);
    assertThat(ask.app("GET", amy, "/status", "").status()).isEqualTo(403);
  }

  @Test
  void an_app_can_have_a_host_of_its_own() throws Exception {
    setup.subdomainApp();
    coder.appHost("*.apps.example.com");
    assertThat(ask.get("/api/v2/applications/host").json().path("host").stringValue())
        .isEqualTo("*.apps.example.com");
    var app =
        ask.get("/api/v2/users/me/workspace/amy")
            .json()
            .at("/latest_build/resources/1/agents/0/apps/2");
    assertThat(app.path("subdomain_name").stringValue()).isEqualTo("ccw--amy--ada");
    var address = URI.create(coder.url());
    var proxy = ProxySelector.of(new InetSocketAddress(address.getHost(), address.getPort()));
    try (var http = HttpClient.newBuilder().proxy(proxy).build()) {
      var request =
          HttpRequest.newBuilder(URI.create("http://ccw--amy--ada.apps.example.com/status"))
              .header("Cookie", ask.cookie())
              .build();
      var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(coder.appRequests()).hasSize(1);
    }
    assertThat(ask.app("GET", amy, "/status", "").status()).isEqualTo(404);
  }

  @Test
  void a_message_is_taken_when_the_agent_is_idle_and_refused_when_it_is_busy() {
    assertThat(user("Mow the lawn").json().path("ok").booleanValue()).isTrue();
    assertThat(ask.app("GET", amy, "/status", "").json().path("status").stringValue())
        .isEqualTo("running");
    var refused = user("Paint the fence");
    assertThat(refused.status()).isEqualTo(500);
    assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(refused.text())
        .contains("message can only be sent when the agent is waiting for user input");
    amy.agentApi().finish("It is short.");
    var messages = ask.app("GET", amy, "/messages", "").json().path("messages");
    assertThat(messages.at("/1/role").stringValue()).isEqualTo("user");
    assertThat(messages.at("/2/content").stringValue()).isEqualTo("It is short.");
    assertThat(messages.size()).isEqualTo(3);
  }

  @Test
  void what_has_not_the_form_of_a_message_is_422_and_an_empty_one_500() {
    assertThat(ask.app("POST", amy, "/message", "{}").status()).isEqualTo(422);
    assertThat(ask.app("POST", amy, "/message", "no json").status()).isEqualTo(422);
    assertThat(
            ask.app("POST", amy, "/message", "{\"content\":\"a\",\"type\":\"user\",\"x\":1}")
                .status())
        .isEqualTo(422);
    assertThat(user("  ").status()).isEqualTo(500);
  }

  @ParameterizedTest
  @CsvSource({
    "true, c, true, false",
    "true, cc, true, false",
    "true, e, true, false",
    "false, c, true, false",
    "false, cc, false, false",
    "false, e, true, false",
    "false, ee, true, true",
    "false, c.c, true, false"
  })
  void keys_do_what_they_do_at_a_terminal(
      boolean busy, String keys, boolean alive, boolean dialog) {
    if (busy) {
      user("Mow the lawn");
    }
    for (int i = 0; i < keys.length(); i++) {
      switch (keys.charAt(i)) {
        case 'c' -> raw("\\u0003");
        case 'e' -> raw("\\u001b");
        default -> coder.step();
      }
    }
    assertThat(amy.agentApi().isBusy()).isFalse();
    assertThat(amy.agentApi().isAlive()).isEqualTo(alive);
    assertThat(amy.agentApi().hasDialog()).isEqualTo(dialog);
    assertThat(amy.agentApi().keys()).hasSize(keys.replace(".", "").length());
    if (!alive) {
      assertThat(ask.app("GET", amy, "/status", "").status()).isEqualTo(502);
      coder.step();
      assertThat(ask.get("/api/v2/users/me/workspace/amy").text()).contains("\"unhealthy\"");
    }
  }

  @Test
  void without_a_terminal_a_key_is_a_prompt() {
    amy.agentApi().transport("acp");
    raw("\\u0003 hi");
    assertThat(amy.agentApi().isBusy()).isTrue();
    assertThat(raw("\\u0003").status()).isEqualTo(500);
  }

  @Test
  void only_hosts_that_are_allowed_are_answered() {
    amy.agentApi().allowedHosts("localhost");
    var answer = ask.app("GET", amy, "/status", "");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text()).isEqualTo("Invalid host header. Allowed hosts: localhost");
  }

  @Test
  void a_file_can_be_uploaded() {
    var form =
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nA\r\n--x--";
    assertThat(ask.app("POST", amy, "/upload", form).json().path("filePath").stringValue())
        .endsWith("/a.txt");
  }

  @Test
  void events_tell_first_what_was_and_then_what_is() throws Exception {
    var request = ask.request("GET", Asking.appPath(amy) + "/events", "", "Cookie", ask.cookie());
    var answer = ask.http().send(request, HttpResponse.BodyHandlers.ofInputStream());
    try (var lines =
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).isEqualTo("event: message_update");
      assertThat(lines.readLine()).contains("Welcome");
      lines.readLine();
      assertThat(lines.readLine()).isEqualTo("event: status_change");
      assertThat(lines.readLine()).contains("stable");
      lines.readLine();
      user("Mow the lawn");
      assertThat(lines.readLine()).isEqualTo("event: message_update");
      assertThat(lines.readLine()).contains("Mow the lawn");
    }
  }

  @Test
  void agents_can_end_by_themselves_after_some_steps() {
    coder.stepsOfWork(2);
    user("Mow the lawn");
    coder.step();
    assertThat(amy.agentApi().isBusy()).isTrue();
    coder.step();
    assertThat(amy.agentApi().isBusy()).isFalse();
    assertThat(
            ask.get("/api/v2/users/me/workspace/amy")
                .json()
                .at("/latest_app_status/state")
                .stringValue())
        .isEqualTo("idle");
  }

  @Test
  void another_agentapi_can_stand_behind_the_proxy() {
    try (var real =
        FakeServer.start("other", request -> Reply.text(201, "text/plain", request.toString()))) {
      amy.servedBy(URI.create(real.url()));
      var answer = ask.app("POST", amy, "/message?a=b", "{\"content\":\"ä\"}");
      assertThat(answer.status()).isEqualTo(201);
      assertThat(answer.text()).isEqualTo("POST /message?a=b {\"content\":\"ä\"}");
      var arrived = real.requests().getFirst();
      assertThat(arrived.header("Host")).contains(URI.create(coder.url()).getAuthority());
      assertThat(arrived.headers().toString()).doesNotContain(coder.token());
    }
    assertThat(ask.app("GET", amy, "/status", "").status()).isEqualTo(502);
  }

  @Test
  void a_template_can_bring_an_agentapi_of_another_make() {
    try (var real = FakeServer.start("other", _ -> Reply.text(200, "text/plain", "hello"))) {
      var prompts = new ArrayList<String>();
      var template =
          coder
              .project("Real")
              .servedBy(
                  (workspace, prompt) -> {
                    prompts.add(workspace.name() + ": " + prompt);
                    return URI.create(real.url());
                  });
      ask.post(
          "/api/v2/users/me/workspaces",
          "{\"name\":\"rex\",\"template_id\":\"%s\",\"rich_parameter_values\":[{\"name\":\"ai_prompt\",\"value\":\"Go\"}]}"
              .formatted(template.id()));
      coder.settle();
      assertThat(prompts).containsExactly("rex: Go");
      var rex = coder.workspace("rex");
      assertThat(ask.app("GET", rex, "/status", "").text()).isEqualTo("hello");
      assertThat(
              ask.get("/api/v2/users/me/workspace/rex").json().path("latest_app_status").isNull())
          .isTrue();
    }
  }

  private Asking.Answer user(String content) {
    return ask.app(
        "POST", amy, "/message", "{\"type\":\"user\",\"content\":\"%s\"}".formatted(content));
  }

  private Asking.Answer raw(String content) {
    return ask.app(
        "POST", amy, "/message", "{\"type\":\"raw\",\"content\":\"%s\"}".formatted(content));
  }
}
