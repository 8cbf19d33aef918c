package dev.retinue.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Repository;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Wrong files, and exactly what is said about each: `config/wrong.txt` is the table.
class WrongFilesTest {
  private static final String TABLE =
      Repository.text(Repository.ROOT.resolve("server/src/test/resources/config/wrong.txt"));

  record WrongFile(String name, String yaml, String sentences) {
    static WrongFile of(String part) {
      int yaml = part.indexOf('\n') + 1;
      int sentences = part.indexOf("--- says\n");
      return new WrongFile(
          part.substring(0, yaml).strip(),
          part.substring(yaml, sentences),
          part.substring(sentences).replace("--- says\n", "").stripTrailing());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<WrongFile> wrongFiles() {
    return Arrays.stream(TABLE.split("(?m)^=== "))
        .filter(part -> !part.isEmpty())
        .map(WrongFile::of)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("wrongFiles")
  void every_mistake_is_told_with_its_place_and_remedy(WrongFile file) {
    assertThat(Read.refusal(file.yaml())).isEqualTo(file.sentences());
  }

  @Test
  void the_table_is_read_whole() {
    assertThat(wrongFiles()).hasSize(119);
  }

  @Test
  void of_many_mistakes_the_first_are_told_and_that_there_are_more() {
    var yaml = new StringBuilder("staff:\n");
    for (int i = 0; i < 30; i++) {
      yaml.append("  a%d: {description: Reads code., runtime: scripted, odd: 1}\n".formatted(i));
    }
    assertThat(Read.refusal(yaml.toString()).lines())
        .hasSize(21)
        .startsWith(
            "retinue.yaml:2:53: there is no key 'odd' in staff 'a0'; its keys are description,"
                + " runtime, model, effort, max-output-tokens, coder, instructions, instructions-file, tools, limits, program, login,"
                + " sandbox, permissions, retinue, vigilance, fallback.")
        .endsWith("retinue.yaml: there are more mistakes below these.");
  }

  @Test
  void an_odd_key_of_any_length_is_told_in_one_short_line() {
    assertThat(Read.refusal("? " + "x".repeat(100_000) + "\n: y\n"))
        .isEqualTo(
            "retinue.yaml:1:3: a key must be a word, but this is '" + "x".repeat(60) + "…'.");
    assertThat(Read.refusal("? \"a\\tb\\e\\u202e\"\n: y\n"))
        .contains("'a b??'")
        .doesNotContain("\t", "\u001b", "\u202e");
  }

  @Test
  void a_mistake_behind_an_alias_is_told_for_each_who_uses_it_where_it_stands() {
    var yaml =
        """
        staff:
          a: {description: Reads code., runtime: scripted, limits: &few {max-turns: x}}
          b: {description: Reads code., runtime: scripted, limits: *few}
        """;
    assertThat(Read.refusal(yaml).lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("retinue.yaml:2:77: 'max-turns' in 'limits' of staff '"));
  }
}
