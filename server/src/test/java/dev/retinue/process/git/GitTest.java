package dev.retinue.process.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.RetinueException;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.HostileRepository;
import dev.retinue.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Our git, in a repository that wants to be executed.
@EndToEnd
final class GitTest {
  @TempDir private Path folder;
  private HostileRepository repository;
  private Git git;

  @BeforeEach
  void begin() throws IOException {
    repository = HostileRepository.in(folder.resolve("repository"));
    git = new Git(System.getenv(), folder.resolve("git"));
  }

  /// Else the tests below would prove nothing.
  @Test
  void plain_git_executes_what_the_repository_names() throws IOException {
    Files.writeString(repository.folder().resolve("file.txt"), "two\n");
    Program.of("git", "status").in(repository.folder()).run();
    Program.of("git", "add", "-A").in(repository.folder()).run();
    assertThat(repository.executed()).contains("fsmonitor", "clean");
  }

  @Test
  void what_we_ask_of_a_repository_executes_nothing() throws Exception {
    var place = repository.folder();
    assertThat(git.require(place, "rev-parse", "--show-toplevel")).isEqualTo(place.toString());
    git.require(place, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
    git.require(place, "log", "--oneline");
    git.require(place, "diff", "--no-ext-diff", "--no-textconv", "HEAD", "HEAD");
    git.require(
        folder,
        "clone",
        "--quiet",
        "--shared",
        "--template=",
        place.toString(),
        folder.resolve("clone").toString());
    git.require(
        folder.resolve("clone"),
        "fetch",
        "--upload-pack=git-upload-pack",
        place.toString(),
        "HEAD");
    assertThat(repository.executed()).isEmpty();
    assertThat(folder.resolve("clone/file.txt")).hasContent("one");
  }

  @Test
  void to_fetch_into_a_hostile_repository_executes_nothing() throws Exception {
    var other = folder.resolve("other");
    git.require(
        folder,
        "clone",
        "--quiet",
        "--bare",
        "--template=",
        repository.folder().toString(),
        other.toString());
    git.require(
        repository.folder(),
        "fetch",
        "--quiet",
        "--no-tags",
        "--upload-pack=git-upload-pack",
        other.toString(),
        "refs/heads/main:refs/heads/brought");
    assertThat(repository.git("rev-parse", "--verify", "brought")).isNotEmpty();
    assertThat(repository.executed()).isEmpty();
  }

  @Test
  void no_other_transport_than_files_is_used() {
    assertThatThrownBy(() -> git.require(repository.folder(), "fetch", "origin"))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("git fetch failed");
    assertThatThrownBy(
            () -> git.require(folder, "clone", "ssh://localhost/x", folder.resolve("y").toString()))
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining("not allowed");
  }
}
