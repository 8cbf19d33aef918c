package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.BERT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Rules;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Links to payloads: good for one payload, for an hour, and for nothing else.
final class PayloadLinkTest {
  @TempDir private Path folder;
  private TestApi api;
  private RunId run;
  private String link;

  @BeforeEach
  void open() {
    api = new TestApi(folder);
    run = delivered("the result");
    link = linkOf(run);
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void who_has_the_link_needs_no_token() throws IOException {
    var answer = follow(link);
    assertThat(answer.status()).isEqualTo(200);
    try (var text = new GZIPInputStream(new ByteArrayInputStream(answer.response().body()))) {
      assertThat(new String(text.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("the result\n");
    }
  }

  @Test
  void after_an_hour_the_link_is_good_no_more_and_the_next_one_is() {
    api.staff().clock().advance(Duration.ofMinutes(59));
    assertThat(follow(link).status()).isEqualTo(200);
    api.staff().clock().advance(Duration.ofMinutes(1));
    var late = follow(link);
    assertThat(late.status()).isEqualTo(401);
    assertThat(late.body()).contains("token");
    assertThat(follow(linkOf(run)).status()).isEqualTo(200);
  }

  @Test
  void a_link_is_good_for_one_payload_alone() {
    var other = delivered("another");
    var base = "http://localhost:" + api.port();
    var query = link.substring(link.indexOf('?'));
    for (var path :
        new String[] {
          "/api/agents/" + other + "/payload",
          "/api/agents/" + run,
          "/api/agents/" + run + "/output",
          "/api/agents/" + run + "/events",
          "/api/agents",
          "/mcp"
        }) {
      assertThat(follow(base + path + query).status()).as(path).isEqualTo(401);
    }
    var posted =
        api.send(
            HttpRequest.newBuilder(URI.create(link)).POST(HttpRequest.BodyPublishers.noBody()));
    assertThat(posted.status()).isEqualTo(401);
  }

  @Test
  void a_link_that_was_changed_is_none() {
    for (var changed :
        new String[] {
          link.replaceFirst("expires=\\d", "expires=9"),
          link.replaceFirst("expires=", "expires=0"),
          link.replaceFirst("expires=\\d+", "expires=99999999999"),
          link.replaceFirst("expires=\\d+", "expires=x"),
          link.replaceFirst("group=.", "group=_"),
          link.replaceFirst("&group=[^&]*", ""),
          link.replaceFirst("&signature=.*", ""),
          link.replaceFirst("&signature=.*", "&signature="),
          link.replaceFirst("signature=(.)", "signature=_$1"),
          link.replaceFirst("expires=\\d+&", ""),
        }) {
      assertThat(follow(changed).status()).as(changed).isEqualTo(401);
    }
  }

  @Test
  void who_follows_links_too_often_takes_nothing_from_those_of_others() {
    var usual = Rules.DEFAULT;
    var slow =
        new Rules(usual.limits(), new Rate(1, 3), usual.starts(), usual.roots(), usual.sessions());
    try (var narrow = new TestApi(folder.resolve("narrow"), Duration.ofSeconds(15), slow)) {
      var annas = linkOf(narrow, ANNA);
      var berts = linkOf(narrow, BERT);

      assertThat(follow(narrow, annas).status()).isEqualTo(200);
      int last = 200;
      for (int i = 0; i < 100 && last == 200; i++) {
        last = follow(narrow, annas).status();
      }
      assertThat(last).isEqualTo(429);

      assertThat(follow(narrow, berts).status()).isEqualTo(200);
      assertThat(narrow.get(ANNA, "/api/ping").status()).isEqualTo(200);
    }
  }

  private static String linkOf(TestApi server, Caller caller) {
    var id = server.play(caller, "deliver the result\ncomplete done");
    server.staff().awaitEnd(id);
    return server.get(caller, "/api/agents/" + id).json().path("payload_url").asString();
  }

  private static TestApi.Answer follow(TestApi server, String address) {
    return server.send(
        HttpRequest.newBuilder(URI.create(address)).header("Accept-Encoding", "gzip"));
  }

  @Test
  void who_comes_with_a_link_that_is_none_learns_where_to_get_another() {
    var changed = link.replaceFirst("signature=(.)", "signature=_$1");
    assertThat(follow(changed).body())
        .contains("This link is not good, or no longer", "agent_status gives a new one");
  }

  @Test
  void host_and_origin_are_checked_all_the_same() {
    var path = link.replaceFirst("http://[^/]+", "");
    try (var client = api.raw()) {
      client.send("GET %s HTTP/1.1\r\nHost: evil.example\r\n\r\n".formatted(path));
      assertThat(client.status()).isEqualTo(403);
    }
    try (var client = api.raw()) {
      client.send(
          "GET %s HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n\r\n"
              .formatted(path));
      assertThat(client.status()).isEqualTo(403);
    }
  }

  @Test
  void a_token_opens_the_payload_without_a_link_and_anothers_does_not() {
    var path = "/api/agents/" + run + "/payload";
    assertThat(api.get(ANNA, path, "Accept-Encoding", "gzip").status()).isEqualTo(200);
    assertThat(api.get(ANNA, path).status()).isEqualTo(406);
    var foreign = api.get(BERT, path, "Accept-Encoding", "gzip");
    assertThat(foreign.status()).isEqualTo(404);
    assertThat(foreign.body()).isEqualTo("Agent not found\n");
  }

  @Test
  void several_pieces_come_as_one() throws IOException {
    var answer = follow(linkOf(inPieces()));
    assertThat(answer.status()).isEqualTo(200);
    // Reads the first piece alone, as browsers do.
    var first = new Inflater(true);
    first.setInput(answer.response().body(), 10, answer.response().body().length - 10);
    var text = new byte[100];
    try {
      assertThat(new String(text, 0, first.inflate(text), StandardCharsets.UTF_8))
          .isEqualTo("the beginning, the middle, the end");
      assertThat(first.finished()).isTrue();
      assertThat(first.getRemaining()).as("a checksum, and nothing after it").isEqualTo(8);
    } catch (DataFormatException e) {
      throw new AssertionError(e);
    } finally {
      first.end();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 12, -5})
  void of_several_pieces_one_that_is_damaged_does_not_arrive_as_if_it_were_whole(int at)
      throws IOException {
    var id = inPieces();
    var blob = Objects.requireNonNull(api.staff().run(id).dossier().payload());
    var file = folder.resolve("blobs").resolve(blob.file());
    var bytes = Files.readAllBytes(file);
    int second = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\u001f\u008b", 2);
    assertThat(second).isPositive();
    bytes[at < 0 ? bytes.length + at : second + at] ^= 0x55;
    Files.write(file, bytes);
    var address = linkOf(id);
    assertThatThrownBy(() -> follow(address)).isInstanceOf(UncheckedIOException.class);
  }

  private RunId inPieces() {
    var id = api.play(ANNA, "hang");
    for (var piece : new String[] {"the beginning", ", the middle", ", the end"}) {
      api.staff().staff().appendPayload(ANNA, id, piece.getBytes(StandardCharsets.UTF_8));
    }
    return id;
  }

  private RunId delivered(String text) {
    var id = api.play(ANNA, "deliver " + text + "\ncomplete done");
    api.staff().awaitEnd(id);
    return id;
  }

  private String linkOf(RunId id) {
    return api.get(ANNA, "/api/agents/" + id).json().path("payload_url").asString();
  }

  private TestApi.Answer follow(String address) {
    return api.send(HttpRequest.newBuilder(URI.create(address)).header("Accept-Encoding", "gzip"));
  }
}
