package dev.retinue.runtime.cli.codex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.runtime.cli.Lines;
import dev.retinue.runtime.cli.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CodexDiaryTest {
  private static final String BEGUN = "{\"type\":\"thread.started\",\"thread_id\":\"t-1\"}";
  private static final String OTHER = "{\"type\":\"turn.started\"}";

  @TempDir private Path folder;
  private Path diary;

  @BeforeEach
  void begin() throws IOException {
    diary =
        Files.createDirectories(folder.resolve("sessions/2026/11/15"))
            .resolve("rollout-2026-11-15T18-27-00-t-1.jsonl");
  }

  private void write(String text) throws IOException {
    Files.writeString(diary, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static String count(long input, long output) {
    return ("{\"timestamp\":\"x\",\"type\":\"event_msg\",\"payload\":{\"type\":\"token_count\",\"info\":"
            + "{\"total_token_usage\":{\"input_tokens\":%d,\"cached_input_tokens\":5,\"output_tokens\":%d},"
            + "\"last_token_usage\":{\"input_tokens\":1}}}}\n")
        .formatted(input, output);
  }

  private Lines lines() {
    return new Codex().lines(Map.of("CODEX_HOME", folder.toString()));
  }

  private static List<Long> totals(List<Seen> seen) {
    return seen.stream()
        .filter(Seen.Spent.class::isInstance)
        .map(it -> ((Seen.Spent) it).total().inputTokens())
        .toList();
  }

  @Test
  void what_was_used_is_known_with_the_next_line_and_told_once() throws IOException {
    var lines = lines();
    write("{\"type\":\"session_meta\"}\n");
    assertThat(totals(lines.read(BEGUN))).isEmpty();
    write(count(100, 10));
    write(count(250, 20));
    assertThat(totals(lines.read(OTHER))).containsExactly(250L);
    assertThat(totals(lines.read(OTHER))).isEmpty();
    write(count(300, 30).substring(0, 60));
    assertThat(totals(lines.read(OTHER))).isEmpty();
    write(count(300, 30).substring(60));
    assertThat(totals(lines.read(OTHER))).containsExactly(300L);
  }

  @Test
  void a_diary_that_is_late_is_found_and_one_that_is_odd_says_nothing() throws IOException {
    var lines = lines();
    assertThat(lines.read(BEGUN)).hasSize(1);
    write("\"token_count\" {\n{\"payload\":{\"type\":\"token_count\",\"info\":null}}\n");
    write(count(-1, 3));
    assertThat(totals(lines.read(OTHER))).isEmpty();
    write(count(7, 1));
    assertThat(totals(lines.read(OTHER))).containsExactly(7L);
    Files.delete(diary);
    assertThat(lines.read(OTHER)).isEmpty();
  }

  @Test
  void without_a_diary_it_reads_what_is_printed() {
    var lines = new CodexDiary(new Codex().lines(), Optional.empty());
    assertThat(lines.read(BEGUN)).hasSize(1);
    assertThat(new Codex().lines(Map.of("HOME", folder.toString())).read(BEGUN)).hasSize(1);
  }
}
