package dev.retinue.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that were made to harm whoever reads them.
class HostileYamlTest {
  private static final String GOOD =
      """
      staff:
        reviewer: &r
          description: "Reads code."
          runtime: scripted
          tools: [read, 'write']
          limits: {max-cost-usd: 2.50, may-recurse: true}
          instructions: |
            Be kind.
      """;

  @TempDir Path folder;

  @Test
  void the_billion_laughs_are_refused_before_they_are_laughed() {
    var yaml = new StringBuilder("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
    for (int i = 1; i < 10; i++) {
      var alias = "*a" + (i - 1);
      yaml.append(
          "a%d: &a%d [%s]\n".formatted(i, i, String.join(", ", Collections.nCopies(9, alias))));
    }
    assertThat(Read.refusal(yaml.toString()))
        .isEqualTo(
            "retinue.yaml:5:35: up to here the file holds more than 50000 values; make it smaller,"
                + " with fewer aliases.");
  }

  @Test
  void many_aliases_of_something_large_are_refused() {
    var large = IntStream.range(0, 10_000).mapToObj(i -> "x").collect(Collectors.joining(", "));
    assertThat(Read.refusal("a: &a [" + large + "]\nb: [*a, *a, *a, *a, *a]\n"))
        .startsWith("retinue.yaml:2:17: up to here the file holds more than 50000 values;");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? ", "[{a: "})
  void ten_thousand_levels_are_refused(String level) {
    assertThat(Read.refusal(level.repeat(10_000)))
        .startsWith("retinue.yaml:1:")
        .endsWith(": values are nested more than 32 deep here.");
  }

  @Test
  void sections_indented_ever_deeper_are_refused() {
    var yaml =
        IntStream.range(0, 1_000)
            .mapToObj(i -> " ".repeat(i) + "a:\n")
            .collect(Collectors.joining());
    assertThat(Read.refusal(yaml))
        .isEqualTo("retinue.yaml:32:32: values are nested more than 32 deep here.");
  }

  @Test
  void a_file_of_four_megabytes_is_refused_unread() throws Exception {
    var file = Files.writeString(folder.resolve("retinue.yaml"), "#".repeat(4 << 20));
    assertThatCode(() -> Read.file(file))
        .isInstanceOf(RetinueException.class)
        .hasMessage("'%s' has more than 1024 KiB; make it smaller.", file);
  }

  @Test
  void a_file_of_exactly_a_mebibyte_is_read() throws Exception {
    var file = folder.resolve("retinue.yaml");
    Files.writeString(file, GOOD + "#".repeat((1 << 20) - GOOD.length()));
    assertThat(Read.file(file).staff().all()).hasSize(1);
    Files.writeString(file, GOOD + "#".repeat((1 << 20) - GOOD.length() + 1));
    assertThatCode(() -> Read.file(file)).hasMessageContaining("has more than 1024 KiB");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: &a [*a]", "a: &a {b: *a}", "&a a: &a [b, [*a]]", "a: &a {*a : b}"})
  void what_contains_itself_is_refused(String yaml) {
    assertThat(Read.refusal(yaml)).endsWith("*a stands inside of &a itself; write the value out.");
  }

  @Test
  void an_anchor_may_be_used_again() {
    var yaml =
        """
        staff:
          a: {description: &it Reads code., runtime: &where scripted, tools: &tools [read]}
          b: {description: *it, runtime: *where, tools: *tools}
        """;
    var staff = Read.configuration(yaml).staff();
    assertThat(staff.require("b").tools()).containsExactly("read");
    assertThat(staff.require("b").description()).isEqualTo("Reads code.");
  }

  @Test
  void text_in_another_encoding_is_refused_where_it_begins() {
    assertThat(Read.refusal("staff: # caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1)))
        .isEqualTo("retinue.yaml:1:13: this is not UTF-8; save the file as UTF-8.");
    assertThat(Read.refusal("staff:\n".getBytes(StandardCharsets.UTF_16)))
        .isEqualTo("retinue.yaml:1:1: this is not UTF-8; save the file as UTF-8.");
    assertThat(Read.refusal("staff:\n".getBytes(StandardCharsets.UTF_16LE)))
        .startsWith("retinue.yaml:1:2: the character U+0000 cannot stand here;");
    assertThat(Read.refusal(new byte[] {'a', ':', ' ', (byte) 0xC3}))
        .isEqualTo("retinue.yaml:1:4: this is not UTF-8; save the file as UTF-8.");
  }

  @Test
  void characters_that_nobody_sees_are_refused() {
    assertThat(Read.refusal("staff:\r\n  \u0000"))
        .isEqualTo(
            "retinue.yaml:2:3: the character U+0000 cannot stand here; remove it, or save the file"
                + " as UTF-8 text.");
    assertThat(Read.refusal("# \ud83d\ude00\u001b")).startsWith("retinue.yaml:1:4: ");
    assertThat(Read.refusal(GOOD.replace("Reads", "\\0")))
        .isEqualTo("retinue.yaml:3:18: this text holds the character U+0000; remove it.");
    assertThat(Read.refusal(GOOD.replace("Reads", "\\ud800"))).contains("U+D800");
    assertThat(Read.refusal(GOOD.replace("reviewer:", "\"\\e\":"))).contains("U+001B");
  }

  @Test
  void windows_and_its_editors_are_welcome() {
    var expected = Read.configuration(GOOD).staff().all();
    assertThat(Read.configuration(GOOD.replace("\n", "\r\n")).staff().all()).isEqualTo(expected);
    assertThat(Read.configuration('\uFEFF' + GOOD).staff().all()).isEqualTo(expected);
    assertThat(Read.refusal("\uFEFFstafff:\n")).startsWith("retinue.yaml:1:1: there is no key 's");
  }

  @Test
  void tabs_are_refused_where_they_indent() {
    assertThat(Read.refusal("staff:\n\treviewer:\n"))
        .isEqualTo("retinue.yaml:2:1: a tab cannot stand here; indent with spaces.");
  }

  /// Whatever happens to a file, it is read or refused with a sentence, and nothing else comes out.
  @Test
  void a_file_with_any_damage_is_read_or_refused() {
    var random = new Random(20260728);
    var signs = "[]{}:,-?&*!|>'\"%@`#\n\t \\<~\u0000\u00e9\ud83d\ude00".toCharArray();
    int refused = 0;
    for (int round = 0; round < 4_000; round++) {
      var yaml = new StringBuilder(GOOD);
      for (int damage = random.nextInt(5); damage >= 0; damage--) {
        int at = random.nextInt(yaml.length());
        switch (random.nextInt(3)) {
          case 0 -> yaml.deleteCharAt(at);
          case 1 -> yaml.insert(at, signs[random.nextInt(signs.length)]);
          case 2 -> yaml.insert(at, yaml.substring(at, Math.min(at + 40, yaml.length())));
          default -> throw new AssertionError();
        }
      }
      try {
        Read.configuration(yaml.toString());
      } catch (RetinueException e) {
        refused++;
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(e.getMessage().lines()).allMatch(line -> line.startsWith("retinue.yaml:"));
      }
    }
    assertThat(refused).isBetween(2_000, 3_999);
  }
}
