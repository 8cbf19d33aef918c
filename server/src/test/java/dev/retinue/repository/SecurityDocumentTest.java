package dev.retinue.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Repository;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// docs/security.md names tests that there are, for every threat.
final class SecurityDocumentTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (T[0-9]+) \\|.*\\| (.*) \\|$");
  private static final Pattern NAME = Pattern.compile("`([a-z/]*[A-Za-z]+Test)`");
  private static final int THREATS = 27;

  private static List<MatchResult> rows() {
    var text = Repository.text(Repository.ROOT.resolve("docs/security.md"));
    return ROW.matcher(text).results().toList();
  }

  @Test
  void every_threat_has_its_row() {
    assertThat(rows()).hasSize(THREATS);
    for (int i = 0; i < THREATS; i++) {
      assertThat(rows().get(i).group(1)).isEqualTo("T" + (i + 1));
    }
  }

  /// With the folder of each: another of the same name, or of a similar one, is about something
  /// else.
  @Test
  void every_row_names_tests_by_their_folders_and_each_is_exactly_one() {
    var known =
        Repository.files("Test.java")
            .map(it -> it.subpath(it.getNameCount() - 2, it.getNameCount()).toString())
            .map(it -> it.replace(".java", ""))
            .toList();
    for (var row : rows()) {
      var named = NAME.matcher(row.group(2)).results().map(it -> it.group(1)).toList();
      assertThat(named).as(row.group(1)).isNotEmpty();
      for (var name : named) {
        assertThat(known).as("%s: %s", row.group(1), name).containsOnlyOnce(name);
      }
    }
  }
}
