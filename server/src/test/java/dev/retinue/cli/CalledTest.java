package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalledTest {
  @ParameterizedTest
  @CsvSource({
    "./retinue, ./retinue",
    "../clone/retinue, ../clone/retinue",
    "retinue, ./retinue",
    "/home/me/bin/retinue, retinue",
    "/home/me/bin/ret, ret",
    "/opt/retinue/retinue, /opt/retinue/retinue",
    "/opt/my tools/retinue, '''/opt/my tools/retinue'''",
    ", retinue",
  })
  void the_word_is_the_one_that_works(String called, String word) {
    var environment = Map.of("PATH", "/usr/bin:/home/me/bin/:");
    assertThat(Called.word(called, environment, Path.of("/home/me/clone"))).isEqualTo(word);
  }

  @ParameterizedTest
  @CsvSource({
    "'''retinue ps -a'' lists them', '''./retinue ps -a'' lists them'",
    "'  retinue logs -f x | retinue wait y', '  ./retinue logs -f x | ./retinue wait y'",
    "'the launcher, retinue, not with java', 'the launcher, retinue, not with java'",
    "'git diff main...retinue/agent-1a2b', 'git diff main...retinue/agent-1a2b'",
    "'retinue <command> --help says more', './retinue <command> --help says more'",
    "'see /opt/retinue run', 'see /opt/retinue run'",
  })
  void only_what_is_typed_is_changed(String sentence, String told) {
    assertThat(Called.in(sentence, "./retinue")).isEqualTo(told);
  }

  @Test
  void who_types_the_usual_word_reads_it() {
    assertThat(Called.in("'retinue ps'", "retinue")).isEqualTo("'retinue ps'");
  }
}
