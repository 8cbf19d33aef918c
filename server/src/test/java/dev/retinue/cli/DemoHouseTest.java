package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.RetinueException;
import dev.retinue.testing.EndToEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a demonstration leaves behind whose daemon never listened.
@EndToEnd
final class DemoHouseTest {
  @TempDir private Path folder;

  private void open(String script, Consumer<String> progress) throws Exception {
    var launcher = Files.writeString(folder.resolve("launcher"), "#!/bin/sh\n" + script);
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    var place = Files.createDirectories(folder.resolve("temporary"));
    DemoHouse.open(place, () -> launcher, "", Map.of(), progress).close();
  }

  private List<Path> left() throws IOException {
    try (var files = Files.list(folder.resolve("temporary"))) {
      return files.toList();
    }
  }

  @Test
  void a_daemon_that_cannot_start_leaves_no_folder() throws Exception {
    assertThatThrownBy(() -> open("echo 'no luck' >&2; exit 1\n", _ -> {}))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("no luck");
    assertThat(left()).isEmpty();
  }

  @Test
  void who_is_interrupted_while_it_starts_leaves_neither_folder_nor_process() throws Exception {
    var before = ProcessHandle.current().children().map(ProcessHandle::pid).toList();
    assertThatThrownBy(() -> open("exec sleep 300\n", _ -> Thread.currentThread().interrupt()))
        .isInstanceOf(InterruptedException.class);
    assertThat(left()).isEmpty();
    assertThat(ProcessHandle.current().children().map(ProcessHandle::pid)).isSubsetOf(before);
  }
}
