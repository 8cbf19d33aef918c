package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId;
import dev.retinue.process.Spawn;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The command of a run, as one could type it.
final class CommandLineShownTest {
  @Test
  void words_are_quoted_as_a_shell_wants_them() {
    assertThat(shown("/bin/claude", "-p", "--model=opus", "it's two words", ""))
        .isEqualTo("/bin/claude -p --model=opus 'it'\\''s two words' ''");
  }

  @Test
  void what_looks_like_a_secret_is_masked_and_a_long_text_cut() {
    assertThat(shown("run", "sk-" + "a".repeat(30))).isEqualTo("run sk-***");
    assertThat(shown("run", "x".repeat(10_000))).hasSizeLessThan(600);
  }

  private static String shown(String... words) {
    var nowhere = Path.of("/");
    return CommandLine.of(
        new Spawn(
            RunId.of("agent-aaaaaaaaaaaaaaaaaaaaaaaaaa"),
            List.of(words),
            nowhere,
            Map.of(),
            new Spawn.Files(nowhere, nowhere, nowhere),
            Spawn.Limits.USUAL));
  }
}
