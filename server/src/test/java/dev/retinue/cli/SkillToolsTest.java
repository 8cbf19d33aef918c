package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Repository;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the skill tells the model of a client to call is there to be called.
class SkillToolsTest {
  private static final Pattern TOOL = Pattern.compile("`([a-z]+(?:_[a-z]+)+)`");

  /// Where they stand is not said of parameters.
  private static final Pattern ROW = Pattern.compile("(?m)^\\|.*$|`list_pending`|`get_result`");

  @TempDir private Path folder;

  @Test
  void the_skill_names_tools_that_there_are() throws InterruptedException {
    var skill =
        Repository.text(
            Repository.ROOT.resolve("server/src/main/resources/dev/retinue/cli/connect/SKILL.md"));
    var named = new TreeSet<String>();
    ROW.matcher(skill)
        .results()
        .map(MatchResult::group)
        .forEach(row -> TOOL.matcher(row).results().forEach(it -> named.add(it.group(1))));
    // Those two are there where their programs are.
    assertThat(named).contains("spawn_claude", "spawn_codex").hasSizeGreaterThan(12);
    named.removeAll(Set.of("spawn_claude", "spawn_codex"));
    try (var house = new TwoCallers(folder)) {
      assertThat(house.server().tools().keySet()).containsAll(named);
    }
  }
}
