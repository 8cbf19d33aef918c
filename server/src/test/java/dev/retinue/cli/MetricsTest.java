package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.mcp.rpc.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What a daemon tells of itself in numbers, and to whom.
final class MetricsTest {
  private static final Caller OWNER = Caller.owner();

  @TempDir private static Path folder;
  private static ServedDaemon daemon;
  private static String owner;

  @BeforeAll
  static void open() {
    daemon = ServedDaemon.of(ServedHousehold.open(folder));
    owner = daemon.ownerToken();
  }

  @AfterAll
  static void close() {
    daemon.close();
  }

  private static String text() {
    var answer = daemon.get("/metrics", owner);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type"))
        .contains("text/plain; version=0.0.4; charset=utf-8");
    return answer.body();
  }

  /// Not over HTTP, where only so many requests are let in.
  private static double value(String series) {
    return daemon
        .household()
        .condition()
        .watch()
        .text()
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .map(line -> Double.parseDouble(line.substring(series.length() + 1)))
        .findFirst()
        .orElse(0.0);
  }

  /// What has happened is counted a moment later than somebody may know of it.
  private static double until(String series, Predicate<Double> wished) {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    double now = value(series);
    while (!wished.test(now) && System.nanoTime() < end) {
      now = value(series);
    }
    assertThat(wished.test(now)).as("%s is %s", series, now).isTrue();
    return now;
  }

  private static void play(String script, Predicate<String> outcome) throws InterruptedException {
    var staff = daemon.household().staff();
    var run = staff.start(OWNER, StartRequest.of("player", script));
    var ended =
        staff.await(OWNER, run.id(), it -> it.ended() && !it.ending(), Duration.ofSeconds(30));
    assertThat(outcome.test(ended.state().word())).isTrue();
  }

  @Test
  void calls_are_counted_by_tool_and_outcome_and_measured() {
    try (var client = daemon.client(owner)) {
      var ok = "retinue_tool_calls_total{tool=\"retinue_status\",outcome=\"ok\"}";
      double before = value(ok);
      client.callTool("retinue_status", Json.object());
      client.callTool("retinue_status", Json.object());

      assertThat(value(ok)).isEqualTo(before + 2);
      assertThat(value("retinue_tool_call_seconds_count{tool=\"retinue_status\"}"))
          .isGreaterThanOrEqualTo(2);

      client.callTool("agent_stop", Json.object().put("agent_id", "nobody-12345678"));
      client.callTool("agent_stop", Json.object().put("agent_id", 5));

      assertThat(text())
          .contains("retinue_tool_calls_total{tool=\"agent_stop\",outcome=\"error\"} 1\n")
          .contains("retinue_tool_calls_total{tool=\"agent_stop\",outcome=\"invalid\"} 1\n");
    }
  }

  @Test
  void requests_are_counted_by_route_and_never_by_path() {
    daemon.get("/api/agents/secret-path-1", owner);
    daemon.get("/nowhere/secret-path-2", owner);

    until(
        "retinue_http_requests_total{route=\"/api/agents/{id}\",method=\"GET\",code=\"404\"}",
        it -> it >= 1);
    until(
        "retinue_http_requests_total{route=\"other\",method=\"GET\",code=\"404\"}", it -> it >= 1);
    assertThat(text()).doesNotContain("secret-path");
  }

  @Test
  void runs_are_counted_with_their_ends_events_tokens_and_money() throws InterruptedException {
    var ends = "retinue_runs_ended_total{agent=\"player\",runtime=\"scripted\",outcome=";
    play("spend 0.25 in 100 out 20\ncomplete done", "completed"::equals);
    play("fail error it broke", "failed"::equals);

    until(ends + "\"completed\",reason=\"none\"}", it -> it == 1);
    until(ends + "\"failed\",reason=\"error\"}", it -> it == 1);
    assertThat(value("retinue_runs_started_total{agent=\"player\",runtime=\"scripted\"}"))
        .isGreaterThanOrEqualTo(2);
    assertThat(value("retinue_events_total{type=\"completed\"}")).isEqualTo(1);
    assertThat(value("retinue_tokens_total{agent=\"player\",model=\"none\",kind=\"input\"}"))
        .isEqualTo(100);
    assertThat(value("retinue_cost_usd_total{agent=\"player\",model=\"none\"}")).isEqualTo(0.25);
    assertThat(value("retinue_store_commit_seconds_count")).isPositive();
    assertThat(value("retinue_queue_wait_seconds_count")).isGreaterThanOrEqualTo(2);
    until("retinue_runs{state=\"ending\",agent=\"player\",runtime=\"scripted\"}", it -> it == 0);
  }

  @Test
  void what_is_at_work_is_seen_and_gone_when_it_is_over() throws InterruptedException {
    var staff = daemon.household().staff();
    var running = "retinue_runs{state=\"running\",agent=\"mate\",runtime=\"scripted\"}";
    var run = staff.start(OWNER, StartRequest.of("mate", "say on it\nhang"));
    until(running, it -> it == 1);
    until("retinue_slots_used", it -> it > 0);
    double audited = value("retinue_audit_entries_total");
    assertThat(value("retinue_slots")).isPositive();

    staff.stop(OWNER, run.id(), "enough");
    until("retinue_audit_entries_total", it -> it > audited);
    until(running, it -> it == 0);
  }

  @Test
  void every_line_is_as_prometheus_reads_it() {
    var line =
        Pattern.compile(
            "# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\\{[a-z]+=\"[^\"]*\"(,[a-z]+=\"[^\"]*\")*})? [-+0-9.eE]+");
    assertThat(text().lines()).allMatch(it -> line.matcher(it).matches());
    assertThat(text()).endsWith("\n").contains("jvm_threads ").contains("process_open_fds ");
  }

  @Test
  void only_those_who_see_everything_see_the_numbers_of_the_house() {
    var runner = daemon.token("runner", Caller.Scope.RUN);
    var watcher = daemon.token("watcher", Caller.Scope.WATCH);
    for (var path : new String[] {"/metrics", "/api/vitals"}) {
      assertThat(daemon.get(path, "").statusCode()).isEqualTo(401);
      assertThat(daemon.get(path, runner).statusCode()).isEqualTo(403);
      assertThat(daemon.get(path, runner).body()).contains("scope 'watch' or 'admin'");
      assertThat(daemon.get(path, watcher).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void vitals_say_how_the_house_is() {
    try (var client = daemon.client(owner)) {
      client.callTool("retinue_status", Json.object());
    }
    JsonNode vitals = Json.WIRE.readTree(daemon.get("/api/vitals", owner).body());

    assertThat(vitals.path("version").asString()).isNotEmpty();
    assertThat(vitals.path("calls_per_second").asDouble()).isPositive();
    assertThat(vitals.path("p99_ms").asDouble())
        .isPositive()
        .isGreaterThanOrEqualTo(vitals.path("p50_ms").asDouble());
    assertThat(vitals.path("calls"))
        .anyMatch(it -> it.path("tool").asString().equals("retinue_status"));
    assertThat(vitals.path("slots").path("of").asInt()).isPositive();
    assertThat(vitals.path("store").path("commit_p99_ms").asDouble()).isPositive();
    assertThat(vitals.path("jvm").path("heap_used_bytes").asLong()).isPositive();
    assertThat(vitals.path("runs").isObject()).isTrue();
    assertThat(vitals.path("fronts").isObject()).isTrue();
    assertThat(vitals.path("queue").path("length").isNumber()).isTrue();
  }

  @Test
  void whether_it_lives_and_takes_work_is_said_to_everybody() {
    assertThat(daemon.get("/live", "").body()).isEqualTo("ok\n");
    var ready = daemon.get("/ready", "");
    assertThat(ready.statusCode()).isEqualTo(200);
    assertThat(Json.WIRE.readTree(ready.body()).path("status").asString()).isEqualTo("ready");
    var health = Json.WIRE.readTree(daemon.get("/api/health", owner).body());
    assertThat(health.path("status").asString()).isEqualTo("ok");
    assertThat(health.path("reasons").isEmpty()).isTrue();
    assertThat(health.has("uptime_seconds")).isTrue();
  }
}
