package dev.retinue.watch.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.trace.Span;
import dev.retinue.core.trace.TraceContext;
import dev.retinue.core.trace.Tracer;
import dev.retinue.testing.Collector;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is sent together says of each span what is its own.
final class OtlpTracerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int ROOM = 8_192;
  private static final Map<String, Object> COMMON = Map.of("tool", "echo", "n", 7L);

  private final Map<String, Long> counted = new ConcurrentHashMap<>();
  private Collector collector;
  private Tracer tracer;

  @BeforeEach
  void open() {
    collector = Collector.start();
    tracer = tracer(Map.of());
  }

  private Tracer tracer(Map<String, String> headers) {
    var target = new TraceTarget(collector.url().resolve("/v1/traces"), headers, 1, "a \"house\"");
    return new OtlpTracer(
        target,
        "1",
        new SplittableRandom(42),
        (outcome, many) -> counted.merge(outcome, many, Long::sum));
  }

  @AfterEach
  void close() {
    tracer.close();
    collector.close();
  }

  private void tell(String name, @Nullable TraceContext above, @Nullable String error) {
    tracer.begin(name, Span.Kind.SERVER, above, COMMON).end(error);
  }

  @Test
  void as_many_as_there_is_room_for_arrive_and_no_two_are_the_same() {
    for (int i = 0; i < ROOM; i++) {
      tell("one", null, null);
    }
    var spans = collector.await(ROOM);
    tracer.close();

    assertThat(spans).hasSize(ROOM).allMatch(it -> it.name().equals("one"));
    assertThat(counted).containsOnly(Map.entry("exported", (long) ROOM));
    var ids = new HashSet<String>();
    spans.forEach(it -> ids.add(it.trace() + it.id()));
    assertThat(ids).hasSize(ROOM);
  }

  @Test
  void a_span_keeps_its_own_beside_what_it_has_in_common_with_others() {
    var above =
        TraceContext.find("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "a=\"b\"");
    tell("first", null, null);
    tell("first", above, null);
    tell("other", null, null);
    tell("first", null, "tool_failed");
    tell("first", null, "said sk-0123456789abcdef");
    tracer
        .begin("first", Span.Kind.CLIENT, null, COMMON)
        .with("more", "rtn_0123456789abcdef")
        .with("truth", true)
        .with("part", 0.5)
        .end(null);

    var spans = collector.await(6);
    assertThat(spans).hasSize(6);
    assertThat(spans).allMatch(it -> it.attribute("tool").equals("echo"));
    assertThat(spans).allMatch(it -> it.attribute("n").equals("7"));
    assertThat(spans.stream().map(Collector.Taken::name))
        .containsExactly("first", "first", "other", "first", "first", "first");
    assertThat(spans.get(0).json().has("parentSpanId")).isFalse();
    assertThat(spans.get(0).json().has("traceState")).isFalse();
    assertThat(spans.get(0).json().path("status").path("code").asInt()).isEqualTo(1);
    assertThat(spans.get(1).trace()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    assertThat(spans.get(1).above()).isEqualTo("00f067aa0ba902b7");
    assertThat(spans.get(1).json().path("traceState").asString()).isEqualTo("a=\"b\"");
    assertThat(spans.get(3).json().path("status").path("code").asInt()).isEqualTo(2);
    assertThat(spans.get(3).json().path("status").path("message").asString())
        .isEqualTo("tool_failed");
    assertThat(spans.get(4).json().path("status").path("message").asString())
        .isEqualTo("said sk-***");
    assertThat(spans.get(5).attribute("more")).isEqualTo("rtn_***");
    assertThat(spans.get(5).attribute("truth")).isEqualTo("true");
    assertThat(spans.get(5).attribute("part")).isEqualTo("0.5");
    assertThat(spans.get(5).json().path("kind").asInt()).isEqualTo(3);
    assertThat(spans.get(0).attribute("more")).isEmpty();
    assertThat(collector.text()).contains("a \\\"house\\\"");
  }

  @Test
  void begun_and_ended_are_nanoseconds_of_the_same_clock() {
    tell("one", null, null);

    var json = collector.await(1).getFirst().json();
    long begun = Long.parseLong(json.path("startTimeUnixNano").asString());
    long ended = Long.parseLong(json.path("endTimeUnixNano").asString());
    assertThat(ended).isGreaterThanOrEqualTo(begun);
    assertThat(begun).isGreaterThan(1_700_000_000_000_000_000L);
  }

  @Test
  void what_went_wrong_has_its_kind_among_the_attributes() {
    tell("good", null, null);
    tell("bad", null, "tool_failed");

    var spans = collector.await(2);
    assertThat(spans.get(0).attribute("error.type")).isEmpty();
    assertThat(spans.get(1).attribute("error.type")).isEqualTo("tool_failed");
  }

  @Test
  void after_a_span_that_cannot_be_told_others_arrive() {
    var broken = new HashMap<String, Object>();
    broken.put("tool", null);
    tracer.begin("broken", Span.Kind.SERVER, null, broken).end(null);
    awaitFailed(1);

    tell("good", null, null);
    assertThat(collector.await(1).getFirst().name()).isEqualTo("good");
  }

  @Test
  void half_a_character_in_a_name_is_no_hindrance() {
    tell("half \ud83dx", null, "\udcab");
    tell("x".repeat(299) + "\ud83d\udcab", null, null);

    var spans = collector.await(2);
    assertThat(spans.get(0).name()).isEqualTo("half ?x");
    assertThat(spans.get(1).name()).isEqualTo("x".repeat(299) + "?");
  }

  @Test
  void headers_that_cannot_be_sent_fail_each_time_and_end_nothing() {
    try (var other = tracer(Map.of("host", "elsewhere"))) {
      other.begin("one", Span.Kind.SERVER, null, COMMON).end(null);
      awaitFailed(1);
      other.begin("one", Span.Kind.SERVER, null, COMMON).end(null);
      awaitFailed(2);
    }
  }

  private void awaitFailed(long many) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (counted.getOrDefault("failed", 0L) < many) {
      assertThat(System.nanoTime()).as("%d failed: %s", many, counted).isLessThan(end);
      Thread.onSpinWait();
    }
  }
}
