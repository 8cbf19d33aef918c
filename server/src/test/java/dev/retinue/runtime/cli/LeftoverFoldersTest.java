package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.RunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeftoverFoldersTest {
  @TempDir private Path folder;

  @Test
  void folders_of_runs_go_with_all_that_programs_left_in_them() throws IOException {
    var outside = Files.createDirectory(folder.resolve("outside"));
    Files.createFile(outside.resolve("file"));
    var processes = folder.resolve("run");
    for (var prefix : RunId.Prefix.values()) {
      var id = RunId.random(prefix, new SecureRandom());
      var deep = Files.createDirectories(processes.resolve(id + "-12").resolve("tmp/a/b"));
      Files.createFile(deep.resolve("file"));
      Files.createSymbolicLink(deep.resolve("link"), outside);
      for (var path : List.of(deep.resolve("file"), deep, deep.getParent())) {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
      }
    }

    new LeftoverFolders(processes).reap(List.of());

    assertThat(processes).isEmptyDirectory();
    assertThat(outside.resolve("file")).exists();
  }

  @Test
  void what_is_no_folder_of_a_run_stays() throws IOException {
    var other = Files.createDirectories(folder.resolve("run/other"));
    new LeftoverFolders(folder.resolve("run")).reap(List.of());
    assertThat(other).exists();
    new LeftoverFolders(folder.resolve("nowhere")).reap(List.of());
  }
}
