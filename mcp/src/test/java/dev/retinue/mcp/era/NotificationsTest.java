package dev.retinue.mcp.era;

import static dev.retinue.mcp.testing.TestServer.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.LogLevel;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.testing.Rpc;
import dev.retinue.mcp.testing.StdioClient;
import dev.retinue.mcp.testing.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/// Progress and log messages: only for those who asked, and only as they asked for them.
final class NotificationsTest {
  private static final String LEVEL = "io.modelcontextprotocol/logLevel";

  private final TestServer test = new TestServer();

  @BeforeEach
  void tools_that_tell() {
    test.server()
        .add(
            tool(
                "progress",
                (_, call) -> {
                  for (double done : new double[] {1, 1, 0.5, Double.NaN, 2, -3, 2, 2.5}) {
                    call.progress(done, 10.0, "at " + done);
                  }
                  return ToolResult.of();
                }))
        .add(
            tool(
                "log",
                (_, call) -> {
                  for (var level : LogLevel.values()) {
                    call.log(level, "test", StringNode.valueOf("said"));
                  }
                  return ToolResult.of();
                }));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"t\"", "5"})
  void progress_grows_and_carries_the_token(String token) {
    try (var client = new StdioClient(test.eras())) {
      var params = Rpc.call("progress", "{}");
      params.set("_meta", Rpc.object("{\"progressToken\":%s}".formatted(token)));
      client.send(Rpc.modern("1", "tools/call", params.toString()));
      var told = untilAnswer(client);
      assertThat(told.stream().map(each -> each.at("/params/progress").asDouble()))
          .containsExactly(1.0, 2.0, 2.5);
      assertThat(told).allMatch(each -> each.at("/params/progressToken").toString().equals(token));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"progressToken\":null}",
        "{\"progressToken\":{}}",
        "{\"progressToken\":[1]}",
        "{\"progressToken\":true}"
      })
  void without_a_token_there_is_no_progress(String meta) {
    try (var client = new StdioClient(test.eras())) {
      client.send(Rpc.initialize("0", "2025-11-25"));
      client.next();
      var params = Rpc.call("progress", "{}");
      params.set("_meta", Rpc.object(meta));
      client.send(Rpc.legacy("1", "tools/call", params.toString()));
      assertThat(untilAnswer(client)).isEmpty();
      client.send(Rpc.modern("2", "tools/call", params.toString()));
      assertThat(untilAnswer(client)).isEmpty();
    }
  }

  @Test
  void there_is_no_progress_after_the_answer() {
    var kept = new AtomicReference<Runnable>(() -> {});
    test.server()
        .add(
            tool(
                "leaks",
                (_, call) -> {
                  kept.set(() -> call.progress(1, null, null));
                  return ToolResult.of();
                }));
    try (var client = new StdioClient(test.eras())) {
      var params = Rpc.call("leaks", "{}");
      params.set("_meta", Rpc.object("{\"progressToken\":1}"));
      client.send(Rpc.modern("1", "tools/call", params.toString()));
      client.next();
      kept.get().run();
      client.end();
      assertThat(client.hasNothingMore()).isTrue();
    }
  }

  @Test
  void a_modern_client_hears_the_levels_that_its_request_asks_for() {
    try (var client = new StdioClient(test.eras())) {
      client.send(log("1", null));
      assertThat(untilAnswer(client)).isEmpty();
      client.send(log("2", "\"error\""));
      assertThat(untilAnswer(client).stream().map(each -> each.at("/params/level").asString()))
          .containsExactly("error", "critical", "alert", "emergency");
      client.send(log("3", null));
      assertThat(untilAnswer(client)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"loud\"", "\"ERROR\"", "\"\"", "5", "{}", "null"})
  void a_level_that_does_not_exist_is_refused_whatever_is_asked(String level) {
    try (var client = new StdioClient(test.eras())) {
      client.send(log("1", level));
      assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32602);
      client.send(Rpc.modern("2", "tools/list", "{\"_meta\":{\"%s\":%s}}".formatted(LEVEL, level)));
      assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32602);
    }
  }

  @Test
  void a_legacy_client_sets_its_level_for_the_session() {
    try (var client = new StdioClient(test.eras())) {
      client.send(Rpc.initialize("0", "2025-11-25"));
      client.next();
      client.send(Rpc.legacy("1", "logging/setLevel", "{\"level\":\"alert\"}"));
      client.next();
      client.send(Rpc.legacy("2", "tools/call", Rpc.call("log", "{}").toString()));
      assertThat(untilAnswer(client)).hasSize(2);
      client.send(Rpc.legacy("3", "logging/setLevel", "{\"level\":\"loud\"}"));
      assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32602);
    }
  }

  private static JsonNode log(String id, @Nullable String level) {
    var params = Rpc.call("log", "{}");
    if (level != null) {
      params.set("_meta", Rpc.object("{\"%s\":%s}".formatted(LEVEL, level)));
    }
    return Rpc.modern(id, "tools/call", params.toString());
  }

  private static List<JsonNode> untilAnswer(StdioClient client) {
    var told = new ArrayList<JsonNode>();
    var next = client.next();
    while (next.has("method")) {
      told.add(next);
      next = client.next();
    }
    return told;
  }
}
