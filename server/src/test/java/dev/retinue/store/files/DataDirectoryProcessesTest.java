package dev.retinue.store.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A data directory and several processes.
@EndToEnd
final class DataDirectoryProcessesTest {
  private static final Pattern HOLDS = Pattern.compile("holds");
  private static final int NOBODY = 65_534;

  @TempDir Path temporary;
  private final List<Program.Running> started = new ArrayList<>();

  @AfterEach
  void killAll() {
    started.forEach(Program.Running::kill);
  }

  @Test
  void a_directory_whose_owner_was_killed_is_free() throws Exception {
    var place = temporary.resolve("data");
    var holder = start(StoreProgram.of("hold", place, signal()));
    holder.awaitOutput(HOLDS);
    long pid = holder.process().pid();
    assertThatThrownBy(() -> open(place))
        .isInstanceOfSatisfying(
            RetinueException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
        .hasMessageContaining("is in use by Retinue process %d since".formatted(pid))
        .hasMessageContaining("(kill %d)".formatted(pid));

    holder.process().destroyForcibly().waitFor();

    assertThat(place.resolve("daemon.json")).exists();
    assertThat(DaemonRecord.find(place)).isEmpty();
    try (var _ = open(place)) {
      assertThat(DaemonRecord.find(place).orElseThrow().pid())
          .isEqualTo(ProcessHandle.current().pid());
    }
  }

  @Test
  void who_tries_twice_does_not_lose_it_to_another_process() throws IOException {
    try (var _ = open(temporary)) {
      assertThatThrownBy(() -> open(temporary)).hasMessageContaining("is in use");
      var other = start(StoreProgram.of("hold", temporary, signal()));
      var answer = other.awaitOutput(Pattern.compile("holds|CONFLICT.*")).group();
      assertThat(answer).contains("by Retinue process " + ProcessHandle.current().pid());
    }
  }

  @Test
  void of_several_processes_one_gets_it() throws Exception {
    var place = temporary.resolve("data");
    var sign = temporary.resolve("sign");
    var contenders = new ArrayList<Program.Running>();
    for (int i = 0; i < 4; i++) {
      contenders.add(start(StoreProgram.of("hold", place, sign)));
    }
    signal();
    var either = Pattern.compile("holds|CONFLICT: .* is in use by .*");
    var answers = contenders.stream().map(one -> one.awaitOutput(either).group()).toList();
    assertThat(answers).filteredOn("holds"::equals).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.startsWith("CONFLICT")).hasSize(3);
  }

  @Test
  void processes_that_begin_at_once_get_the_same_key_and_token() throws IOException {
    var running = new ArrayList<Program.Running>();
    var sign = temporary.resolve("sign");
    for (int i = 0; i < 3; i++) {
      running.add(start(StoreProgram.of("secrets", temporary, sign)));
    }
    for (var one : running) {
      one.awaitOutput(Pattern.compile("ready"));
    }
    signal();
    var answers = running.stream().map(one -> one.await().out()).distinct().toList();
    assertThat(answers).hasSize(1);
    assertThat(answers.getFirst().lines().distinct()).hasSize(51);
    try (var files = Files.list(temporary)) {
      assertThat(files.filter(file -> file.toString().endsWith(".tmp"))).isEmpty();
    }
  }

  @Test
  void everything_is_private_under_any_umask() throws IOException {
    for (var umask : List.of("000", "777", "022")) {
      assumeTrue(!umask.equals("777") || isRoot(), "only root can work with this umask");
      var place = temporary.resolve("umask-" + umask);
      var java = StoreProgram.of("write", place);
      var command =
          new ArrayList<>(List.of("/bin/sh", "-c", "umask " + umask + "; exec \"$@\"", "sh"));
      command.addAll(java.command());
      var writer = start(java.by(command));
      writer.awaitOutput(Pattern.compile("packed"));
      writer.kill();
      assertPrivate(place);
    }
  }

  private static void assertPrivate(Path place) throws IOException {
    try (var paths = Files.walk(place)) {
      for (var path : paths.toList()) {
        assertThat(Files.getPosixFilePermissions(path))
            .describedAs(path.toString())
            .isEqualTo(Files.isDirectory(path) ? PrivateFiles.FOLDER : PrivateFiles.FILE);
      }
    }
  }

  @Test
  void another_user_reads_nothing() throws IOException {
    assumeTrue(isRoot(), "only root can become another user");
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    var control = Files.writeString(temporary.resolve("control"), "everybody may read this");
    var place = temporary.resolve("data");
    try (var directory = open(place)) {
      directory.tokenFile().readOrCreate(new SecureRandom());
      directory.keyFile().readOrCreate(new SecureRandom());

      assertThat(asNobody("cat", control).out()).contains("everybody may read this");
      for (var file : List.of("token", "key", "daemon.json", "lock")) {
        assertThat(place.resolve(file)).exists();
        assertDenied(asNobody("cat", place.resolve(file)));
      }
      assertDenied(asNobody("ls", place));
      assertDenied(asNobody("touch", place.resolve("new")));
      assertDenied(asNobody("mv", place, temporary.resolve("moved")));
    }
  }

  @Test
  void a_directory_of_another_user_is_refused_and_left_as_it_is() throws IOException {
    assumeTrue(isRoot(), "only root can give a directory to another user");
    var place = Files.createDirectory(temporary.resolve("data"));
    var permissions = PosixFilePermissions.fromString("rwxr-xr-x");
    Files.setPosixFilePermissions(place, permissions);
    Files.setAttribute(place, "unix:uid", NOBODY);
    assertThatThrownBy(() -> open(place))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("belongs to nobody, who could read and change everything in it");
    assertThat(Files.getPosixFilePermissions(place)).isEqualTo(permissions);
    assertThat(place).isEmptyDirectory();
  }

  private static void assertDenied(Program.Ended ended) {
    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.err()).contains("Permission denied");
    assertThat(ended.out()).isEmpty();
  }

  private static Program.Ended asNobody(Object... command) {
    var words = new ArrayList<Object>(List.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY));
    words.add("--clear-groups");
    words.addAll(List.of(command));
    return Program.of(words.toArray()).run();
  }

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  private Path signal() throws IOException {
    return Files.createFile(temporary.resolve("sign"));
  }

  private Program.Running start(Program program) {
    var running = program.start();
    started.add(running);
    return running;
  }

  private static DataDirectory open(Path place) {
    return DataDirectory.open(place, "test", InstantSource.system());
  }
}
