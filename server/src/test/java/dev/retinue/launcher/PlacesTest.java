package dev.retinue.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@EndToEnd
class PlacesTest {
  @TempDir Path folder;

  @Test
  void a_path_with_spaces_and_quotes_is_a_path_like_any_other() {
    var installation = Installation.in(folder, "it's a \"fine\" $place/my retinue").warmedAnew();
    var ended = installation.retinue("--version").run();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).startsWith("retinue 0.");
    var classes = Classes.loadedBy(installation.retinue("mcp"), folder.resolve("log"));
    assertThat(classes.fromCache("dev.retinue.Main")).isTrue();
  }

  @Test
  void it_starts_through_links_and_from_any_directory() throws Exception {
    var installation = Installation.in(folder, "some where/retinue");
    var near = folder.resolve("some where/near");
    Files.createSymbolicLink(near, Path.of("retinue/retinue"));
    var far = Files.createSymbolicLink(folder.resolve("far"), near);
    for (var start :
        List.of(
            Program.of(far, "--version").in(Path.of("/")),
            Program.of("sh", "retinue", "--version").in(installation.folder()),
            Program.of("sh", "far", "--version").in(folder))) {
      var ended = start.with("JAVA_HOME", Repository.JDK).run();
      assertThat(ended.err()).isEmpty();
      assertThat(ended.out()).startsWith("retinue 0.");
    }
  }

  @Test
  void a_name_that_is_not_ascii_is_no_obstacle_even_without_a_locale() throws Exception {
    var installation = Installation.in(folder, "dä/rétinue").warmed();
    var said = installation.retinue("grün").run();
    assertThat(said.err()).startsWith("retinue: there is no command 'grün'.");
    var inC = installation.retinue("warm", "--help").with("LC_ALL", "C").run();
    assertThat(inC.out()).startsWith("Usage: retinue warm");
  }

  @Test
  void a_folder_that_java_cannot_run_from_is_named() {
    var ended = Installation.in(folder, "a:b").retinue("--version").run();
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err()).contains("with a colon in its name", "a:b");
  }

  @Test
  void what_cannot_be_written_out_is_not_a_success() {
    var installation = Installation.in(folder, "retinue");
    var command = "\"$0\" --version >/dev/full";
    var ended =
        Program.of("sh", "-c", command, installation.launcher())
            .with("JAVA_HOME", Repository.JDK)
            .run();
    assertThat(ended.exitCode()).isEqualTo(1);
  }

  @Test
  void a_moved_installation_keeps_its_caches() throws Exception {
    var before = Installation.in(folder, "before").warmed();
    Files.move(before.folder(), folder.resolve("after"));
    var after = new Installation(folder.resolve("after"), before.home(), before.bin());
    var classes = Classes.loadedBy(after.retinue("mcp"), folder.resolve("log"));
    assertThat(classes.fromCache("dev.retinue.Main")).isTrue();
  }

  @Test
  void an_installation_that_lacks_a_part_says_so() throws Exception {
    var installation = Installation.in(folder, "retinue");
    Files.delete(installation.folder().resolve("build.id"));
    var ended = installation.retinue("--version").run();
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err()).startsWith("retinue: this installation is not whole");
  }

  @Test
  void a_read_only_installation_runs_and_warms_into_the_folder_of_its_user() throws Exception {
    var installation = Installation.in(folder, "retinue");
    makeReadOnly(installation);
    var log = installation.home().resolve("log");

    var version = asUser(installation.retinue("--version")).run();
    assertThat(version.err()).isEmpty();
    assertThat(version.out()).startsWith("retinue 0.");

    assertThat(asUser(installation.retinue("warm")).run().exitCode()).isZero();
    assertThat(installation.caches()).isEmpty();
    assertThat(installation.cachesOfTheUser()).hasSize(3);
    assertThat(
            Classes.loadedBy(asUser(installation.retinue("mcp")), log)
                .fromCache("dev.retinue.Main"))
        .isTrue();
  }

  /// Root may write anywhere, so as root this becomes nobody's installation, used by nobody.
  private Program asUser(Program program) {
    if (!isRoot()) {
      return program;
    }
    var command =
        new ArrayList<>(
            List.of("/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    command.addAll(program.command());
    return program.by(command);
  }

  private void makeReadOnly(Installation installation) throws IOException {
    for (var open : List.of(folder, installation.home())) {
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
    try (var files = Files.walk(installation.folder())) {
      for (var file : files.toList()) {
        boolean executable = Files.isExecutable(file);
        var permissions = executable ? "r-xr-xr-x" : "r--r--r--";
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
      }
    }
  }

  private static boolean isRoot() {
    return Program.of("id", "-u").run().out().strip().equals("0");
  }
}
