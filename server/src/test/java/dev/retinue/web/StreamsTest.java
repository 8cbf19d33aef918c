package dev.retinue.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.model.ToolResult;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Open streams cost little, and those who vanish or do not read lose theirs and nothing else.
final class StreamsTest {
  private static final int MANY = 1000;

  @Test
  void a_thousand_idle_streams_hold_no_thread_and_little_memory() {
    var streams = new ArrayList<RawClient>();
    try (var web = new TestWeb(Duration.ofMillis(200))) {
      for (int i = 0; i < 20; i++) {
        streams.add(listen(web));
      }
      int threads = threads();
      long bytes = bytes();
      for (int i = 0; i < MANY; i++) {
        streams.add(listen(web));
      }
      // Signs of life reach them all.
      streams.forEach(stream -> stream.until(":\n\n"));
      assertThat(threads()).isLessThanOrEqualTo(threads + 5);
      assertThat(bytes() - bytes).isLessThan(64L * 1024 * 1024);
      web.add("new", (_, _) -> ToolResult.of());
      streams.forEach(stream -> stream.until("tools/list_changed"));
      streams.forEach(RawClient::close);
      TestWeb.until(() -> web.web().connections() == 0, "the end of all connections");
    } finally {
      streams.forEach(RawClient::close);
    }
  }

  @Test
  void a_modern_call_is_cancelled_when_its_client_vanishes() {
    try (var web = new TestWeb(Duration.ofMillis(50))) {
      try (var client = web.client()) {
        client.modern(
            "tools/call",
            "hold",
            TestWeb.modern(1, "tools/call", "\"name\":\"hold\",\"arguments\":{}"));
        assertThat(web.heard()).isEqualTo("began");
      }
      assertThat(web.heard()).isEqualTo("interrupted");
    }
  }

  @Test
  void who_never_reads_loses_the_stream_and_nobody_else_does() {
    try (var web = new TestWeb(Duration.ofSeconds(15));
        var lazy = web.client();
        var honest = web.client()) {
      var uri = "test://" + "x".repeat(4000);
      for (var client : List.of(lazy, honest)) {
        client.modern(
            "subscriptions/listen",
            "",
            TestWeb.modern(
                1,
                "subscriptions/listen",
                "\"notifications\":{\"resourceSubscriptions\":[\"%s\"],\"toolsListChanged\":true}"
                    .formatted(uri)));
        client.until("acknowledged");
      }
      // In parts, each read before the next is told: who reads, but on a busy machine, is honest
      // too.
      int parts = 10;
      int inOne = 500;
      for (int part = 0; part < parts; part++) {
        for (int i = 0; i < inOne; i++) {
          web.server().updated(uri);
        }
        web.add("part-" + part, (_, _) -> ToolResult.of());
        var heard = honest.until("tools/list_changed");
        assertThat(heard.split("resources/updated", -1)).hasSize(inOne + 1);
      }
      TestWeb.until(() -> web.web().connections() == 1, "the end of the lazy one's connection");
    }
  }

  @Test
  void who_reads_late_gets_everything_in_order() {
    int events = 40_000;
    try (var web = new TestWeb(Duration.ofSeconds(15));
        var client = web.client()) {
      web.add(
          "count",
          (_, call) -> {
            for (int i = 1; i <= events; i++) {
              call.progress(i, null, null);
            }
            return ToolResult.text("counted");
          });
      client.modern(
          "tools/call",
          "count",
          TestWeb.modern(1, "tools/call", "\"name\":\"count\",\"arguments\":{}"));
      var all = client.until("counted");
      int from = 0;
      for (int i = 1; i <= events; i++) {
        from = all.indexOf("\"progress\":%d.0".formatted(i), from);
        assertThat(from).as("progress %d", i).isPositive();
      }
    }
  }

  private static RawClient listen(TestWeb web) {
    var client = web.client();
    client.modern(
        "subscriptions/listen",
        "",
        TestWeb.modern(1, "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}"));
    client.until("acknowledged");
    return client;
  }

  private static int threads() {
    return ManagementFactory.getThreadMXBean().getThreadCount();
  }

  private static long bytes() {
    System.gc();
    var runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
