package dev.retinue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Repository;
import dev.retinue.toolset.Toolsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What docs/callers.md shows is so.
final class CallersDocumentTest {
  private static final Pattern COMMAND = Pattern.compile("(?m)^retinue (token|costs)( .*)?$");
  private static final Pattern OPTION = Pattern.compile("`(--[a-z-]+)`");

  @TempDir private Path folder;
  private final String page =
      Repository.text(Repository.ROOT.resolve("docs").resolve("callers.md"));

  private List<List<String>> commands(String name) {
    return COMMAND
        .matcher(page)
        .results()
        .map(it -> it.group().split(" +", -1))
        .filter(it -> it[1].equals(name))
        .map(it -> List.of(it).subList(1, it.length))
        .toList();
  }

  @Test
  void every_command_about_tokens_works_one_after_the_other() {
    assertThat(commands("token")).hasSizeGreaterThan(7);
    for (var words : commands("token")) {
      var all = new ArrayList<Object>(words);
      all.addAll(List.of("--data", folder.resolve("data")));
      var answer = Answer.to(all.toArray());
      assertThat(answer.exitCode()).as(words + answer.toString()).isZero();
    }
  }

  @Test
  void the_options_are_those_of_the_commands() {
    var help =
        Answer.to("token", "create", "--help").ok()
            + Answer.to("token", "change", "--help").ok()
            + Answer.to("token", "rotate", "--help").ok()
            + Answer.to("costs", "--help").ok();
    for (var words : commands("costs")) {
      words.stream()
          .filter(it -> it.startsWith("--"))
          .forEach(it -> assertThat(help).as(words.toString()).contains(it));
    }
    OPTION
        .matcher(page)
        .results()
        .map(it -> it.group(1))
        .filter(it -> !it.equals("--max-budget-usd"))
        .forEach(it -> assertThat(help).contains(it));
    assertThat(page).contains(Toolsets.RELAY);
  }
}
