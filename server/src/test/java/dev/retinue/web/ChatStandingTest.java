package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Conduct;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.core.staff.Sessions;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What those who listen to a conversation are told of it besides what is said.
final class ChatStandingTest {
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
  void who_listens_is_told_that_it_was_closed_and_the_name_begins_another() {
    try (var socket = connect(ANNA, "kitchen")) {
      var session = socket.until("system").path("session_id").asString();
      sessions().close(ANNA, session);
      var told = socket.until("system");
      assertThat(told.path("status").asString()).isEqualTo("closed");
      assertThat(told.path("content").asString()).contains("is closed");
      assertThat(sessionOf("kitchen")).isNotEqualTo(session);
      try (var late = connect(ANNA, session)) {
        late.until("system");
        assertThat(late.until("system").path("status").asString()).isEqualTo("closed");
      }
    }
  }

  @Test
  void who_listens_is_told_that_it_was_given_to_another() {
    api.staff().hire(playing("cook", "waiter"), playing("waiter"));
    var session = sessions().open(ANNA, "cook", null).id();
    try (var socket = connect(ANNA, session)) {
      socket.until("system");
      sessions().transfer(ANNA, session, "waiter");
      var told = socket.until("system");
      assertThat(told.path("agent").asString()).isEqualTo("waiter");
      assertThat(told.path("content").asString()).contains("waiter answers from the next message");
    }
  }

  private static Agent playing(String name, String... successors) {
    var mates = Stream.of(successors).map(it -> new Team.Mate(it, it)).toList();
    return new Agent(
        name,
        "plays",
        new Agent.Means(ScriptedRuntime.NAME, null),
        "",
        List.of(),
        Agent.Limits.NONE,
        Conduct.USUAL,
        new Craft(
            Craft.Origin.NOWHERE,
            "",
            List.of(),
            new Team(List.of(), mates),
            Craft.Background.NONE,
            Thought.USUAL,
            Map.of(),
            List.of(),
            null));
  }

  private Sessions sessions() {
    return api.staff().staff().sessions();
  }

  private TestSocket connect(Caller caller, String conversation) {
    return TestSocket.open(api.port(), "/ws/" + conversation, caller.name());
  }

  private String sessionOf(String conversation) {
    try (var socket = connect(ANNA, conversation)) {
      return socket.until("system").path("session_id").asString();
    }
  }
}
