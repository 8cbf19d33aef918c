package dev.retinue.toolset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeftOutTest {
  @TempDir private Path folder;

  @Test
  void a_mistake_has_its_place_its_sentence_and_the_lines_around_it() throws IOException {
    var file = folder.resolve("tea.yaml");
    Files.writeString(file, "a\nb\n\tc\nkey: sk-0123456789abcdef\ne\nf\n");
    var all =
        LeftOut.of(
            List.of(
                "%s:3:2: there is no key 'c'.\n%s:6:1: nor 'f'.".formatted(file, file),
                file + ": it is too long."));
    assertThat(all).hasSize(3);
    var first = all.getFirst();
    assertThat(first.file()).isEqualTo(file.toString());
    assertThat(first.line()).isEqualTo(3);
    assertThat(first.column()).isEqualTo(2);
    assertThat(first.sentence()).isEqualTo("there is no key 'c'.");
    assertThat(first.excerpt())
        .containsExactly(
            new LeftOut.Line(1, "a"),
            new LeftOut.Line(2, "b"),
            new LeftOut.Line(3, "  c"),
            new LeftOut.Line(4, "key: sk-***"),
            new LeftOut.Line(5, "e"));
    assertThat(all.get(1).excerpt()).hasSize(3);
    assertThat(all.get(2))
        .isEqualTo(new LeftOut(file.toString(), null, null, "it is too long.", null));
  }

  @Test
  void nothing_is_shown_of_links_of_what_is_gone_and_of_lines_that_are_not_there()
      throws IOException {
    var secret = Files.writeString(folder.resolve("secret"), "hidden\n");
    var link = Files.createSymbolicLink(folder.resolve("link.yaml"), secret);
    var all =
        LeftOut.of(
            List.of(
                link + ":1:1: wrong.",
                folder.resolve("gone.yaml") + ":1:1: wrong.",
                secret + ":99:1: wrong."));
    assertThat(all).extracting(LeftOut::excerpt).containsOnlyNulls();
    assertThat(LeftOut.of(List.of("no place at all")).getFirst().sentence())
        .isEqualTo("no place at all");
  }
}
