package dev.retinue.toolset.sessions;

import static dev.retinue.testing.Writer.FIRST;
import static dev.retinue.testing.Writer.TEXT;
import static dev.retinue.toolset.sessions.SessionScene.history;
import static dev.retinue.toolset.sessions.SessionScene.message;
import static dev.retinue.toolset.sessions.SessionScene.open;
import static dev.retinue.toolset.sessions.SessionScene.structured;
import static dev.retinue.toolset.sessions.SessionScene.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Manners;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.Writer;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Whoever waits for an answer sees it grow.
final class WrittenProgressTest {
  @TempDir private Path folder;
  private final BlockingQueue<String> progress = new LinkedBlockingQueue<>(10_000);
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

  @Test
  void progress_carries_the_answer_as_it_grows_and_the_result_has_it_once() throws Exception {
    var session = open(client, Writer.NAME);
    var answer = call("send_message", message(session, Writer.message()));
    assertThat(until(FIRST)).isEqualTo("writer: " + FIRST);
    scene.writer().goOn();
    assertThat(until(TEXT)).isEqualTo("writer: " + TEXT);
    scene.writer().goOn();
    assertThat(answer.get().path("response").asString()).isEqualTo(TEXT);
    assertThat(texts(answer.get().path("events"), "type")).containsOnlyOnce("agent_message");
    assertThat(texts(history(client, session).path("messages"), "content")).containsOnlyOnce(TEXT);
  }

  @Test
  void an_agent_that_is_invoked_once_is_seen_writing_too() throws Exception {
    var arguments = Json.object().put("agent_file", Writer.NAME).put("message", Writer.message());
    var answer = call("invoke_agent", arguments);
    assertThat(until(FIRST)).isEqualTo("writer: " + FIRST);
    scene.writer().goOn();
    scene.writer().goOn();
    assertThat(answer.get().path("response").asString()).isEqualTo(TEXT);
  }

  @Test
  void an_answer_that_breaks_off_is_not_joined_with_the_next_attempt() throws Exception {
    var session = open(client, Writer.NAME);
    var answer = call("send_message", message(session, Writer.brokenMessage()));
    assertThat(until(FIRST)).isEqualTo("writer: " + FIRST);
    scene.writer().goOn();
    assertThat(until("asked again")).startsWith("warning: ");
    assertThat(until(FIRST)).isEqualTo("writer: " + FIRST);
    scene.writer().goOn();
    scene.writer().goOn();
    assertThat(answer.get().path("response").asString()).isEqualTo(TEXT);
  }

  private FutureTask<JsonNode> call(String tool, ObjectNode arguments) {
    var answer =
        new FutureTask<JsonNode>(
            () ->
                structured(
                    client.callTool(
                        tool, arguments, it -> progress.add(String.valueOf(it.message())))));
    Thread.ofVirtual().start(answer);
    return answer;
  }

  /// The next one of who writes with these words in it.
  private String until(String words) throws InterruptedException {
    while (true) {
      var next = progress.poll(30, TimeUnit.SECONDS);
      assertThat(next).as("no progress with '%s'", words).isNotNull();
      if (next.contains(words) && !next.startsWith("writer running")) {
        return next;
      }
    }
  }
}
