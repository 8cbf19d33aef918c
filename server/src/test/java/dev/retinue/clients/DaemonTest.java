package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The packaged daemon with agents at work, from outside.
@EndToEnd
final class DaemonTest {
  @TempDir private Path data;

  @Test
  void what_it_accepted_is_there_after_it_was_killed() throws Exception {
    String id;
    JsonNode completed;
    // Closing kills it.
    try (var daemon = ServedRetinue.start(data);
        var client = connect(daemon)) {
      id =
          call(client, "agent_start", Json.object().put("contract", "the history of tea"))
              .path("agent_id")
              .asString();
      call(client, "append_payload", Json.object().put("agent_id", id).put("payload", "Tea is "));
      completed =
          call(
              client,
              "agent_complete",
              Json.object().put("agent_id", id).put("summary", "Done").put("payload", "old."));
    }
    try (var daemon = ServedRetinue.start(data);
        var client = connect(daemon)) {
      var status = status(client, id);
      assertThat(status.path("status").asString()).isEqualTo("completed");
      assertThat(status.path("completed_at")).isEqualTo(completed.path("completed_at"));
      var payload = get(status.path("payload_url").asString(), daemon.token(), "gzip");
      assertThat(payload.statusCode()).isEqualTo(200);
      assertThat(payload.headers().firstValue("Content-Encoding")).contains("gzip");
      assertThat(unpacked(payload.body())).isEqualTo("Tea is old.");
    }
  }

  @Test
  void nobody_comes_in_without_a_token_and_the_payload_has_its_own_rules() throws Exception {
    try (var daemon = ServedRetinue.start(data);
        var client = connect(daemon)) {
      var base = daemon.url().replace("/mcp", "");
      var id =
          call(client, "agent_start", Json.object().put("contract", "x"))
              .path("agent_id")
              .asString();
      var path = base + "/api/agents/" + id + "/payload";

      assertThat(get(daemon.url(), null, null).statusCode()).isEqualTo(401);
      assertThat(get(daemon.url(), "rtn_wrong", null).statusCode()).isEqualTo(401);
      assertThat(get(path, null, "gzip").statusCode()).isEqualTo(401);
      assertThat(get(path, daemon.token(), null).statusCode()).as("404 before 406").isEqualTo(404);
      call(
          client,
          "agent_complete",
          Json.object().put("agent_id", id).put("summary", "ok").put("payload", "p"));
      assertThat(get(path, daemon.token(), null).statusCode()).isEqualTo(406);
      assertThat(get(path, daemon.token(), "identity").statusCode()).isEqualTo(406);
      assertThat(get(path, daemon.token(), "gzip;q=0, *").statusCode()).isEqualTo(406);
      assertThat(get(path, daemon.token(), "*").statusCode()).isEqualTo(200);
      var malformed = get(path.replace(id, "%2e%2e%2f"), daemon.token(), "gzip");
      assertThat(malformed.statusCode()).isEqualTo(400);
      assertThat(new String(malformed.body(), StandardCharsets.UTF_8))
          .isEqualTo("This request cannot be answered: Bad Request (400).\n");
      assertThat(get(path.replace(id, "agent-x"), daemon.token(), "gzip").statusCode())
          .isEqualTo(404);
    }
  }

  @Test
  void a_directory_has_one_daemon_and_that_ends_in_order() throws Exception {
    try (var daemon = ServedRetinue.start(data)) {
      var second =
          Program.of(ServedRetinue.LAUNCHER, "serve", "--port", "0", "--data", data)
              .with("JAVA_HOME", Repository.JDK)
              .with("HOME", data)
              .run();
      assertThat(second.exitCode()).isNotZero();
      assertThat(second.err()).contains("is in use by Retinue process");

      daemon.running().process().destroy();

      assertThat(daemon.running().process().waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(daemon.running().process().exitValue()).isEqualTo(143);
      assertThat(data.resolve("daemon.json")).doesNotExist();
    }
  }

  private static McpClient connect(ServedRetinue daemon) {
    return McpClient.at(
        URI.create(daemon.url()), ClientOptions.named("test", "1").bearer(daemon.token()));
  }

  private static JsonNode status(McpClient client, String id) {
    var arguments = Json.object();
    arguments.putArray("agent_ids").add(id);
    return call(client, "agent_status", arguments).path("agents").get(0);
  }

  private static JsonNode call(McpClient client, String tool, ObjectNode arguments) {
    var result = client.callTool(tool, arguments);
    assertThat(result.isError()).as(result.content().toString()).isFalse();
    return Objects.requireNonNull(result.structuredContent());
  }

  private static HttpResponse<byte[]> get(
      String url, @Nullable String token, @Nullable String encoding)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(url.replace("127.0.0.1", "localhost")));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    if (encoding != null) {
      request.header("Accept-Encoding", encoding);
    }
    try (var http = HttpClient.newHttpClient()) {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }
  }

  private static String unpacked(byte[] gzip) throws IOException {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
