package dev.retinue.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where programs are looked for.
final class ProgramsTest {
  @TempDir private Path folder;

  @Test
  void what_is_no_path_is_passed_over() throws IOException {
    var program = Files.createFile(folder.resolve("tool"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    var programs = new Programs(Map.of("PATH", "/no\0path" + File.pathSeparator + folder));
    assertThat(programs.find("tool")).contains(program);
    assertThat(programs.find("/to\0ol")).isEmpty();
  }
}
