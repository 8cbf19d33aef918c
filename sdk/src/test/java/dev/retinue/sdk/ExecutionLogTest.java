package dev.retinue.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.rpc.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutionLogTest {
  private static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");

  @TempDir Path folder;
  private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());

  private Path file() {
    return folder.resolve("logs/executions.jsonl");
  }

  private ExecutionLog log(long maxBytes, int keep) {
    return log(maxBytes, keep, Mask.NONE);
  }

  private ExecutionLog log(long maxBytes, int keep, Mask mask) {
    return new ExecutionLog(file(), maxBytes, keep, InstantSource.fixed(NOON), mask, warnings::add);
  }

  static ExecutionLog.Entry entry(String input, String output, Map<String, Object> meta) {
    return new ExecutionLog.Entry(
        NOON,
        "reviewer",
        "1.2.0",
        3,
        42,
        1,
        List.of("boss", "reviewer"),
        input,
        output,
        "s-1",
        meta);
  }

  static ExecutionLog.Entry entry(String input) {
    return entry(input, "out", Map.of());
  }

  @Test
  void a_call_is_one_line_with_exactly_the_promised_fields() throws IOException {
    log(1000, 5).write(entry("two\nlines", "out", Map.of("mcpTool", "review")));

    assertThat(Files.readAllLines(file()))
        .containsExactly(
            "{\"timestamp\":\"2026-11-16T12:00:00.000Z\",\"agent\":\"reviewer\",\"version\":\"1.2.0\","
                + "\"exitCode\":3,\"durationMs\":42,\"depth\":1,\"callChain\":[\"boss\",\"reviewer\"],"
                + "\"inputSummary\":\"two\\nlines\",\"outputSummary\":\"out\",\"sessionId\":\"s-1\","
                + "\"meta\":{\"mcpTool\":\"review\"}}");
  }

  @Test
  void without_meta_there_is_no_such_field() throws IOException {
    log(1000, 5).write(entry("in"));

    assertThat(Json.WIRE.readTree(Files.readString(file())).has("meta")).isFalse();
  }

  @Test
  void summaries_have_at_most_500_characters_and_no_half_characters() throws IOException {
    log(10_000, 5).write(entry("x".repeat(501), "x".repeat(496) + "😀😀😀", Map.of()));

    var line = Json.WIRE.readTree(Files.readString(file()));
    assertThat(Json.text(line, "inputSummary")).isEqualTo("x".repeat(497) + "...");
    assertThat(Json.text(line, "outputSummary")).isEqualTo("x".repeat(496) + "...");
    assertThat(ExecutionLog.shortened("x".repeat(500))).isEqualTo("x".repeat(500));
  }

  @Test
  void secrets_are_hidden_before_anything_is_cut() throws IOException {
    var mask = new Mask(List.of("s3cret-value"));

    log(10_000, 5, mask)
        .write(
            entry(
                "x".repeat(492) + "s3cret-value and more",
                "says s3cret-value",
                Map.of("contextFiles", List.of("a/s3cret-value.md"), "count", 2)));

    var line = Files.readString(file());
    assertThat(line).doesNotContain("s3cre").contains("says ***", "a/***.md", "\"count\":2");
  }

  @Test
  void what_is_told_besides_is_bounded() throws IOException {
    var many = Collections.nCopies(10_000, "0123456789");

    log(10_000, 5).write(entry("in", "out", Map.of("contextFiles", many)));

    assertThat(Files.size(file())).isLessThan(1000);
    assertThat(Files.readString(file())).contains("\"omitted\"");
  }

  @Test
  void only_the_owner_reads_it() throws IOException {
    log(1000, 5).write(entry("in"));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().getParent())))
        .isEqualTo("rwx------");
  }

  @Test
  void a_full_log_is_put_aside_and_the_line_begins_a_new_one() throws IOException {
    var log = log(1, 5);
    log.write(entry("first"));
    log.write(entry("second"));

    assertThat(names()).containsExactly("executions-20261116T120000000.jsonl", "executions.jsonl");
    assertThat(Files.readString(file())).contains("second");
  }

  @Test
  void rotations_in_one_instant_overwrite_nothing_and_the_newest_are_kept() throws IOException {
    var log = log(1, 3);
    for (int i = 0; i < 20; i++) {
      log.write(entry("call-" + i + "."));
    }

    assertThat(names())
        .containsExactly(
            "executions-20261116T120000000-17.jsonl",
            "executions-20261116T120000000-18.jsonl",
            "executions-20261116T120000000-19.jsonl",
            "executions.jsonl");
    assertThat(allText()).contains("call-16.", "call-17.", "call-18.", "call-19.");
  }

  @Test
  void a_clock_that_was_put_back_does_not_cost_the_newest() throws IOException {
    log(1, 1).write(entry("first"));
    log(1, 1).write(entry("second"));
    var yesterday = InstantSource.fixed(NOON.minus(Duration.ofDays(1)));
    new ExecutionLog(file(), 1, 1, yesterday, Mask.NONE, warnings::add).write(entry("third"));

    assertThat(allText()).contains("second", "third").doesNotContain("first");
  }

  @Test
  void files_of_others_beside_it_are_not_deleted() throws IOException {
    Files.createDirectories(file().getParent());
    var others = file().resolveSibling("executions-2026-03-01T10-15.jsonl");
    Files.writeString(others, "old");

    log(1, 0).write(entry("first"));
    log(1, 0).write(entry("second"));

    assertThat(names()).containsExactly("executions-2026-03-01T10-15.jsonl", "executions.jsonl");
  }

  @Test
  void a_line_that_somebody_did_not_finish_costs_no_other() throws IOException {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), "{\"timestamp\":\"20");

    log(1000, 5).write(entry("whole"));

    assertThat(Files.readAllLines(file())).hasSize(2).last().asString().contains("whole");
  }

  @Test
  void what_cannot_be_written_is_one_warning_until_it_can_again() throws IOException {
    var log = log(1000, 5);
    Files.createDirectories(file());
    log.write(entry("lost"));
    log.write(entry("lost too"));
    assertThat(warnings).singleElement().asString().contains(file().toString());

    Files.delete(file());
    log.write(entry("kept"));
    Files.delete(file());
    Files.createDirectories(file());
    log.write(entry("lost again"));
    assertThat(warnings).hasSize(2);
  }

  @Test
  void a_thread_that_is_interrupted_still_writes_and_stays_interrupted() throws IOException {
    Thread.currentThread().interrupt();
    log(1000, 5).write(entry("cancelled"));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(warnings).isEmpty();
    assertThat(Files.readString(file())).contains("cancelled");
  }

  @Test
  void none_writes_nothing() {
    ExecutionLog.none().write(entry("in"));

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void of_100_calls_at_once_with_a_rotation_each_nothing_is_lost() throws IOException {
    try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 100; i++) {
        var entry = entry("call-" + i + ".");
        crowd.execute(() -> log(1, 1000).write(entry));
      }
    }

    assertThat(warnings).isEmpty();
    assertThat(inputs()).containsExactlyInAnyOrderElementsOf(named("call", 100));
  }

  @Test
  void of_three_processes_that_rotate_at_once_nothing_is_lost() throws Exception {
    var writers = new ArrayList<Process>();
    for (var name : List.of("a", "b", "c")) {
      writers.add(Programs.java(LogWriter.class, file().toString(), name, "100"));
    }
    for (var writer : writers) {
      assertThat(Programs.ended(writer)).isEmpty();
    }

    var expected = new ArrayList<String>();
    List.of("a", "b", "c").forEach(name -> expected.addAll(named(name, 100)));
    assertThat(inputs()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(names().size()).isGreaterThan(20);
  }

  /// A process that writes so many lines into a log that is full after a few.
  static final class LogWriter {
    private LogWriter() {}

    public static void main(String[] arguments) {
      var log =
          new ExecutionLog(
              Path.of(arguments[0]),
              1000,
              1000,
              InstantSource.fixed(NOON),
              Mask.NONE,
              System.out::println);
      for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
        log.write(entry(arguments[1] + "-" + i + "."));
      }
    }
  }

  private static List<String> named(String name, int count) {
    return IntStream.range(0, count).mapToObj(i -> name + "-" + i + ".").toList();
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(file().getParent())) {
      return files
          .map(path -> path.getFileName().toString())
          .filter(name -> !name.endsWith(".lock"))
          .sorted()
          .toList();
    }
  }

  private String allText() throws IOException {
    var text = new StringBuilder();
    for (var name : names()) {
      text.append(Files.readString(file().resolveSibling(name)));
    }
    return text.toString();
  }

  private List<String> inputs() throws IOException {
    return allText()
        .lines()
        .map(line -> Json.WIRE.readTree(line).get("inputSummary").stringValue())
        .toList();
  }
}
