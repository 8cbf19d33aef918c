package dev.retinue.runtime.llm.kit.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.process.Removal;
import dev.retinue.runtime.llm.tool.Tool.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// Nothing outside of the folder of a run is read or changed, whatever a model names and whatever
/// somebody moves meanwhile.
final class HostilePathsTest {
  @TempDir private Path folder;
  private FileBench bench;

  @BeforeEach
  void open() throws IOException {
    bench = new FileBench(folder);
    bench.file("a/b/inside.txt", "inside");
    Files.createSymbolicLink(bench.root().resolve("out"), bench.outside());
    Files.createSymbolicLink(bench.root().resolve("up"), Path.of(".."));
    Files.createSymbolicLink(bench.root().resolve("file"), bench.outside().resolve("secret.txt"));
    Files.createSymbolicLink(bench.root().resolve("dangling"), bench.outside().resolve("new.txt"));
    Files.createSymbolicLink(bench.root().resolve("loop"), Path.of("loop"));
    Files.createSymbolicLink(bench.root().resolve("in"), Path.of("a/b"));
    Files.createSymbolicLink(bench.root().resolve("a/back"), bench.root().resolve("a/b"));
  }

  private List<String> waysOut() {
    return List.of(
        "..",
        "../outside/secret.txt",
        "a/../../outside/secret.txt",
        "a/b/../../../outside/secret.txt",
        "./.././outside/secret.txt",
        "in/../../../outside/secret.txt",
        "out/secret.txt",
        "out/../outside/secret.txt",
        "up/outside/secret.txt",
        "file",
        "dangling",
        "loop",
        "loop/x",
        "a/b/inside.txt/../../../../outside/secret.txt",
        bench.outside().resolve("secret.txt").toString(),
        bench.root() + "/../outside/secret.txt",
        bench.root() + "-evil/secret.txt",
        "/etc/passwd",
        "/proc/self/environ",
        "/proc/self/cwd/secret.txt",
        "/dev/zero",
        "//etc/passwd",
        "a\0b",
        "",
        " ",
        "x".repeat(5_000),
        "x/".repeat(2_000) + "y");
  }

  @Test
  void no_way_leads_out() throws Exception {
    for (var way : waysOut()) {
      for (var result : everything(way)) {
        assertThat(result.failed()).as(way).isTrue();
        assertThat(result.output()).as(way).doesNotContain(FileBench.SECRET).isNotBlank();
      }
    }
    assertThat(bench.outside().resolve("secret.txt")).hasContent(FileBench.SECRET);
    try (var all = Files.list(bench.outside())) {
      assertThat(all).hasSize(1);
    }
    try (var all = Files.list(folder)) {
      assertThat(all).hasSize(2);
    }
  }

  private List<Result> everything(String way) throws Exception {
    var one = FileBench.path(way);
    var many = JsonMapper.shared().createObjectNode();
    many.putArray("paths").add(way);
    var edit = FileBench.path(way);
    edit.putArray("edits").addObject().put("oldText", "nobody").put("newText", "somebody");
    return List.of(
        bench.use("read_file", one),
        bench.use("write_file", FileBench.path(way).put("content", "mine")),
        bench.use("edit_file", edit),
        bench.use("directory_tree", one),
        bench.use("search_files_content", FileBench.path(way).put("query", "nobody")),
        bench.use("create_directory", many),
        bench.use("remove_directory", many));
  }

  @Test
  void links_that_stay_inside_are_walked() throws Exception {
    assertThat(bench.use("read_file", "{'path':'in/inside.txt'}").output()).isEqualTo("inside");
    assertThat(bench.use("read_file", "{'path':'a/back/inside.txt'}").output()).isEqualTo("inside");
    assertThat(bench.use("read_file", "{'path':'in/../b/inside.txt'}").output())
        .isEqualTo("inside");
    bench.use("write_file", "{'path':'in/inside.txt','content':'new'}");
    assertThat(bench.root().resolve("a/b/inside.txt")).hasContent("new");
    assertThat(Files.isSymbolicLink(bench.root().resolve("in"))).isTrue();
  }

  @Test
  void links_are_shown_and_not_followed() throws Exception {
    assertThat(bench.use("list_directory", "{'path':'.'}").output())
        .contains("LINK out")
        .contains("LINK file");
    assertThat(bench.use("search_files_content", "{'path':'.','query':'nobody'}").output())
        .isEqualTo("Nothing was found.");
    assertThat(bench.use("directory_tree", "{'path':'.'}").output()).doesNotContain("secret");
  }

  @Test
  void what_is_no_plain_file_is_not_opened() throws Exception {
    var files =
        new dev.retinue.runtime.llm.kit.file.Files(
            Enclosed.of(Path.of("/dev"), Scope.ALL), _ -> true, new Random());
    for (var tool : List.of("read_file", "search_files_content", "write_file")) {
      var result =
          new FileTools(files)
              .tools().stream()
                  .filter(it -> it.spec().name().equals(tool))
                  .findFirst()
                  .orElseThrow()
                  .call("call", FileBench.path("zero").put("query", "x").put("content", "x"));
      assertThat(result.output()).isEqualTo("'zero' is no plain file, and so is not touched.");
    }
  }

  @Test
  void what_others_execute_later_is_not_changed() throws Exception {
    bench.file(".git/config", "[core]");
    for (var name :
        List.of(
            ".git/hooks/pre-commit",
            ".git/config",
            ".GIT/config",
            "sub/.git/config",
            ".vscode/tasks.json",
            ".claude/settings.json",
            ".mcp.json",
            "a/../.bashrc")) {
      var written = bench.use("write_file", FileBench.path(name).put("content", "evil"));
      assertThat(written.failed()).as(name).isTrue();
    }
    assertThat(bench.root().resolve(".git/config")).hasContent("[core]");
    assertThat(bench.root().resolve(".bashrc")).doesNotExist();
  }

  /// A folder becomes a link to the outside and a folder again, as fast as somebody can.
  @Test
  void whoever_moves_folders_meanwhile_leads_nobody_out() throws Exception {
    var place = bench.root().resolve("race");
    var aside = bench.root().resolve("aside");
    Files.createDirectory(place);
    Files.writeString(place.resolve("secret.txt"), "inside");
    var over = new AtomicBoolean();
    var racer = Thread.ofPlatform().start(() -> race(place, aside, over));
    int inside = 0;
    try {
      for (int i = 0; i < 1_000 || inside == 0; i++) {
        var read = bench.use("read_file", "{'path':'race/secret.txt'}");
        assertThat(read.output()).doesNotContain(FileBench.SECRET);
        inside += read.failed() ? 0 : 1;
        if (i % 10 == 0) {
          bench.use("write_file", "{'path':'race/made.txt','content':'x'}");
          bench.use("create_directory", "{'paths':['race/made/deep']}");
          var found = bench.use("search_files_content", "{'path':'race','query':'nobody'}");
          assertThat(found.output()).doesNotContain(FileBench.SECRET);
        }
      }
    } finally {
      over.set(true);
      racer.join();
    }
    try (var all = Files.list(bench.outside())) {
      assertThat(all.map(it -> it.getFileName().toString())).containsExactly("secret.txt");
    }
  }

  private void race(Path place, Path aside, AtomicBoolean over) {
    while (!over.get()) {
      try {
        Files.move(place, aside);
        Files.createSymbolicLink(place, bench.outside());
        Files.delete(place);
        Files.move(aside, place);
      } catch (IOException e) {
        tidy(place, aside); // Whoever writes may have made the folder anew.
      }
    }
  }

  private static void tidy(Path place, Path aside) {
    try {
      if (Files.exists(aside)) {
        Removal.of(place);
        Files.move(aside, place);
      }
    } catch (IOException e) {
      // It is tried again.
    }
  }
}
