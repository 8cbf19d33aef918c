package dev.retinue.runtime.scripted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.FailureReason;
import dev.retinue.testing.Repository;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScriptDocumentTest {
  private static final String DOCUMENT =
      Repository.text(Repository.ROOT.resolve("docs/scripted-agents.md"));
  private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```script\n(.*?)^```$");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)[^`]*` \\|");

  static List<String> examples() {
    return EXAMPLE.matcher(DOCUMENT).results().map(found -> found.group(1)).toList();
  }

  static List<String> words() {
    var words = new TreeSet<>(Word.ALL.keySet());
    words.add(Script.END);
    return List.copyOf(words);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void every_example_can_be_played(String example) {
    assertThat(Script.parse(example).steps()).isNotEmpty();
  }

  @Test
  void the_table_names_every_step_and_no_other() {
    assertThat(ROW.matcher(DOCUMENT).results().map(found -> found.group(1)))
        .containsExactlyInAnyOrderElementsOf(words());
  }

  @ParameterizedTest
  @MethodSource("words")
  void every_step_is_shown_in_an_example(String word) {
    assertThat(String.join("", examples())).containsPattern("(?m)^ *" + word + "( |$)");
  }

  @ParameterizedTest
  @MethodSource("words")
  void the_example_in_a_refusal_can_be_read(String word) {
    var known = Word.ALL.get(word);
    if (known != null) {
      var end = word.equals("repeat") ? "\nend" : "";
      assertThat(Script.parse(known.example() + end).steps()).hasSize(1);
    }
  }

  @Test
  void every_reason_to_fail_is_named() {
    assertThat(Arrays.stream(FailureReason.values()).map(it -> "`" + it.word() + "`"))
        .allSatisfy(reason -> assertThat(DOCUMENT).contains(reason));
  }
}
