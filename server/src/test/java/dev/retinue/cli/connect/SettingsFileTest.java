package dev.retinue.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.RetinueException;
import dev.retinue.testing.TestClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of others, which are changed with care.
final class SettingsFileTest {
  @TempDir private Path folder;

  @Test
  void a_change_that_is_refused_takes_no_backup_away() throws IOException {
    var path = Files.writeString(folder.resolve("settings.json"), "0");
    var clock = new TestClock();
    var file = SettingsFile.at(path, clock);
    for (int i = 0; i < 7; i++) {
      assertThat(file.replace(Optional.of(String.valueOf(i)), String.valueOf(i + 1))).isPresent();
      clock.advance(Duration.ofSeconds(1));
    }
    var before = files();
    assertThat(before).hasSize(6);
    assertThatThrownBy(() -> file.replace(Optional.of("other"), "8"))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("meanwhile");
    assertThat(files()).isEqualTo(before);
  }

  private List<Path> files() throws IOException {
    try (var all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }
}
