package dev.retinue.toolset.sessions;

import static dev.retinue.toolset.sessions.SessionScene.call;
import static dev.retinue.toolset.sessions.SessionScene.history;
import static dev.retinue.toolset.sessions.SessionScene.info;
import static dev.retinue.toolset.sessions.SessionScene.message;
import static dev.retinue.toolset.sessions.SessionScene.open;
import static dev.retinue.toolset.sessions.SessionScene.refused;
import static dev.retinue.toolset.sessions.SessionScene.send;
import static dev.retinue.toolset.sessions.SessionScene.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Manners;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Conversations by their tools.
final class SessionToolsTest {
  @TempDir private Path folder;
  private SessionScene scene;
  private McpClient client;

  @BeforeEach
  void begin() {
    scene = new SessionScene(folder, Rules.of(Limits.DEFAULT), Manners.USUAL);
    client = scene.client();
  }

  @AfterEach
  void end() {
    client.close();
    scene.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "desk",
        "desk.yaml",
        "agents/desk.yaml",
        "~/agents/desk.yaml",
        "/home/somebody/agents/desk.yaml",
        "/home/somebody/agents/../agents/desk.yaml"
      })
  void a_session_begins_with_the_agent_that_is_meant(String reference) {
    var begun = call(client, "create_session", Json.object().put("agent_file", reference));
    assertThat(begun.path("session_id").asString()).matches("[0-9a-f-]{36}");
    assertThat(begun.path("agent").asString()).isEqualTo("desk");
    assertThat(begun.path("welcome").asString()).isEqualTo("Welcome.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc/passwd", "~/other.yaml", "../desk.yaml", "nobody", "sk.yaml"})
  void whoever_is_not_on_the_staff_is_refused_with_those_who_are(String reference) {
    var refusal = refused(client, "create_session", Json.object().put("agent_file", reference));
    assertThat(refusal.path("code").asString()).isEqualTo("NOT_FOUND");
    assertThat(refusal.path("message").asString())
        .contains("There is no agent '%s'".formatted(reference), "desk, desk.expert, holder");
  }

  @Test
  void another_agent_of_the_file_can_be_named() {
    var order = Json.object().put("agent", "desk.yaml").put("agent_name", "Expert");
    var begun = call(client, "create_session", order);
    assertThat(begun.path("agent").asString()).isEqualTo("desk.expert");
    order.put("agent_name", "clerk");
    assertThat(refused(client, "create_session", order).path("message").asString())
        .isEqualTo("There is no agent 'clerk' beside 'desk', only desk, desk.expert.");
    order.put("agent_name", "root");
    assertThat(call(client, "create_session", order).path("agent").asString()).isEqualTo("desk");
  }

  @Test
  void one_message_can_be_asked_without_a_session() {
    var order = Json.object().put("agent_file", "desk.yaml").put("message", "Hello");
    var answer = call(client, "invoke_agent", order);
    assertThat(answer.path("response").asString()).isEqualTo("From the desk: Hello");
    scene.awaitEnd(answer);
    var session = answer.path("session_id").asString();
    assertThat(info(client, session).path("status").asString()).isEqualTo("closed");
    var sessions = call(client, "list_sessions", Json.object());
    assertThat(sessions.path("total_count").asInt()).isZero();
  }

  @Test
  void agents_are_listed_with_the_very_reference_to_pass_back() {
    var all = call(client, "list_agents", Json.object());
    assertThat(texts(all.path("agents"), "agent_ref"))
        .containsExactly("desk", "desk.expert", "holder", "listener", "player", "writer");
    assertThat(all.path("total_count").asInt()).isEqualTo(6);
    var desk = all.path("agents").get(0);
    assertThat(desk.path("source").asString()).isEqualTo("file");
    assertThat(desk.path("kind").asString()).isEqualTo("definition");
    for (var reference : texts(all.path("agents"), "agent_ref")) {
      assertThat(open(client, reference)).isNotEmpty();
    }
    var some = call(client, "list_agents", Json.object().put("directory", "~/agents"));
    assertThat(texts(some.path("agents"), "agent_ref")).containsExactly("desk", "desk.expert");
    var none = call(client, "list_agents", Json.object().put("directory", "/etc"));
    assertThat(none.path("total_count").asInt()).isZero();
    assertThat(none.path("reason").asString())
        .startsWith("No file in '/etc' is one that agents are read from.");
    assertThat(all.has("reason")).isFalse();
    assertThat(refused(client, "list_agents", Json.object().put("kind", "fleet")).toString())
        .contains("INVALID_INPUT");
  }

  @Test
  void who_is_to_answer_is_named_once() {
    assertThat(refused(client, "create_session", Json.object()).path("message").asString())
        .startsWith("Say with whom: give agent an agent_ref of list_agents");
    var twice = Json.object().put("agent", "desk").put("agent_file", "desk");
    assertThat(refused(client, "create_session", twice).path("message").asString())
        .startsWith("Name the agent once");
  }

  @Test
  void a_session_says_all_about_itself() {
    var order =
        Json.object()
            .put("agent", "desk")
            .put("session_name", "talk")
            .set("budget", Json.object().put("max_tokens", 5_000));
    var session = call(client, "create_session", order).path("session_id").asString();
    send(client, session, "Hello");
    var info = info(client, session);
    assertThat(info.path("session_name").asString()).isEqualTo("talk");
    assertThat(info.path("agent").asString()).isEqualTo("desk");
    assertThat(info.path("description").asString()).isEqualTo("answers at the desk");
    assertThat(info.path("instruction").asString()).startsWith("say desk heard");
    assertThat(info.path("message_count").asInt()).isOne();
    assertThat(info.path("status").asString()).isEqualTo("idle");
    assertThat(info.at("/budget_left/max_tokens").asLong()).isEqualTo(5_000);
    assertThat(texts(info.path("team"), "")).hasSize(1);
    assertThat(info.path("created").asString()).isEqualTo("2030-01-01T12:00:00Z");
  }

  @Test
  void a_closed_session_stays_closed_and_can_be_read() {
    var session = open(client, "player");
    send(client, session, "complete Said");
    var close = Json.object().put("session_id", session);
    assertThat(call(client, "close_session", close).path("success").asBoolean()).isTrue();
    assertThat(call(client, "close_session", close).path("success").asBoolean()).isTrue();
    assertThat(refused(client, "send_message", message(session, "complete More")).toString())
        .contains("CONFLICT", "is closed");
    assertThat(history(client, session).path("messages").size()).isEqualTo(2);
    assertThat(info(client, session).path("status").asString()).isEqualTo("closed");
    var all = Json.object().put("include_closed", true);
    assertThat(call(client, "list_sessions", all).path("total_count").asInt()).isOne();
    assertThat(call(client, "list_sessions", Json.object()).path("total_count").asInt()).isZero();
    var unknown = Json.object().put("session_id", "00000000-0000-4000-8000-000000000000");
    assertThat(refused(client, "close_session", unknown).path("code").asString())
        .isEqualTo("NOT_FOUND");
  }

  @Test
  void a_session_is_given_to_another_agent_of_its_file() {
    var session = open(client, "desk");
    for (int i = 0; i < 20; i++) {
      send(client, session, "Hello");
      var to = i % 2 == 0 ? "desk.expert" : "desk";
      var given =
          call(
              client,
              "transfer_session",
              Json.object().put("session_id", session).put("target_agent", to));
      assertThat(given.path("agent").asString()).isEqualTo(to);
    }
    var pending = history(client, session).path("messages");
    assertThat(pending.get(pending.size() - 1).path("type").asString())
        .isEqualTo("agent_switching");
    var answer = send(client, session, "Hello");
    assertThat(answer.path("response").asString()).isEqualTo("From the desk: Hello");
    assertThat(texts(answer.path("events"), "type")).contains("agent_switching");
    var refusal =
        refused(
            client,
            "transfer_session",
            Json.object().put("session_id", session).put("target_agent", "player"));
    assertThat(refusal.path("message").asString())
        .contains("Those who can have it are: desk, desk.expert.");
  }

  @Test
  void a_fork_goes_on_with_what_was_said() {
    var session = open(client, "player");
    var first = send(client, session, "complete One");
    send(client, session, "complete Two");
    var forked =
        call(
            client,
            "fork_session",
            Json.object().put("session_id", session).put("up_to", first.path("run_id").asString()));
    var fork = forked.path("session_id").asString();
    assertThat(forked.path("forked_from").asString()).isEqualTo(session);
    send(client, fork, "complete Other");
    assertThat(texts(history(client, fork).path("messages"), "content"))
        .containsExactly("complete One", "One", "complete Other", "Other");
    assertThat(texts(history(client, session).path("messages"), "content")).contains("Two");
    assertThat(info(client, fork).path("forked_from").asString()).isEqualTo(session);
  }

  @Test
  void an_agent_of_the_callers_own_is_refused_unless_the_operator_allows_it() {
    var order = Json.object().put("config", "agents:\n  root: {}").put("message", "Hi");
    assertThat(refused(client, "invoke_with_config", order).path("code").asString())
        .isEqualTo("FORBIDDEN");
  }
}
