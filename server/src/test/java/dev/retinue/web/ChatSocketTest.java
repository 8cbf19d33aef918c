package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.BERT;
import static dev.retinue.web.TestApi.OWNER;
import static dev.retinue.web.TestApi.READER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.State;
import dev.retinue.core.staff.Sessions;
import dev.retinue.core.staff.Sessions.Message;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The chat socket: everybody who listens hears everything, once, wherever it was said.
final class ChatSocketTest {
  private static final String TEA =
      "think hm\nsay I look.\ncall look {\"at\":\"tea\"} -> green\nsay Green.\ncomplete Green.";

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
  void a_conversation_has_the_words_of_the_first_such_socket() {
    try (var socket = connect(ANNA, "new")) {
      var hello = socket.json();
      assertThat(hello.path("type").asString()).isEqualTo("system");
      assertThat(hello.path("content").asString()).isEqualTo("Connected to player");
      var session = hello.path("session_id").asString();
      assertThat(hello.path("conversation_id").asString()).isEqualTo(session);
      assertThat(sessions().require(ANNA, session).agent()).isEqualTo("player");
      say(socket, TEA);
      assertThat(untilDone(socket))
          .containsExactly(
              "user: " + TEA,
              "loading",
              "reasoning: hm",
              "assistant: I look.",
              "tool: [look at=tea]",
              "tool: → green",
              "assistant: Green.",
              "loading_done");
    }
  }

  @Test
  void whoever_comes_back_hears_what_was_said_without_gap_or_repetition() {
    try (var socket = connect(ANNA, "kitchen")) {
      socket.until("system");
      say(socket, TEA);
      untilDone(socket);
      say(socket, "say Two.\ncomplete Two.");
      untilDone(socket);
    }
    try (var socket = connect(ANNA, "kitchen")) {
      socket.until("system");
      assertThat(next(socket, 7))
          .containsExactly(
              "user: " + TEA,
              "assistant: I look.",
              "tool: [look at=tea]",
              "tool: → green",
              "assistant: Green.",
              "user: say Two.\ncomplete Two.",
              "assistant: Two.");
      say(socket, "complete Three.");
      assertThat(untilDone(socket))
          .containsExactly("user: complete Three.", "loading", "assistant: Three.", "loading_done");
    }
  }

  @Test
  void a_lost_socket_loses_nothing_and_who_comes_in_the_middle_of_a_turn_hears_all_of_it() {
    RunId run;
    try (var lost = connect(ANNA, "kitchen")) {
      lost.until("system");
      say(lost, "say One.\nask Go on?\nsay Two.\ncomplete Two.");
      assertThat(text(lost.until("message"))).startsWith("user");
      run = RunId.of(lost.until("loading").path("run_id").asString());
      lost.until("message");
      lost.abort();
    }
    TestWeb.until(() -> api.web().connections() <= 1, "the end of the socket");
    api.staff().await(run, it -> !it.needs().isEmpty());
    try (var socket = connect(ANNA, "kitchen")) {
      socket.until("system");
      assertThat(next(socket, 4))
          .containsExactly(
              "user: say One.\nask Go on?\nsay Two.\ncomplete Two.",
              "loading",
              "assistant: One.",
              "system: Go on?");
      socket.say("{\"type\":\"answer\",\"content\":\"yes\"}");
      assertThat(untilDone(socket)).containsExactly("user: yes", "assistant: Two.", "loading_done");
    }
    assertThat(api.staff().awaitEnd(run).state()).isInstanceOf(State.Completed.class);
  }

  @Test
  void two_sockets_hear_everything_also_what_is_said_elsewhere() {
    var session = sessions().open(ANNA, "player", null).id();
    try (var one = connect(ANNA, session);
        var two = connect(ANNA, session)) {
      one.until("system");
      two.until("system");
      say(one, "complete One.");
      var heard = untilDone(one);
      assertThat(heard).contains("user: complete One.", "assistant: One.");
      assertThat(untilDone(two)).isEqualTo(heard);
      awaitFree(session);
      api.post(ANNA, "/api/sessions/" + session + "/messages", "{\"message\":\"complete Two.\"}");
      assertThat(untilDone(one)).contains("user: complete Two.", "assistant: Two.");
      assertThat(untilDone(two)).contains("user: complete Two.", "assistant: Two.");
      awaitFree(session);
      sessions().send(ANNA, session, new Message("complete Three."));
      assertThat(untilDone(one)).contains("user: complete Three.", "assistant: Three.");
      assertThat(untilDone(two)).contains("user: complete Three.", "assistant: Three.");
    }
  }

  @Test
  void messages_that_come_too_early_wait_and_are_heard_in_their_turn() {
    try (var socket = connect(ANNA, "new")) {
      socket.until("system");
      say(socket, "ask First?\ncomplete One.");
      var run = RunId.of(socket.until("loading").path("run_id").asString());
      say(socket, "complete Two.");
      assertThat(socket.until("system").path("content").asString())
          .isEqualTo("Your message waits for its turn.");
      var need = api.staff().await(run, it -> !it.needs().isEmpty()).needs().getFirst().id();
      api.staff().staff().answer(ANNA, run, need, "now");
      assertThat(untilDone(socket)).endsWith("user: now", "assistant: One.", "loading_done");
      assertThat(untilDone(socket))
          .containsExactly("user: complete Two.", "loading", "assistant: Two.", "loading_done");
    }
  }

  @Test
  void the_same_name_is_the_same_session_of_one_caller_and_never_that_of_another() {
    var hers = sessionOf(ANNA, "kitchen");
    assertThat(sessionOf(ANNA, "kitchen")).isEqualTo(hers);
    assertThat(sessionOf(BERT, "kitchen")).isNotEqualTo(hers);
    assertThat(sessions().require(ANNA, hers).name()).isEqualTo("kitchen");
    // Her session is to him as one that nobody has: a new one of his own.
    var his = sessionOf(BERT, hers);
    assertThat(his).isNotEqualTo(hers);
    assertThat(sessions().require(BERT, his).caller()).isEqualTo("bert");
    assertThat(sessions().require(BERT, his).past().turns()).isZero();
    assertThat(sessionOf(ANNA, hers)).isEqualTo(hers);
    assertThat(sessionOf(OWNER, hers)).isEqualTo(hers);
    assertThat(sessions().list(ANNA, true, 10)).extracting(Session::id).containsExactly(hers);
  }

  @Test
  void a_name_outlives_the_process() {
    var hers = sessionOf(ANNA, "kitchen");
    api.close();
    api = new TestApi(folder);
    assertThat(sessionOf(ANNA, "kitchen")).isEqualTo(hers);
  }

  @Test
  void two_who_open_the_same_name_at_once_meet_in_one_session() {
    try (var one = connect(ANNA, "kitchen");
        var two = connect(ANNA, "kitchen")) {
      assertThat(one.until("system").path("session_id"))
          .isEqualTo(two.until("system").path("session_id"));
    }
    assertThat(sessions().list(ANNA, true, 10)).hasSize(1);
  }

  @Test
  void an_agent_at_work_is_interrupted_and_its_failure_is_an_error() {
    try (var socket = connect(ANNA, "new")) {
      var session = socket.until("system").path("session_id").asString();
      say(socket, "say One.\nhang");
      var heard = socket.json();
      while (!text(heard).equals("assistant: One.")) {
        heard = socket.json(); // It begins.
      }
      var run = heard.path("run_id").asString();
      socket.say("{\"type\":\"interrupt\",\"run_id\":\"%s\"}".formatted(run));
      assertThat(untilDone(socket))
          .containsExactly("error: stopped: it was interrupted", "loading_done");
      awaitFree(session);
      say(socket, "complete Two.");
      assertThat(untilDone(socket)).contains("assistant: Two.");
    }
  }

  @Test
  void long_calls_and_results_are_shortened() {
    try (var socket = connect(ANNA, "new")) {
      socket.until("system");
      say(
          socket,
          "call look {\"at\":\"%s\"} -> %s\ncomplete done"
              .formatted("t".repeat(300), "g".repeat(300)));
      var heard = untilDone(socket);
      assertThat(heard.get(2)).hasSize("tool: [".length() + 80 + 1).endsWith("...]");
      assertThat(heard.get(3)).isEqualTo("tool: → " + "g".repeat(200) + "...");
    }
  }

  @Test
  void who_does_not_read_slows_nobody_else() {
    var session = sessions().open(ANNA, "player", null).id();
    var much = "say %s\n".formatted("x".repeat(10_000)).repeat(90);
    try (var slow = api.raw();
        var socket = connect(ANNA, session)) {
      slow.send(
          String.join(
              "\r\n",
              "GET /ws/" + session + " HTTP/1.1",
              "Host: localhost",
              "Authorization: Bearer anna",
              "Connection: Upgrade",
              "Upgrade: websocket",
              "Sec-WebSocket-Version: 13",
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
              "",
              ""));
      socket.until("system");
      for (int i = 0; i < 5; i++) {
        var run = sessions().send(ANNA, session, new Message(much + "complete Done."));
        assertThat(untilDone(socket)).hasSize(94).contains("assistant: Done.");
        api.staff().awaitEnd(run.id());
        awaitFree(session);
      }
      say(socket, "complete More.");
      assertThat(untilDone(socket)).contains("assistant: More.");
      // Nothing was lost on it: it is all there when it reads at last.
      assertThat(slow.until("\"content\":\"More.\"").split("\"Done.\"", -1)).hasSize(6);
    }
  }

  @Test
  void who_may_only_read_listens_and_says_nothing() {
    var hers = sessionOf(ANNA, "kitchen");
    try (var socket = connect(READER, "kitchen")) {
      assertThat(socket.until("system").path("session_id").asString()).isEqualTo(hers);
      say(socket, "complete One.");
      assertThat(socket.until("error").path("content").asString()).contains("scope");
    }
    try (var socket = connect(READER, "cellar")) {
      assertThat(socket.until("error").path("content").asString()).contains("scope");
      assertThat(socket.next()).isEqualTo("closed 1008");
    }
    assertThat(sessions().list(ANNA, true, 10)).hasSize(1);
  }

  @Test
  void a_closed_conversation_is_shown_and_takes_no_more() {
    var hers = sessionOf(ANNA, "kitchen");
    var run = sessions().send(ANNA, hers, new Message("complete One."));
    api.staff().awaitEnd(run.id());
    sessions().close(ANNA, hers);
    try (var socket = connect(ANNA, hers)) {
      socket.until("system");
      assertThat(socket.until("system").path("status").asString()).isEqualTo("closed");
      assertThat(next(socket, 2)).containsExactly("user: complete One.", "assistant: One.");
      say(socket, "complete Two.");
      assertThat(socket.until("error").path("content").asString()).contains("is closed");
    }
  }

  @Test
  void what_cannot_be_understood_is_an_error_and_the_socket_stays() {
    try (var socket = connect(ANNA, "new")) {
      socket.until("system");
      for (var wrong :
          new String[] {
            "",
            "{",
            "[]",
            "{}",
            "{\"type\":7}",
            "{\"type\":\"message\"}",
            "{\"type\":\"answer\",\"content\":\"x\"}"
          }) {
        socket.say(wrong);
        socket.until("error");
      }
      say(socket, "complete One.");
      assertThat(untilDone(socket)).contains("assistant: One.");
    }
  }

  private Sessions sessions() {
    return api.staff().staff().sessions();
  }

  private TestSocket connect(Caller caller, String conversation) {
    return TestSocket.open(api.port(), "/ws/" + conversation, caller.name());
  }

  private String sessionOf(Caller caller, String conversation) {
    try (var socket = connect(caller, conversation)) {
      return socket.until("system").path("session_id").asString();
    }
  }

  private void awaitFree(String session) {
    TestWeb.until(() -> !sessions().require(OWNER, session).busy(), "the end of the turn");
  }

  private static void say(TestSocket socket, String text) {
    socket.say(
        "{\"type\":\"message\",\"content\":\"%s\"}"
            .formatted(text.replace("\"", "\\\"").replace("\n", "\\n")));
  }

  /// All up to the end of the turn.
  private static List<String> untilDone(TestSocket socket) {
    var heard = new ArrayList<String>();
    do {
      heard.add(text(socket.json()));
    } while (!heard.getLast().equals("loading_done"));
    return heard;
  }

  private static List<String> next(TestSocket socket, int count) {
    var heard = new ArrayList<String>();
    while (heard.size() < count) {
      heard.add(text(socket.json()));
    }
    return heard;
  }

  private static String text(JsonNode message) {
    var type = message.path("type").asString();
    var content = message.path("content").asString("");
    if (!type.equals("message")) {
      return content.isEmpty() ? type : type + ": " + content;
    }
    assertThat(message.path("timestamp").asString()).endsWith("Z");
    var call = message.path("tool_call");
    return message.path("role").asString()
        + ": "
        + (call.isString() ? "[" + call.asString() + "]" : content);
  }
}
