package dev.retinue.runtime.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Masked;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TailTest {
  private static final int MB = 1024 * 1024;

  @TempDir private Path folder;
  private Path file;
  private Tail tail;

  @BeforeEach
  void begin() throws IOException {
    file = Files.createFile(folder.resolve("out"));
    tail = new Tail(file, 0);
  }

  @AfterEach
  void end() {
    tail.close();
  }

  private void write(String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.APPEND);
  }

  /// All that is there now.
  private List<String> hear() throws IOException {
    var lines = new ArrayList<String>();
    for (var piece = tail.read(); piece.length > 0; piece = tail.read()) {
      tail.split(piece, lines::add);
    }
    return lines;
  }

  @Test
  void lines_come_when_they_are_complete() throws IOException {
    assertThat(hear()).isEmpty();
    write("one\ntw");
    assertThat(hear()).containsExactly("one");
    write("o\n\nthree");
    assertThat(hear()).containsExactly("two", "");
    var rest = new ArrayList<String>();
    tail.rest(rest::add);
    assertThat(rest).containsExactly("three");
    tail.rest(rest::add);
    assertThat(rest).hasSize(1);
  }

  @Test
  void what_is_put_in_the_place_of_the_file_is_not_read() throws IOException {
    write("one\n");
    Files.delete(file);
    Files.writeString(folder.resolve("secret"), "nobody reads this\n");
    Files.createSymbolicLink(file, folder.resolve("secret"));
    assertThat(hear()).containsExactly("one");
    assertThat(tail.end(100)).isEqualTo("one");
  }

  @Test
  void characters_are_whole_wherever_a_piece_ends() throws IOException {
    var line = "x".repeat(MB / 2 - 2) + "grüße 🎩".repeat(1000);
    write(line + "\n" + line + "\n");
    assertThat(hear()).containsExactly(line, line);
  }

  @Test
  void long_lines_are_kept_and_of_one_that_is_too_long_a_mark_remains() throws IOException {
    write(
        "x".repeat(8 * MB) + "\n" + "y".repeat(8 * MB + 1) + "\n" + "z".repeat(3 * MB) + "\nend\n");
    var lines = hear();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).hasSize(8 * MB);
    assertThat(lines.get(1)).isEqualTo("(a line of more than 8 MB)");
    assertThat(lines.get(2)).hasSize(3 * MB);
    assertThat(lines.get(3)).isEqualTo("end");
  }

  @Test
  void pieces_are_what_was_written_and_never_too_much_at_once() throws IOException {
    var text = "grüße 🎩\n".repeat(200_000);
    write(text);
    var all = new ByteArrayOutputStream();
    for (var piece = tail.read(); piece.length > 0; piece = tail.read()) {
      assertThat(piece.length).isLessThanOrEqualTo(MB);
      all.writeBytes(piece);
    }
    assertThat(all.toByteArray()).isEqualTo(text.getBytes(UTF_8));
  }

  @Test
  void half_of_a_configured_secret_is_not_left_at_the_beginning_of_its_end() throws IOException {
    var secret = "tail-4f9d0c1e7b6a5832";
    Masked.know(secret);
    write("x".repeat(5_000) + secret + "y".repeat(90));
    assertThat(tail.end(100)).endsWith("y".repeat(90)).doesNotContain(secret.substring(11));
    assertThat(tail.end(100)).hasSizeLessThanOrEqualTo(100);
  }

  @Test
  void of_a_short_file_the_end_is_all_of_it() throws IOException {
    write("one\ntwo\n");
    assertThat(tail.end(100)).isEqualTo("one\ntwo");
    assertThat(tail.end(4)).isEqualTo("two");
  }
}
