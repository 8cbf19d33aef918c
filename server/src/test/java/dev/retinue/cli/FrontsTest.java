package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.front.Snapshot;
import dev.retinue.core.Manners;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FrontsTest {
  @TempDir private Path folder;

  @Test
  void what_is_offered_is_written_down_again_only_when_something_else_is_offered()
      throws IOException {
    try (var household = ServedHousehold.open(folder)) {
      var served = Assembly.served(household, Assembly.Serving.usual(_ -> ""));
      var file = Snapshot.in(household.folder());
      try (var _ = Fronts.welcome(household, served.server(), served.eras(), Manners.USUAL)) {
        Files.delete(file);

        served.server().updated("agents://iac-log");

        assertThat(file).doesNotExist();

        served.server().removeTool("list_running");

        assertThat(file).exists();
      }
    }
  }
}
