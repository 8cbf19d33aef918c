package dev.retinue.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.Limit;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.Share;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Limits are shown, and whoever meets one is told which, whose, and when it frees.
final class LimitsApiTest {
  private static final Rules RULES =
      new Rules(new Limits(2, 4, 5, 100, 3), new Rate(500, 1000), Rate.ANY, Roots.NONE);

  @TempDir private Path folder;
  private TestApi api;

  @BeforeEach
  void open() {
    api = new TestApi(folder, Duration.ofSeconds(15), RULES);
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void the_owner_sees_every_limit_and_who_uses_how_much_of_it() {
    api.play(TestApi.ANNA, "hang");
    api.play(TestApi.BERT, "hang");

    var rows = rows(TestApi.OWNER);

    assertThat(rows.stream().map(it -> it.path("limit").asString()).distinct())
        .containsExactlyElementsOf(Arrays.stream(Limit.values()).map(Limit::key).toList());
    assertThat(row(rows, "limits.slots", "house").path("bound").asInt()).isEqualTo(2);
    var open = row(rows, "limits.open-runs-per-caller", "caller:anna");
    assertThat(open.path("used").asInt()).isEqualTo(1);
    assertThat(open.path("bound").asInt()).isEqualTo(3);
    assertThat(open.path("set_by").asString()).isEqualTo("the operator");
    assertThat(row(rows, "fixed.open-requests", "house").path("used").asInt()).isEqualTo(1);
    assertThat(row(rows, "fixed.streams", "house").path("set_by").asString()).isEqualTo("fixed");
  }

  @Test
  void everybody_else_sees_what_is_his() {
    api.play(TestApi.BERT, "hang");

    var rows = rows(TestApi.ANNA);

    assertThat(rows.stream().map(it -> it.path("whose").asString()))
        .doesNotContain("caller:bert", "caller:owner");
    assertThat(row(rows, "limits.open-runs-per-caller", "caller:anna").path("used").asInt())
        .isZero();
    assertThat(rows.stream().filter(it -> it.path("whose").asString().equals("house")))
        .allMatch(it -> !it.path("used").isNumber());
  }

  @Test
  void who_has_as_many_runs_as_allowed_is_told_so_and_the_other_is_not() {
    for (int i = 0; i < 3; i++) {
      api.play(TestApi.ANNA, "hang");
    }

    var refused = api.post(TestApi.ANNA, "/api/agents", "{\"contract\":\"hang\"}");

    assertHit(refused, 429, "limits.open-runs-per-caller", "caller:anna");
    assertThat(refused.json().at("/error/bound").asInt()).isEqualTo(3);
    assertThat(refused.json().at("/error/frees").asString()).isEqualTo("when one of its runs ends");
    api.play(TestApi.BERT, "complete Done");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/events", "/ws/agent/"})
  void who_has_all_streams_that_he_may_have_leaves_the_others_theirs(String path) {
    boolean socket = path.startsWith("/ws");
    var share =
        socket
            ? share(Limit.SOCKETS, Limit.SOCKETS_OF_CALLER)
            : share(Limit.STREAMS, Limit.STREAMS_OF_CALLER);
    var limit = socket ? Limit.SOCKETS_OF_CALLER : Limit.STREAMS_OF_CALLER;
    var places = fill(share, "anna", limit);
    var where = socket ? path + api.play(TestApi.ANNA, "hang") : path;

    var refused = api.get(TestApi.READER, where, "Accept", "text/event-stream");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.body()).contains(limit.key() + " of caller:anna");
    places.getFirst().giveBack();
    var after = socket ? 426 : 200;
    if (socket) {
      assertThat(api.get(TestApi.ANNA, where).status()).isEqualTo(after);
    }
  }

  @Test
  void a_socket_takes_a_place_until_it_is_closed() throws Exception {
    var share = share(Limit.SOCKETS, Limit.SOCKETS_OF_CALLER);
    var run = api.play(TestApi.ANNA, "hang");
    try (var http = HttpClient.newHttpClient()) {
      var socket = open(http, "/ws/agent/" + run);
      assertThat(used(Limit.SOCKETS)).isEqualTo(1);
      assertThat(used(Limit.OPEN_REQUESTS)).isEqualTo(1);
      socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get();
      awaitUsed(Limit.SOCKETS, 0);
    }
    assertThat(share).isNotNull();
  }

  @Test
  void who_has_too_many_requests_open_is_refused_at_the_door_and_others_are_served() {
    var share = share(Limit.OPEN_REQUESTS, Limit.OPEN_REQUESTS_OF_CALLER);
    fill(share, "anna", Limit.OPEN_REQUESTS_OF_CALLER);

    var refused = api.get(TestApi.READER, "/api/health");

    assertHit(refused, 429, "fixed.open-requests-per-caller", "caller:anna");
    assertThat(api.get(TestApi.BERT, "/api/health").status()).isEqualTo(200);
    assertThat(api.get(TestApi.OWNER, "/api/health").status()).isEqualTo(200);
  }

  @Test
  void a_house_that_is_full_says_so_to_everybody() {
    var share = share(Limit.OPEN_REQUESTS, Limit.OPEN_REQUESTS_OF_CALLER);
    var places = new ArrayList<Share.Place>();
    for (int i = 0; i < 4; i++) {
      places.addAll(fill(share, "caller-" + i, Limit.OPEN_REQUESTS_OF_CALLER));
    }

    assertHit(api.get(TestApi.BERT, "/api/health"), 503, "fixed.open-requests", "house");

    places.getFirst().giveBack();
    assertThat(api.get(TestApi.BERT, "/api/health").status()).isEqualTo(200);
  }

  private Share share(Limit all, Limit each) {
    return api.staff().staff().limits().share(all, each, "things");
  }

  private static List<Share.Place> fill(Share share, String caller, Limit limit) {
    var places = new ArrayList<Share.Place>();
    for (int i = 0; i < limit.count(); i++) {
      places.add(share.take(caller));
    }
    return places;
  }

  private static void assertHit(TestApi.Answer refused, int status, String limit, String whose) {
    assertThat(refused.status()).as(refused.body()).isEqualTo(status);
    assertThat(refused.json().at("/error/limit").asString()).isEqualTo(limit);
    assertThat(refused.json().at("/error/whose").asString()).isEqualTo(whose);
    assertThat(refused.message()).contains(limit).contains(whose);
    assertThat(refused.response().headers().firstValue("Retry-After")).contains("1");
  }

  private WebSocket open(HttpClient http, String path) throws InterruptedException {
    try {
      return http.newWebSocketBuilder()
          .header("Authorization", "Bearer anna")
          .buildAsync(
              URI.create("ws://localhost:" + api.port() + path), new WebSocket.Listener() {})
          .get();
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  private void awaitUsed(Limit limit, long wished) {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (used(limit) != wished) {
      assertThat(System.nanoTime()).as("%s is %d", limit.key(), used(limit)).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private long used(Limit limit) {
    return row(rows(TestApi.OWNER), limit.key(), "house").path("used").asLong();
  }

  private List<JsonNode> rows(Caller caller) {
    return api.get(caller, "/api/limits").json().path("limits").valueStream().toList();
  }

  private static JsonNode row(List<JsonNode> rows, String limit, String whose) {
    return rows.stream()
        .filter(it -> it.path("limit").asString().equals(limit))
        .filter(it -> it.path("whose").asString().equals(whose))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + limit + " of " + whose + " in " + rows));
  }
}
