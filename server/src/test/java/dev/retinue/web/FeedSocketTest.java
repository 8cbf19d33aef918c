package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.BERT;
import static dev.retinue.web.TestApi.OWNER;
import static dev.retinue.web.TestApi.READER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Everything over one WebSocket, as the console watches it.
final class FeedSocketTest {
  @TempDir private Path folder;
  private TestApi api;

  @BeforeEach
  void open() {
    api = new TestApi(folder, Duration.ofMillis(400));
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void first_come_the_runs_as_they_are_then_what_happens_each_thing_once() throws Exception {
    var run = api.play(ANNA, "say one\nask Go on?\nsay two\ncomplete done");
    awaitNeed(ANNA, run);
    try (var socket = connect(ANNA, "")) {
      var hello = socket.until("hello");
      assertThat(hello.path("resumed").asBoolean()).isFalse();
      assertThat(hello.path("me").path("scope").asString()).isEqualTo("run");
      var rows = socket.until("rows");
      assertThat(rows.path("first").asBoolean() && rows.path("last").asBoolean()).isTrue();
      var row = rows.path("rows").path(0);
      assertThat(row.path("id").asString()).isEqualTo(run.text());
      assertThat(row.path("state").asString()).isEqualTo("waiting");
      assertThat(row.path("needs").path(0).path("text").asString()).isEqualTo("Go on?");
      answer(ANNA, run);
      var events = until(socket, "completed");
      var sequences = events.stream().map(it -> it.path("seq").asLong()).distinct().toList();
      assertThat(sequences).hasSameSizeAs(events);
      long known = row.path("seq").asLong();
      var fresh = sequences.stream().filter(it -> it > known).toList();
      assertThat(fresh.getFirst()).isEqualTo(known + 1);
      assertThat(fresh.getLast() - fresh.getFirst()).isEqualTo(fresh.size() - 1);
    }
  }

  @Test
  void who_comes_back_with_its_cursor_gets_exactly_what_it_missed() throws Exception {
    var run = api.play(ANNA, "say one\nask Go on?\nsay two\ncomplete done");
    awaitNeed(ANNA, run);
    long cursor;
    try (var socket = connect(ANNA, "")) {
      cursor = socket.until("rows").path("cursor").asLong();
    }
    answer(ANNA, run);
    api.staff().staff().await(ANNA, run, it -> it.ended() && !it.ending(), Duration.ofSeconds(30));
    try (var socket = connect(ANNA, "?after=" + cursor)) {
      assertThat(socket.until("hello").path("resumed").asBoolean()).isTrue();
      assertThat(until(socket, "completed"))
          .extracting(it -> it.path("type").asString())
          .containsSubsequence("answered", "said", "completed")
          .doesNotContain("created", "asked");
    }
    try (var socket = connect(ANNA, "?after=999999999")) {
      assertThat(socket.until("hello").path("resumed").asBoolean())
          .as("a cursor of another house")
          .isFalse();
      socket.until("rows");
    }
  }

  @Test
  void a_run_that_is_new_comes_with_its_row() {
    try (var socket = connect(ANNA, "")) {
      socket.until("rows");
      var run = api.play(ANNA, "hang");
      var first = socket.until("events");
      assertThat(first.path("rows").path(0).path("id").asString()).isEqualTo(run.text());
      assertThat(first.path("rows").path(0).path("contract").asString()).isEqualTo("hang");
      assertThat(first.path("cursor").asLong()).isPositive();
    }
  }

  @Test
  void a_question_comes_in_full_to_the_board_as_well_as_to_who_watches_closely() {
    var hidden = "x".repeat(30_000) + "; rm the rest";
    try (var socket = connect(ANNA, "")) {
      socket.until("rows");
      var run = api.play(ANNA, "permission " + hidden + "\nhang");
      assertThat(until(socket, "asked").getLast().path("text").asString()).endsWith(hidden);
      socket.say("{\"type\":\"watch\",\"run\":\"%s\",\"after\":0}".formatted(run));
      JsonNode asked;
      do {
        asked = find(socket.until("run").path("events"), "asked");
      } while (asked.isMissingNode());
      assertThat(asked.path("text").asString()).endsWith(hidden);
      assertThat(asked.has("cut")).isFalse();
    }
  }

  @Test
  void of_what_ended_the_newest_come_with_all_of_trees_at_work_and_older_ones_if_asked_for()
      throws Exception {
    api.staff().hire("helper", "complete early");
    var root = api.play(ANNA, "start helper: work\nawait\nask Go on?\nhang");
    awaitNeed(ANNA, root);
    assertThat(api.staff().staff().require(ANNA, root).state().word()).isEqualTo("waiting");
    var others = new ArrayList<RunId>();
    for (int n = 0; n < 302; n++) {
      others.add(api.play(ANNA, "complete done"));
    }
    for (var other : others) {
      api.staff().staff().await(ANNA, other, it -> it.ended(), Duration.ofSeconds(30));
    }
    try (var socket = connect(ANNA, "")) {
      var rows = new ArrayList<JsonNode>();
      JsonNode last;
      do {
        last = socket.until("rows");
        last.path("rows").forEach(rows::add);
      } while (!last.path("last").asBoolean());
      assertThat(rows)
          .hasSize(302)
          .filteredOn(it -> it.path("root").asString().equals(root.text()))
          .as("a run at work and what ended below it long ago")
          .hasSize(2);
      socket.say("{\"type\":\"older\",\"before\":%s}".formatted(last.path("older")));
      var older = socket.until("older");
      assertThat(older.path("rows"))
          .extracting(it -> it.path("id").asString())
          .contains(others.get(0).text(), others.get(1).text())
          .hasSize(3);
      assertThat(older.path("next").isNull()).isTrue();
      socket.say("{\"type\":\"older\"}");
      assertThat(socket.until("older").path("rows").path(0).path("id").asString())
          .isEqualTo(others.getLast().text());
    }
  }

  @Test
  void everybody_sees_what_is_his_and_the_owner_everything() {
    var anna = api.play(ANNA, "hang");
    var bert = api.play(BERT, "hang");
    assertThat(ids(BERT)).containsExactly(bert.text());
    assertThat(ids(READER)).containsExactly(anna.text());
    assertThat(ids(OWNER)).containsExactlyInAnyOrder(anna.text(), bert.text());
    try (var socket = connect(BERT, "")) {
      socket.until("rows");
      socket.say("{\"type\":\"watch\",\"run\":\"%s\",\"after\":0}".formatted(anna));
      assertThat(socket.until("gone").path("content").asString()).startsWith("There is no run");
      socket.say("{\"type\":\"check\",\"runs\":[\"%s\",\"%s\",\"x\"]}".formatted(anna, bert));
      assertThat(socket.until("removed").path("runs").toString())
          .isEqualTo("[\"%s\",\"x\"]".formatted(anna));
    }
  }

  @Test
  void a_run_is_watched_closely_from_any_event_on_and_a_long_text_is_marked() throws Exception {
    var run = api.play(ANNA, "say " + "x".repeat(30_000) + "\nask Go on?\nsay two\nhang");
    awaitNeed(ANNA, run);
    try (var socket = connect(ANNA, "")) {
      socket.until("rows");
      socket.say("{\"type\":\"watch\",\"run\":\"%s\",\"after\":2}".formatted(run));
      var told = socket.until("run").path("events");
      assertThat(told.path(0).path("seq").asLong()).isEqualTo(3);
      var said = find(told, "said");
      assertThat(said.path("text").asString()).hasSizeLessThan(21_000);
      assertThat(said.path("cut").path(0).asString()).isEqualTo("text");
      answer(ANNA, run);
      assertThat(find(socket.until("run").path("events"), "answered").isMissingNode()).isFalse();
    }
  }

  @Test
  void who_is_removed_is_told_of_and_a_sign_of_life_comes_again_and_again() {
    var run = api.play(ANNA, "complete done");
    try (var socket = connect(ANNA, "")) {
      socket.until("rows");
      api.send(ANNA, "DELETE", "/api/agents/" + run, "");
      assertThat(socket.until("removed").path("runs").path(0).asString()).isEqualTo(run.text());
      socket.until("glances");
      socket.until("glances");
    }
  }

  private TestSocket connect(Caller caller, String query) {
    return TestSocket.openAsBrowser(api.port(), "/ws/feed" + query, caller.name());
  }

  private List<String> ids(Caller caller) {
    try (var socket = connect(caller, "")) {
      return socket.until("rows").path("rows").values().stream()
          .map(it -> it.path("id").asString())
          .toList();
    }
  }

  private void awaitNeed(Caller caller, RunId run) throws InterruptedException {
    api.staff().staff().await(caller, run, it -> !it.needs().isEmpty(), Duration.ofSeconds(30));
  }

  private void answer(Caller caller, RunId run) {
    var staff = api.staff().staff();
    staff.answer(caller, run, staff.require(caller, run).needs().getFirst().id(), "yes");
  }

  /// All events until one of this type has come.
  private static List<JsonNode> until(TestSocket socket, String type) {
    var all = new ArrayList<JsonNode>();
    while (true) {
      for (var event : socket.until("events").path("events").values()) {
        all.add(event);
        if (event.path("type").asString().equals(type)) {
          return all;
        }
      }
    }
  }

  private static JsonNode find(JsonNode events, String type) {
    return events.values().stream()
        .filter(it -> it.path("type").asString().equals(type))
        .findFirst()
        .orElse(tools.jackson.databind.node.MissingNode.getInstance());
  }
}
