package dev.retinue.runtime.cli.guidance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.runtime.cli.Profile;
import dev.retinue.runtime.cli.Profile.Setting;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.runtime.cli.gemini.Gemini;
import dev.retinue.runtime.cli.opencode.OpenCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the real programs were seen to read by themselves; each case was measured.
final class GuidanceTest {
  private static final Map<String, Profile> PROGRAMS =
      Map.of(
          "claude", new Claude(),
          "codex", new Codex(),
          "gemini", new Gemini(),
          "opencode", new OpenCode());
  private static final List<String> TOLD = List.of("AGENTS.md", "CLAUDE.md");

  @TempDir private Path folder;

  /// @param files of the folder, each with what it says after a colon
  @ParameterizedTest
  @CsvSource({
    "claude, CLAUDE.md:a, CLAUDE.md",
    "claude, AGENTS.md:b, AGENTS.md",
    "claude, CLAUDE.md:a AGENTS.md:b, CLAUDE.md",
    "claude, CLAUDE.md:~ AGENTS.md:b, AGENTS.md",
    "claude, .claude/CLAUDE.md:a AGENTS.md:b, ''",
    "claude, CLAUDE.local.md:a AGENTS.md:b, ''",
    "claude, ../CLAUDE.md:a AGENTS.md:b, ''",
    "claude, ../AGENTS.md:b CLAUDE.md:a, CLAUDE.md",
    "claude, CLAUDE.md:~@AGENTS.md~ AGENTS.md:b, AGENTS.md CLAUDE.md",
    "claude, CLAUDE.md:~-~@docs/x.md docs/x.md:a~@../AGENTS.md AGENTS.md:b, AGENTS.md CLAUDE.md",
    "claude, CLAUDE.md:**@AGENTS.md** AGENTS.md:b, AGENTS.md CLAUDE.md",
    "claude, CLAUDE.md:(@AGENTS.md) AGENTS.md:b, CLAUDE.md",
    "claude, CLAUDE.md:see~@AGENTS.md. AGENTS.md:b, CLAUDE.md",
    "claude, CLAUDE.md:`@AGENTS.md` AGENTS.md:b, CLAUDE.md",
    "claude, CLAUDE.md:```~@AGENTS.md~``` AGENTS.md:b, CLAUDE.md",
    "claude, CLAUDE.md:<!--~@AGENTS.md~--> AGENTS.md:b, CLAUDE.md",
    "codex, CLAUDE.md:a, ''",
    "codex, CLAUDE.md:a AGENTS.md:b, AGENTS.md",
    "codex, AGENTS.override.md:a AGENTS.md:b, ''",
    "codex, AGENTS.override.md:~ AGENTS.md:b, ''",
    "opencode, CLAUDE.md:a, CLAUDE.md",
    "opencode, CLAUDE.md:a AGENTS.md:b, AGENTS.md",
    "opencode, CLAUDE.md:a ../AGENTS.md:b, ''",
    "gemini, CLAUDE.md:a AGENTS.md:b, ''",
    "gemini, GEMINI.md:a~@AGENTS.md~ AGENTS.md:b, AGENTS.md"
  })
  void what_a_program_reads_where_it_is_trusted(String program, String files, String read)
      throws IOException {
    var directory = Files.createDirectories(folder.resolve("top/project"));
    for (var each : files.split(" ", -1)) {
      int colon = each.indexOf(':');
      var file = directory.resolve(each.substring(0, colon));
      Files.createDirectories(file.resolveSibling("."));
      Files.writeString(file, each.substring(colon + 1).replace('~', '\n'));
    }
    var profile = Objects.requireNonNull(PROGRAMS.get(program));
    assertThat(told(profile, directory, true)).isEqualTo(read);
    // With the settings of the project off they read nothing; gemini makes no difference.
    assertThat(told(profile, directory, false)).isEqualTo(program.equals("gemini") ? read : "");
  }

  private static String told(Profile profile, Path directory, boolean trusted) {
    var read = profile.guidance(directory, new Setting(1, trusted));
    return String.join(" ", TOLD.stream().filter(read::contains).toList());
  }
}
