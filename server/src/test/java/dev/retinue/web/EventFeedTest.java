package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.BERT;
import static dev.retinue.web.TestApi.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.mcp.rpc.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The feed over HTTP: pages, and streams that miss nothing and tell nothing twice.
final class EventFeedTest {
  @TempDir private Path folder;
  private TestApi api;

  @BeforeEach
  void open() {
    api = new TestApi(folder, Duration.ofMillis(200));
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void pages_of_a_run_follow_one_another() {
    var id = api.play(OWNER, "say one\nsay two\ncomplete three");
    api.staff().awaitEnd(id);
    var types = new ArrayList<String>();
    long after = 0;
    while (true) {
      var page = api.get(OWNER, "/api/agents/%s/events?limit=2&after=%d".formatted(id, after));
      if (page.json().path("events").isEmpty()) {
        break;
      }
      page.json().path("events").forEach(event -> types.add(event.path("type").asString()));
      after = page.json().path("next").asLong();
    }
    assertThat(types)
        .containsExactly("created", "queued", "started", "said", "said", "completed", "released");
  }

  @Test
  void the_stream_of_a_run_ends_when_all_of_it_was_sent() {
    var id = api.play(OWNER, "say one\nask go on?\ncomplete three");
    api.staff().await(id, run -> !run.needs().isEmpty());
    try (var client = stream(OWNER, "/api/agents/" + id + "/events", "")) {
      client.until("\"asked\"");
      var need = api.staff().run(id).needs().getFirst().id();
      api.staff().staff().answer(OWNER, id, need, "yes");
      var rest = client.until("\r\n0\r\n\r\n");
      assertThat(rest).contains("\"completed\"").contains("\"released\"");
    }
  }

  @Test
  void the_stream_of_a_run_that_is_over_ends_at_once() {
    var id = api.play(OWNER, "complete done");
    var run = api.staff().awaitEnd(id);
    try (var client = stream(OWNER, "/api/agents/" + id + "/events?after=" + run.sequence(), "")) {
      assertThat(client.until("\r\n0\r\n\r\n")).doesNotContain("data:");
    }
  }

  @Test
  void what_a_client_saw_last_wins_over_where_it_began() {
    var id = api.play(OWNER, "say one\nsay two\ncomplete done");
    api.staff().awaitEnd(id);
    try (var client =
        stream(OWNER, "/api/agents/" + id + "/events?after=0", "Last-Event-ID: 4\r\n")) {
      var text = client.until("\r\n0\r\n\r\n");
      assertThat(ids(text)).containsExactly(5L, 6L, 7L);
    }
  }

  @Test
  void many_reconnects_while_much_happens_lose_nothing_and_repeat_nothing() throws Exception {
    int runs = 20;
    var script = "repeat 30\nsay x\nend\ncomplete done";
    var seen = new ArrayList<Long>();
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      var ids = new ArrayList<Future<RunId>>();
      for (int i = 0; i < runs; i++) {
        ids.add(crowd.submit(() -> api.play(ANNA, script)));
      }
      long total = runs * 35L;
      long cursor = 0;
      for (int piece = 1; seen.size() < total; piece = piece % 37 + 1) {
        try (var client = stream(ANNA, "/api/events", "Last-Event-ID: " + cursor + "\r\n")) {
          for (int i = 0; i < piece && seen.size() < total; i++) {
            var event = next(client);
            cursor = event.path("position").asLong();
            seen.add(cursor);
          }
        }
      }
      for (var id : ids) {
        api.staff().awaitEnd(id.get());
      }
    }
    var all = positions(ANNA);
    assertThat(seen).isEqualTo(all);
    assertThat(all).hasSize(runs * 35);
  }

  @Test
  void nobody_hears_of_anothers_runs() {
    var hers = api.play(ANNA, "complete hers");
    api.staff().awaitEnd(hers);
    var his = api.play(BERT, "complete his");
    api.staff().awaitEnd(his);
    try (var client = stream(BERT, "/api/events", "")) {
      var text = client.until("\"released\"");
      assertThat(text).contains(his.text()).doesNotContain(hers.text());
    }
    assertThat(api.get(BERT, "/api/events").body()).doesNotContain(hers.text());
  }

  @Test
  void a_quiet_stream_gives_signs_of_life_and_a_gone_client_is_forgotten() {
    int before = api.web().connections();
    try (var client = stream(OWNER, "/api/events", "")) {
      client.until(":\n\n");
      client.until(":\n\n");
      client.until(":\n\n");
    }
    TestWeb.until(() -> api.web().connections() <= before, "the end of the connection");
  }

  @Test
  void who_does_not_read_suffers_alone_and_gets_everything_when_it_does() {
    var words = "x".repeat(30_000);
    try (var slow = stream(OWNER, "/api/events", "");
        var quick = stream(OWNER, "/api/events", "")) {
      slow.until(":\n\n");
      var id = api.play(OWNER, "repeat 600\nsay " + words + "\nend\ncomplete done");
      quick.until("\"completed\"");
      api.staff().awaitEnd(id);
      var sequences =
          data(slow.until("\"released\"}")).stream()
              .map(event -> Json.WIRE.readTree(event).path("seq").asLong())
              .toList();
      assertThat(sequences).isEqualTo(LongStream.rangeClosed(1, 605).boxed().toList());
    }
  }

  @Test
  void who_begins_now_hears_only_what_is_yet_to_come() {
    var before = api.play(OWNER, "say before\ncomplete done");
    api.staff().awaitEnd(before);
    assertThat(api.get(OWNER, "/api/events?after=now").json().path("events")).isEmpty();
    assertThat(api.get(OWNER, "/api/agents/" + before + "/events?after=now").json().path("next"))
        .hasToString("6");
    try (var client = stream(OWNER, "/api/events?after=now", "")) {
      client.until(":\n\n");
      var id = api.play(OWNER, "say after\ncomplete done");
      assertThat(client.until("\"completed\"")).contains(id.text()).doesNotContain(before.text());
    }
  }

  @Test
  void a_cursor_that_is_none_is_refused_by_its_name() {
    assertThat(api.get(OWNER, "/api/events?after=x").message()).contains("'after'");
    var answer = api.get(OWNER, "/api/events", "Accept", "text/event-stream", "Last-Event-ID", "x");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.message()).contains("'Last-Event-ID'");
  }

  private RawClient stream(Caller caller, String path, String lines) {
    return api.raw()
        .send(
            "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nAccept: text/event-stream\r\n%s\r\n"
                .formatted(path, caller.name(), lines));
  }

  private static JsonNode next(RawClient client) {
    client.until("data: ");
    return Json.WIRE.readTree(client.until("\n"));
  }

  /// Without the lengths of the chunks that stand between them.
  private static List<String> data(String text) {
    return text.replaceAll("\r\n[0-9A-Fa-f]*\r\n", "")
        .lines()
        .filter(line -> line.startsWith("data: "))
        .map(line -> line.substring(6))
        .toList();
  }

  private static List<Long> ids(String text) {
    return text.lines()
        .filter(line -> line.startsWith("id: "))
        .map(line -> Long.parseLong(line.substring(4)))
        .toList();
  }

  private List<Long> positions(Caller caller) {
    var all = new ArrayList<Long>();
    long after = 0;
    while (true) {
      var page = api.get(caller, "/api/events?limit=1000&after=" + after).json();
      if (page.path("events").isEmpty()) {
        return all;
      }
      page.path("events").forEach(event -> all.add(event.path("position").asLong()));
      after = page.path("next").asLong();
    }
  }
}
