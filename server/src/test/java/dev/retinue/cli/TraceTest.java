package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.config.Watching.Traces;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.Collector;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One trace from the client to the model, whatever is in between.
final class TraceTest {
  private static final Caller OWNER = Caller.owner();
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String CLIENT = "00f067aa0ba902b7";
  private static final String PARENT = "00-%s-%s-01".formatted(TRACE, CLIENT);
  private static final String SECRET_WORDS = "the-words-of-the-prompt";

  @TempDir private Path folder;
  private final ScriptedLlm llm = ScriptedLlm.start();
  private Collector collector;

  @BeforeEach
  void open() {
    collector = Collector.start();
  }

  @AfterEach
  void close() {
    collector.close();
    llm.close();
  }

  /// With one who thinks, one who plays, and a program that says where it stands.
  private Household house(boolean traced) throws IOException {
    var script = folder.resolve("tell.sh");
    Files.writeString(script, "#!/bin/sh\ncat >/dev/null\necho \"TRACE=$TRACEPARENT\"\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    var config =
        """
        providers:
          house: {api: anthropic, base-url: "%s"}
        staff:
          thinker: {description: thinks, runtime: llm, model: house/large}
          player: {description: plays, runtime: scripted}
          teller: {description: tells, runtime: program, program: {command: "%s"}}
        """
            .formatted(llm.url(), script);
    return TracedHouse.open(folder, config, traced ? TracedHouse.telling(collector) : Map.of());
  }

  private static RunId start(ServedDaemon daemon, String agent, String contract) {
    try (var client = daemon.client(daemon.ownerToken())) {
      var params = Json.object().put("name", "agent_start");
      params.putObject("arguments").put("agent", agent).put("contract", contract);
      params.putObject("_meta").put("traceparent", PARENT).put("tracestate", "them=1");
      var answer = client.request("tools/call", params);
      return RunId.of(answer.path("structuredContent").path("agent_id").asString());
    }
  }

  private static Run await(Household house, RunId id, Predicate<Run> wished)
      throws InterruptedException {
    var run = house.staff().await(OWNER, id, wished, Duration.ofSeconds(30));
    assertThat(wished.test(run)).as(run.toString()).isTrue();
    return run;
  }

  private static boolean over(Run run) {
    return run.ended() && !run.ending();
  }

  private String think() {
    return SECRET_WORDS
        + ScriptedLlm.script(
            Turn.tool("agent_complete", Map.of("summary", "Done.")).usage(1_000, 20));
  }

  @Test
  void a_collector_sees_one_trace_from_the_client_to_the_call_of_the_model()
      throws IOException, InterruptedException {
    try (var daemon = ServedDaemon.of(house(true))) {
      var id = start(daemon, "thinker", think());
      await(daemon.household(), id, TraceTest::over);

      var called = collector.await("tools/call agent_start");
      var invoked = collector.await("invoke_agent thinker");
      var asked = collector.await("chat large");
      var used = collector.await("execute_tool agent_complete");

      assertThat(called.above()).isEqualTo(CLIENT);
      assertThat(invoked.above()).isEqualTo(called.id());
      assertThat(asked.above()).isEqualTo(invoked.id());
      assertThat(used.above()).isEqualTo(invoked.id());
      assertThat(collector.spans()).extracting(Collector.Taken::trace).containsOnly(TRACE);
      var headers = llm.exchanges(SECRET_WORDS).getFirst().headers();
      assertThat(headers.get("traceparent")).isEqualTo("00-%s-%s-01".formatted(TRACE, asked.id()));
      assertThat(headers.get("tracestate")).isEqualTo("them=1");

      assertThat(asked.attribute("gen_ai.operation.name")).isEqualTo("chat");
      assertThat(asked.attribute("gen_ai.provider.name")).isEqualTo("house");
      assertThat(asked.attribute("gen_ai.request.model")).isEqualTo("large");
      assertThat(asked.attribute("gen_ai.response.model")).isNotEmpty();
      assertThat(asked.attribute("gen_ai.usage.input_tokens")).isEqualTo("1000");
      assertThat(asked.attribute("gen_ai.usage.output_tokens")).isEqualTo("20");
      assertThat(invoked.attribute("gen_ai.operation.name")).isEqualTo("invoke_agent");
      assertThat(invoked.attribute("gen_ai.agent.name")).isEqualTo("thinker");
      assertThat(invoked.attribute("retinue.run.id")).isEqualTo(id.text());
      assertThat(used.attribute("gen_ai.tool.name")).isEqualTo("agent_complete");
      assertThat(called.attribute("gen_ai.tool.name")).isEqualTo("agent_start");

      assertThat(collector.text()).contains("test-house").doesNotContain(SECRET_WORDS);
      assertThat(collector.headers().getFirst()).containsEntry("X-team", List.of("blue one"));
      // It is counted once the collector has answered, which is after it has told us.
      var watch = daemon.household().condition().watch();
      long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (!watch.text().contains("retinue_trace_spans_total{outcome=\"exported\"}")) {
        assertThat(System.nanoTime()).as("no span is counted").isLessThan(end);
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void a_run_that_goes_on_after_a_restart_stays_in_its_trace()
      throws IOException, InterruptedException {
    RunId id;
    try (var daemon = ServedDaemon.of(house(true))) {
      id = start(daemon, "player", "ask Which one?\ncomplete done");
      await(daemon.household(), id, run -> !run.needs().isEmpty());
    }
    assertThat(collector.spans())
        .extracting(Collector.Taken::name)
        .doesNotContain("invoke_agent player");
    try (var house = house(true)) {
      var need = await(house, id, run -> !run.needs().isEmpty()).needs().getFirst().id();
      house.staff().answer(OWNER, id, need, "that one");
      await(house, id, TraceTest::over);

      var invoked = collector.await("invoke_agent player");
      assertThat(invoked.trace()).isEqualTo(TRACE);
      assertThat(invoked.above()).isEqualTo(collector.await("tools/call agent_start").id());
    }
  }

  @Test
  void a_program_is_told_where_it_stands() throws IOException, InterruptedException {
    try (var daemon = ServedDaemon.of(house(true))) {
      var id = start(daemon, "teller", "say it");
      var run = await(daemon.household(), id, TraceTest::over);

      var invoked = collector.await("invoke_agent teller");
      assertThat(daemon.household().staff().feed().read(OWNER, run.id(), 0, 100).toString())
          .contains("TRACE=00-%s-%s-01".formatted(TRACE, invoked.id()));
    }
  }

  @Test
  void a_run_that_starts_another_with_its_own_token_has_it_below_itself()
      throws IOException, InterruptedException {
    try (var daemon = ServedDaemon.of(house(true))) {
      var house = daemon.household();
      var above = start(daemon, "player", "ask Go on?\ncomplete done");
      var asking = await(house, above, run -> !run.needs().isEmpty());
      var token = house.callers().tokenOf(asking);
      try (var client = daemon.client(token)) {
        var arguments = Json.object().put("agent", "teller").put("contract", "say it");
        client.callTool("agent_start", arguments);
      }
      var below = collector.await("invoke_agent teller");
      house.staff().stop(OWNER, above, "enough");
      var invoked = collector.await("invoke_agent player");

      assertThat(below.trace()).isEqualTo(TRACE);
      var called =
          collector.spans().stream()
              .filter(span -> span.id().equals(below.above()))
              .findFirst()
              .orElseThrow();
      assertThat(called.name()).isEqualTo("tools/call agent_start");
      assertThat(called.above()).isEqualTo(invoked.id());
    }
  }

  @Test
  void who_keeps_no_spans_hands_on_what_he_was_given() throws IOException, InterruptedException {
    try (var daemon = ServedDaemon.of(house(false))) {
      var id = start(daemon, "thinker", think());
      await(daemon.household(), id, TraceTest::over);

      assertThat(llm.exchanges(SECRET_WORDS).getFirst().headers())
          .containsEntry("traceparent", PARENT)
          .containsEntry("tracestate", "them=1");
      var other =
          daemon.household().staff().start(OWNER, StartRequest.of("thinker", "second " + think()));
      await(daemon.household(), other.id(), TraceTest::over);
      assertThat(llm.exchanges("second").getFirst().headers()).doesNotContainKey("traceparent");
      assertThat(other.facts()).isEmpty();
      assertThat(collector.spans()).isEmpty();
    }
  }

  @Test
  void rest_takes_the_trace_from_its_headers() throws IOException, InterruptedException {
    try (var daemon = ServedDaemon.of(house(true))) {
      var body = Json.object().put("agent", "player").put("contract", "complete done");
      daemon.post("/api/agents", body.toString(), daemon.ownerToken(), "traceparent", PARENT);

      var invoked = collector.await("invoke_agent player");
      assertThat(invoked.trace()).isEqualTo(TRACE);
      assertThat(invoked.above()).isEqualTo(CLIENT);
    }
  }

  @Test
  void variables_and_settings_say_where_spans_go() {
    assertThat(endpoint(null, Map.of())).isEmpty();
    assertThat(endpoint("http://a.example:4318", Map.of())).isEqualTo("on");
    assertThat(endpoint(null, Map.of("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://b.example/x")))
        .isEqualTo("on");
    assertThat(endpoint("http://a.example", Map.of("OTEL_SDK_DISABLED", "true"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x-key=100%",
        "x-key=%zz",
        "host=elsewhere",
        "x key=secret-of-mine",
        "x-key=secret-of-mine%0Amore",
      })
  void headers_that_cannot_be_sent_are_refused_at_the_start(String headers) {
    var environment = Map.of("OTEL_EXPORTER_OTLP_HEADERS", headers);
    assertThatThrownBy(() -> endpoint("http://a.example", environment))
        .isInstanceOfSatisfying(
            RetinueException.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.INVALID_INPUT))
        .hasMessageStartingWith("the variable OTEL_EXPORTER_OTLP_HEADERS holds")
        .hasMessageNotContaining("secret-of-mine");
  }

  @Test
  void no_two_traces_are_the_same_that_begin_at_the_same_moment() {
    var seen = ConcurrentHashMap.<String>newKeySet();
    var twice = ConcurrentHashMap.<String>newKeySet();
    var traces = new Traces(collector.url(), Traces.USUAL_HEADERS, null, null);
    try (var tracer = new Tracing(traces, Map.of()).tracer().apply((_, _) -> {});
        var threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        threads.execute(
            () -> {
              for (int k = 0; k < 50_000; k++) {
                var begun = Objects.requireNonNull(tracer.below(null));
                if (!seen.add(begun.span())) {
                  twice.add(begun.span());
                }
              }
            });
      }
    }
    assertThat(twice).isEmpty();
  }

  private static String endpoint(@Nullable String configured, Map<String, String> environment) {
    var traces =
        new Traces(
            configured == null ? null : URI.create(configured), Traces.USUAL_HEADERS, null, null);
    try (var tracer = new Tracing(traces, environment).tracer().apply((_, _) -> {})) {
      return tracer.isOn() ? "on" : "";
    }
  }
}
