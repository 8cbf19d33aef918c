package dev.retinue.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Limit;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// docs/limits.md and the code have the same limits.
final class LimitsDocumentTest {
  @Test
  void the_page_has_every_limit_and_no_other() throws IOException {
    var page = Files.readString(Repository.ROOT.resolve("docs/limits.md"));
    var rows = page.substring(page.indexOf("## All limits")).lines();

    assertThat(rows.filter(line -> line.startsWith("| `")))
        .containsExactlyElementsOf(Arrays.stream(Limit.values()).map(this::row).toList());
  }

  @Test
  void what_the_operator_sets_is_a_setting() throws IOException {
    var settings = Files.readString(Repository.ROOT.resolve("docs/configuration.md"));
    assertThat(Arrays.stream(Limit.values()).map(Limit::key))
        .filteredOn(key -> key.startsWith("limits.") || key.startsWith("sessions."))
        .isNotEmpty()
        .allSatisfy(key -> assertThat(settings).contains("| `" + key + "` |"));
  }

  private String row(Limit limit) {
    return "| `%s` | %s | %s | %s |"
        .formatted(
            limit.key(),
            limit.whose().word(),
            limit.isFixed() ? Long.toString(limit.bound()) : "",
            limit.about());
  }
}
