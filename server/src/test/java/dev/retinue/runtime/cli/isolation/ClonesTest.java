package dev.retinue.runtime.cli.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.process.Removal;
import dev.retinue.process.git.Git;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.HostileRepository;
import dev.retinue.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clones, and programs that make of them what they can.
@EndToEnd
final class ClonesTest {
  @TempDir private Path folder;
  private final RunId run = RunId.random(RunId.Prefix.AGENT, new SecureRandom());
  private HostileRepository repository;
  private Git git;
  private Clones clones;

  @BeforeEach
  void begin() throws IOException {
    repository = HostileRepository.in(folder.resolve("repository"));
    git = new Git(System.getenv(), folder.resolve("git"));
    clones = new Clones(folder.resolve("clones"), git);
  }

  private static void program(Path directory, String... words) {
    var command = new java.util.ArrayList<Object>(java.util.List.of("git"));
    command.addAll(java.util.List.of("-c", "user.name=a", "-c", "user.email=b"));
    command.addAll(java.util.List.of(words));
    var ended = Program.of(command.toArray()).in(directory).with("HOME", "/nonexistent").run();
    assertThat(ended.exitCode()).as(ended.err()).isZero();
  }

  @Test
  void what_was_committed_and_what_was_left_becomes_a_branch() throws Exception {
    var before = repository.git("rev-parse", "main");
    var clone = clones.open(run, repository.folder());
    Files.writeString(clone.directory().resolve("new.txt"), "new\n");
    program(clone.directory(), "add", "-A");
    program(clone.directory(), "commit", "-qm", "new");
    Files.writeString(clone.directory().resolve("file.txt"), "two\n");

    var facts = clone.keep("worker");
    clone.discard();

    assertThat(facts)
        .containsEntry("isolation_commits", "2")
        .containsEntry("isolation_files", "file.txt\nnew.txt");
    assertThat(facts.get("isolation_diff")).contains("+two", "+new");
    assertThat(clone.work()).doesNotExist();
    assertThat(repository.executed()).isEmpty();
    assertThat(repository.git("rev-parse", "main")).isEqualTo(before);
    var fetch = clone.facts().getOrDefault("isolation_folder", "");
    var branch = clone.facts().getOrDefault("isolation_branch", "");
    assertThat(git.require(Path.of(fetch), "show", branch + ":file.txt")).isEqualTo("two");
    assertThat(git.require(Path.of(fetch), "log", "-1", "--format=%an %s", branch))
        .isEqualTo("worker What was left uncommitted");
  }

  @Test
  void nothing_that_a_program_wrote_into_its_clone_is_executed() throws Exception {
    var clone = clones.open(run, repository.folder());
    repository.poison(clone.work());
    var embedded = Files.createDirectories(clone.work().resolve("embedded"));
    program(embedded, "init", "-q");
    Files.writeString(embedded.resolve("x"), "x");
    program(embedded, "add", "-A");
    program(embedded, "commit", "-qm", "x");
    repository.poison(embedded);
    Files.writeString(clone.work().resolve("file.txt"), "two\n");
    Files.writeString(clone.work().resolve(".gitattributes"), "* filter=evil diff=evil\n");

    assertThat(clone.keep("worker").get("isolation_files")).contains("file.txt");

    assertThat(repository.executed()).isEmpty();
  }

  @Test
  void an_embedded_repository_that_was_committed_is_not_asked_either() throws Exception {
    var clone = clones.open(run, repository.folder());
    var embedded = Files.createDirectories(clone.work().resolve("embedded"));
    program(embedded, "init", "-q");
    Files.writeString(embedded.resolve("x"), "x");
    program(embedded, "add", "-A");
    program(embedded, "commit", "-qm", "x");
    program(clone.work(), "add", "-A");
    program(clone.work(), "commit", "-qm", "embedded");
    Files.writeString(embedded.resolve("x"), "changed");
    repository.poison(embedded);

    clone.keep("worker");

    assertThat(repository.executed()).isEmpty();
  }

  @Test
  void a_clone_that_became_the_way_to_another_repository_is_not_read() throws Exception {
    var secret = HostileRepository.in(folder.resolve("secret"));
    var clone = clones.open(run, repository.folder());
    Removal.of(clone.work().resolve(".git"));
    Files.writeString(
        clone.work().resolve(".git"), "gitdir: " + secret.folder().resolve(".git") + "\n");

    assertThatThrownBy(() -> clone.keep("worker"))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("made something else of its clone");
  }

  @Test
  void a_clone_takes_no_objects_from_elsewhere() throws Exception {
    var secret = HostileRepository.in(folder.resolve("secret"));
    var clone = clones.open(run, repository.folder());
    Files.writeString(
        clone.work().resolve(".git/objects/info/alternates"),
        secret.folder().resolve(".git/objects") + "\n");

    assertThatThrownBy(() -> clone.keep("worker")).isInstanceOf(RetinueException.class);
  }

  @Test
  void a_run_works_in_the_same_folder_of_its_clone_and_goes_on_there() throws Exception {
    Files.createDirectories(repository.folder().resolve("deep/er"));
    Files.writeString(repository.folder().resolve("deep/er/x"), "x");
    git.require(repository.folder(), "add", "deep");
    repository.git("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=", "commit", "-qm", "d");
    var first = clones.open(run, repository.folder().resolve("deep/er"));
    Files.writeString(first.directory().resolve("y"), "y");

    var second = clones.open(run, repository.folder().resolve("deep/er"));

    assertThat(second.directory().resolve("y")).hasContent("y");
    assertThat(second.directory()).endsWith(Path.of("deep/er"));
  }

  @Test
  void what_is_no_repository_is_refused() throws IOException {
    var plain = Files.createDirectories(folder.resolve("plain"));
    assertThatThrownBy(() -> clones.open(run, plain))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("needs a git repository");
    var empty = Files.createDirectories(folder.resolve("empty"));
    program(empty, "init", "-q");
    assertThatThrownBy(() -> clones.open(run, empty))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("needs a commit");
  }

  @Test
  void clones_go_when_they_are_old_or_nobody_knows_them() throws Exception {
    clones.open(run, repository.folder());
    var longAgo = Instant.now().minusSeconds(3600);
    var soon = Instant.now().plusSeconds(3600);
    assertThat(clones.sweep(_ -> true, _ -> false, longAgo)).isZero();
    assertThat(clones.sweep(_ -> true, _ -> true, soon)).isZero();
    assertThat(clones.sweep(_ -> true, _ -> false, soon)).isEqualTo(1);
    clones.open(run, repository.folder());
    assertThat(clones.sweep(_ -> false, _ -> false, longAgo)).isEqualTo(1);
  }
}
