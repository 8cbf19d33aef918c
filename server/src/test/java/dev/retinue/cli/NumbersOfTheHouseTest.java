package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.process.LeftoverProcesses;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a house counts of its programs, its line, and those who come to it.
final class NumbersOfTheHouseTest {
  private static final Caller OWNER = Caller.owner();

  @TempDir private Path folder;
  private ServedDaemon daemon;
  private Process leftover;

  @BeforeEach
  void open() throws IOException {
    var data = folder.toRealPath().resolve("data");
    var forgotten = new ProcessBuilder("sleep", "300");
    // As its daemon, which was killed, has marked it.
    forgotten.environment().put(LeftoverProcesses.MARK, data.toString());
    forgotten.environment().put(LeftoverProcesses.RUN, "agent-of-before");
    leftover = forgotten.start();
    var deaf = script("deaf.sh", "trap '' TERM INT\necho listening\nwhile :; do sleep 300; done\n");
    var silent = script("silent.sh", "echo listening\nexec sleep 300\n");
    var config =
        """
        limits: {slots: 2}
        staff:
          deaf: {description: hears nothing, runtime: program, program: {command: "%s"}}
          silent:
            description: says nothing
            runtime: program
            program: {command: "%s"}
            vigilance: {silence: 1s}
          player: {description: plays, runtime: scripted}
        """
            .formatted(deaf, silent);
    // Nobody listens there.
    var environment = Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
    daemon = ServedDaemon.of(TracedHouse.open(folder.toRealPath(), config, environment));
  }

  @AfterEach
  void close() {
    daemon.close();
    leftover.destroyForcibly();
  }

  private Path script(String name, String text) throws IOException {
    var script = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text);
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }

  /// No number if there is none.
  private double value(String series) {
    return daemon
        .household()
        .condition()
        .watch()
        .text()
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .map(line -> Double.parseDouble(line.substring(series.length() + 1)))
        .findFirst()
        .orElse(Double.NaN);
  }

  private void until(String series, Predicate<Double> wished) {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    double now = value(series);
    while (!wished.test(now)) {
      assertThat(System.nanoTime()).as("%s is %s", series, now).isLessThan(end);
      Thread.onSpinWait();
      now = value(series);
    }
  }

  private static String fate(String word) {
    return "retinue_processes_total{fate=\"%s\"}".formatted(word);
  }

  @Test
  void programs_are_counted_by_what_becomes_of_them() throws InterruptedException {
    assertThat(leftover.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(value(fate("reaped"))).isEqualTo(1);
    assertThat(value(fate("spawned"))).isZero();
    var staff = daemon.household().staff();

    var deaf = staff.start(OWNER, StartRequest.of("deaf", "work"));
    staff.await(
        OWNER, deaf.id(), it -> it.dossier().recentOutput() != null, Duration.ofSeconds(30));
    assertThat(value(fate("spawned"))).isEqualTo(1);
    assertThat(value(fate("killed"))).isZero();
    staff.stop(OWNER, deaf.id(), "enough");
    until(fate("killed"), it -> it == 1);
    until(fate("exited"), it -> it == 1);

    assertThat(value(fate("stalled"))).isZero();
    var silent = staff.start(OWNER, StartRequest.of("silent", "work"));
    until(fate("stalled"), it -> it == 1);
    staff.stop(OWNER, silent.id(), "enough");
    until(fate("exited"), it -> it == 2);
    assertThat(value(fate("spawned"))).isEqualTo(2);
    until("retinue_trace_spans_total{outcome=\"failed\"}", it -> it >= 1);
  }

  @Test
  void who_waits_in_line_is_counted() {
    var staff = daemon.household().staff();
    for (int i = 0; i < 5; i++) {
      staff.start(OWNER, StartRequest.of("player", "hang"));
    }
    until("retinue_slots_used", it -> it == 2);
    until("retinue_queue_length", it -> it == 3);
    until("retinue_queue_oldest_seconds", it -> it > 0);
  }

  @Test
  void who_comes_is_counted_as_long_as_he_is_there() throws Exception {
    for (var gauge : new String[] {"sessions", "streams", "sockets", "mcp_sessions", "fronts"}) {
      assertThat(value("retinue_" + gauge)).as(gauge).isZero();
    }
    var bearer = "Bearer " + daemon.ownerToken();
    try (var http = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(daemon.at("/api/events"))
              .header("Authorization", bearer)
              .header("Accept", "text/event-stream")
              .build();
      try (var stream = http.send(request, BodyHandlers.ofInputStream()).body()) {
        until("retinue_streams", it -> it == 1);
        assertThat(stream).isNotNull();
      }
      var address = URI.create(daemon.at("/ws/feed").toString().replace("http:", "ws:"));
      var socket =
          http.newWebSocketBuilder()
              .header("Authorization", bearer)
              .buildAsync(address, new WebSocket.Listener() {})
              .join();
      until("retinue_sockets", it -> it == 1);
      socket.abort();
      until("retinue_sockets", it -> it == 0);
      http.shutdownNow();
    }
    var old =
        ClientOptions.named("test", "1")
            .in(new Mode.Legacy("2025-06-18"))
            .bearer(daemon.ownerToken());
    try (var client = McpClient.at(daemon.at("/mcp"), old)) {
      client.callTool("retinue_status", Json.object());
      until("retinue_mcp_sessions", it -> it == 1);
      client.callTool("create_session", Json.object().put("agent", "player"));
      until("retinue_sessions", it -> it == 1);
      assertThat(value("retinue_connections")).isPositive();
    }
  }
}
