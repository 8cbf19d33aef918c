package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.BERT;
import static dev.retinue.web.TestApi.OWNER;
import static dev.retinue.web.TestApi.READER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents over WebSockets.
final class AgentSocketTest {
  private static final String UNKNOWN = "agent-aaaaaaaaaaaaaaaaaaaaaaaaaa";

  @TempDir private Path folder;
  private TestApi api;

  @BeforeEach
  void open() {
    api = new TestApi(folder, Duration.ofSeconds(15));
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void an_agent_is_given_its_contract_started_and_watched_to_its_end() {
    var id = made();
    try (var socket = connect(OWNER, id)) {
      var init = socket.json();
      assertThat(init.path("type").asString()).isEqualTo("init");
      assertThat(init.path("id").asString()).isEqualTo(id);
      assertThat(init.path("status").asString()).isEqualTo("ready");
      assertThat(init.path("contract").asString()).isEmpty();

      socket.say("{\"type\":\"start\"}");
      assertThat(socket.json().path("content").asString()).isEqualTo("Contract is empty");
      socket.say(
          "{\"type\":\"set_contract\",\"contract\":\"say hello\\ncall look {\\\"at\\\": 1} -> seen\\ncomplete done\"}");
      assertThat(socket.json().path("type").asString()).isEqualTo("contract_set");
      socket.say("{\"type\":\"start\"}");

      assertThat(socket.next()).isEqualTo("{\"type\":\"status\",\"content\":\"running\"}");
      assertThat(socket.next())
          .isEqualTo("{\"type\":\"assistant\",\"content\":\"hello\",\"tool_call\":null}");
      assertThat(socket.next())
          .isEqualTo("{\"type\":\"tool\",\"content\":\"\",\"tool_call\":\"look at=1\"}");
      assertThat(socket.next())
          .isEqualTo("{\"type\":\"tool\",\"content\":\"→ seen\",\"tool_call\":null}");
      assertThat(socket.next()).isEqualTo("{\"type\":\"status\",\"content\":\"completed\"}");

      socket.say("{\"type\":\"start\"}");
      assertThat(socket.json().path("content").asString()).isEqualTo("Agent not in ready state");
    }
  }

  @Test
  void a_stop_is_read_while_the_run_is_at_work() {
    var id = api.play(ANNA, "say working\nhang");
    api.staff().await(id, run -> run.dossier().recentOutput() != null);
    try (var socket = connect(ANNA, id.text())) {
      assertThat(socket.until("init").path("status").asString()).isEqualTo("running");
      socket.say("{\"type\":\"stop\"}");
      socket.until("stop_requested");
    }
    assertThat(api.staff().awaitEnd(id).state()).isInstanceOf(State.Stopped.class);
  }

  @Test
  void a_failure_is_an_error_and_then_stopped() {
    var id = api.play(ANNA, "ask go on?\nfail error broken");
    api.staff().await(id, run -> !run.needs().isEmpty());
    try (var socket = connect(ANNA, id.text())) {
      socket.until("init");
      var need = api.staff().run(id).needs().getFirst().id();
      api.staff().staff().answer(ANNA, id, need, "yes");
      assertThat(socket.until("error").path("content").asString()).isEqualTo("error: broken");
      assertThat(socket.until("status").path("content").asString()).isEqualTo("stopped");
    }
  }

  @Test
  void a_lost_socket_never_touches_the_run() {
    var id = made();
    try (var socket = connect(OWNER, id)) {
      socket.until("init");
      socket.say("{\"type\":\"set_contract\",\"contract\":\"ask go on?\\ncomplete done\"}");
      socket.until("contract_set");
      socket.say("{\"type\":\"start\"}");
      socket.until("status");
      socket.abort();
    }
    var run = RunId.of(id);
    var need = api.staff().await(run, it -> !it.needs().isEmpty()).needs().getFirst().id();
    TestWeb.until(() -> api.web().connections() <= 1, "the end of the socket");
    api.staff().staff().answer(OWNER, run, need, "yes");
    assertThat(api.staff().awaitEnd(run).state()).isInstanceOf(State.Completed.class);
  }

  @Test
  void a_restart_is_a_new_run_and_says_its_id() {
    var id = api.play(ANNA, "complete done");
    api.staff().awaitEnd(id);
    try (var socket = connect(ANNA, id.text())) {
      socket.until("init");
      socket.say("{\"type\":\"restart\"}");
      var restarted = socket.until("status");
      assertThat(restarted.path("restart_of").asString()).isEqualTo(id.text());
      var again = RunId.of(restarted.path("id").asString());
      assertThat(again).isNotEqualTo(id);
      assertThat(api.staff().awaitEnd(again).state()).isInstanceOf(State.Completed.class);
    }
  }

  @Test
  void an_unknown_agent_and_anothers_are_the_same_error_and_a_close() {
    var hers = api.play(ANNA, "hang");
    String unknown;
    try (var socket = connect(BERT, UNKNOWN)) {
      unknown = socket.next();
      assertThat(unknown).startsWith("{\"type\":\"error\"");
      assertThat(socket.next()).isEqualTo("closed 1008");
    }
    try (var socket = connect(BERT, hers.text())) {
      assertThat(socket.next().replace(hers.text(), UNKNOWN)).isEqualTo(unknown);
      assertThat(socket.next()).isEqualTo("closed 1008");
    }
  }

  @Test
  void what_cannot_be_understood_is_an_error_and_the_socket_stays() {
    var id = api.play(ANNA, "hang");
    try (var socket = connect(ANNA, id.text())) {
      socket.until("init");
      for (var wrong :
          new String[] {"", "{", "[]", "{}", "{\"type\":7}", "{\"type\":\"set_contract\"}"}) {
        socket.say(wrong);
        socket.until("error");
      }
      socket.say("{\"type\":\"stop\",\"type\":\"stop\"}");
      assertThat(socket.until("error").path("content").asString()).contains("type");
      assertThat(api.staff().run(id).ended()).isFalse();
    }
  }

  @Test
  void who_may_only_read_watches_and_commands_nothing() {
    var id = api.play(ANNA, "hang");
    try (var socket = connect(READER, id.text())) {
      socket.until("init");
      socket.say("{\"type\":\"stop\"}");
      assertThat(socket.until("error").path("content").asString()).contains("scope");
    }
    assertThat(api.staff().run(id).ended()).isFalse();
  }

  @Test
  void bytes_and_long_messages_end_the_socket_and_nothing_else() {
    var id = api.play(ANNA, "hang");
    try (var socket = connect(ANNA, id.text())) {
      socket.until("init");
      socket.sayBytes(new byte[10]);
      assertThat(socket.next()).isEqualTo("closed 1003");
    }
    try (var socket = connect(ANNA, id.text())) {
      socket.until("init");
      socket.say("x".repeat((4 << 20) + 1));
      assertThat(socket.next()).isIn("closed 1009", "error");
    }
    assertThat(api.staff().run(id).ended()).isFalse();
  }

  @Test
  void a_browser_gives_its_token_as_a_protocol_and_never_gets_it_back() {
    var id = api.play(ANNA, "hang");
    try (var socket = TestSocket.openAsBrowser(api.port(), "/ws/agent/" + id, "anna")) {
      socket.until("init");
      assertThat(socket.protocol()).isEqualTo("retinue");
    }
  }

  @Test
  void a_token_that_is_revoked_commands_nothing_more() {
    var id = api.play(ANNA, "hang");
    try (var socket = connect(ANNA, id.text())) {
      socket.until("init");
      api.revoke(ANNA);
      socket.say("{\"type\":\"stop\"}");
      socket.until("error");
      assertThat(socket.next()).isEqualTo("closed 1008");
    }
    assertThat(api.staff().run(id).ended()).isFalse();
  }

  @Test
  void commands_are_counted_as_requests_are() {
    var rules = new Rules(Limits.DEFAULT, new Rate(1, 3), new Rate(100, 100), Roots.NONE);
    try (var busy = new TestApi(folder.resolve("busy"), Duration.ofSeconds(15), rules)) {
      var id = busy.play(ANNA, "hang");
      try (var socket = TestSocket.open(busy.port(), "/ws/agent/" + id, "anna")) {
        socket.until("init");
        // More than a busy machine lets through while it hears them.
        for (int i = 0; i < 100; i++) {
          socket.say("{\"type\":\"x\"}");
        }
        var answer = socket.until("error").path("content").asString();
        assertThat(answer).contains("'type'");
        while (!answer.contains("try again in")) {
          answer = socket.until("error").path("content").asString();
        }
        var refused = busy.staff().staff().audit().log().after(0, 10_000).getLast().entry();
        assertThat(refused.action()).isEqualTo("door.request");
        assertThat(refused.who().caller()).isEqualTo("anna");
        assertThat(busy.watch().text())
            .containsPattern(
                "retinue_refusals_total\\{limit=\"limits.requests-per-second\"} [1-9]");
      }
    }
  }

  @Test
  void nothing_is_commanded_any_more_when_the_server_is_about_to_end() throws Exception {
    var id = api.play(ANNA, "hang");
    try (var socket = connect(ANNA, id.text())) {
      socket.until("init");
      api.web().drain(Duration.ZERO);
      socket.say("{\"type\":\"stop\"}");
      assertThat(socket.until("error").path("content").asString()).contains("is stopping");
    }
    assertThat(api.staff().run(id).ended()).isFalse();
  }

  @Test
  void a_quiet_socket_is_asked_whether_it_is_there() {
    try (var quick = new TestApi(folder.resolve("quick"), Duration.ofMillis(200))) {
      var id = quick.play(ANNA, "hang");
      try (var socket = TestSocket.open(quick.port(), "/ws/agent/" + id, "anna")) {
        socket.next();
        while (!socket.next().equals("ping")) {
          // What the run says comes in between.
        }
      }
    }
  }

  @Test
  void without_an_upgrade_there_is_no_socket() {
    var id = api.play(ANNA, "hang");
    assertThat(api.get(ANNA, "/ws/agent/" + id).status()).isEqualTo(426);
    assertThat(api.get(ANNA, "/ws/some-conversation").status()).isEqualTo(426);
    assertThat(api.staff().staff().sessions().list(ANNA, true, 10)).isEmpty();
  }

  private String made() {
    return api.send(OWNER, "POST", "/api/agents", "").json().path("id").asString();
  }

  private TestSocket connect(Caller caller, String id) {
    return TestSocket.open(api.port(), "/ws/agent/" + id, caller.name());
  }
}
