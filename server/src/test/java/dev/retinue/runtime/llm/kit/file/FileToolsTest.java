package dev.retinue.runtime.llm.kit.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the tools for files do where nobody means any harm.
final class FileToolsTest {
  @TempDir private Path folder;
  private FileBench bench;

  @BeforeEach
  void open() throws IOException {
    bench = new FileBench(folder);
  }

  @Test
  void a_file_is_read_whole_or_in_parts() throws Exception {
    bench.file("a/b.txt", "one\ntwo\nthree\n");
    assertThat(bench.use("read_file", "{'path':'a/b.txt'}").output())
        .isEqualTo("one\ntwo\nthree\n");
    assertThat(bench.use("read_file", "{'path':'a/b.txt','line':2,'limit':1}").output())
        .isEqualTo("two\n[lines 2 to 2 of 3; go on with line 3]");
    assertThat(bench.use("read_file", FileBench.path(bench.root().resolve("a/b.txt").toString())))
        .matches(it -> !it.failed());
  }

  @Test
  void a_long_file_says_where_to_go_on() throws Exception {
    bench.file("long.txt", "0123456789\n".repeat(10_000));
    var read = bench.use("read_file", "{'path':'long.txt'}").output();
    assertThat(read).hasSizeLessThan(41_000).endsWith("of 10000; go on with line 3637]");
  }

  @Test
  void several_files_are_read_at_once_also_where_one_cannot_be() throws Exception {
    bench.file("a", "A");
    assertThat(bench.use("read_multiple_files", "{'paths':['a','b']}").output())
        .isEqualTo("=== a ===\nA\n\n=== b ===\n['b' is not there; list_directory shows what is.]");
    assertThat(bench.use("read_multiple_files", "{'paths':['a'],'json':true}").output())
        .isEqualTo("[{\"path\":\"a\",\"content\":\"A\"}]");
  }

  @Test
  void what_is_no_text_is_refused_with_a_sentence() throws Exception {
    Files.write(bench.root().resolve("zero"), new byte[] {'a', 0, 'b'});
    Files.write(bench.root().resolve("latin"), new byte[] {'a', (byte) 0xe4, 'b'});
    for (var name : List.of("zero", "latin")) {
      var read = bench.use("read_file", FileBench.path(name));
      assertThat(read.failed()).isTrue();
      assertThat(read.output()).contains("is not text in UTF-8");
    }
  }

  @Test
  void what_is_too_large_is_not_read() throws Exception {
    try (var file = new java.io.RandomAccessFile(bench.root().resolve("big").toFile(), "rw")) {
      file.setLength(Contents.MOST_BYTES + 1L);
    }
    assertThat(bench.use("read_file", "{'path':'big'}").output()).contains("more than 10 MB");
  }

  @Test
  void a_file_is_written_in_folders_that_are_made() throws Exception {
    var made = bench.use("write_file", "{'path':'x/y/z.txt','content':'hello'}");
    assertThat(made.output()).isEqualTo("Made 'x/y/z.txt' with 5 characters.");
    assertThat(bench.root().resolve("x/y/z.txt")).hasContent("hello");
    try (var all = Files.walk(bench.root())) {
      assertThat(all.filter(it -> it.toString().contains(Folders.OURS))).isEmpty();
    }
  }

  @Test
  void a_file_that_is_replaced_keeps_its_permissions() throws Exception {
    var file = bench.file("run.sh", "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));
    bench.use("write_file", "{'path':'run.sh','content':'new'}");
    assertThat(file).hasContent("new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rwxr-x---");
  }

  @Test
  void edits_are_made_all_or_not_at_all() throws Exception {
    var file = bench.file("a.txt", "one two two");
    assertThat(
            bench
                .use(
                    "edit_file",
                    "{'path':'a.txt','edits':[{'oldText':'one','newText':'1'},{'oldText':'two','newText':'2'}]}")
                .output())
        .contains("edit 2 is more than once");
    assertThat(
            bench
                .use("edit_file", "{'path':'a.txt','edits':[{'oldText':'zwei','newText':''}]}")
                .output())
        .contains("edit 1 is not in the file");
    assertThat(file).hasContent("one two two");
    assertThat(
            bench.use(
                "edit_file",
                "{'path':'a.txt','edits':[{'oldText':'one two','newText':'1 2'},{'oldText':' two','newText':''}]}"))
        .matches(it -> !it.failed());
    assertThat(file).hasContent("1 2");
  }

  @Test
  void folders_are_listed_made_and_removed() throws Exception {
    bench.file("b.txt", "");
    assertThat(bench.use("create_directory", "{'paths':['d/e','d/e']}").output())
        .isEqualTo("'d/e' was made.\n'd/e' was there before.");
    assertThat(bench.use("list_directory", "{'path':'.'}").output())
        .isEqualTo("FILE b.txt\nDIR  d");
    var removed = bench.use("remove_directory", "{'paths':['d','d/e','.']}");
    assertThat(removed.failed()).isTrue();
    assertThat(removed.output())
        .isEqualTo("'d' is not empty.\n'd/e' was removed.\n'.' is your working directory.");
  }

  @Test
  void a_tree_is_shown_without_repositories() throws Exception {
    bench.file("src/a.txt", "");
    bench.file(".git/config", "");
    assertThat(bench.use("directory_tree", "{'path':'.'}").output())
        .isEqualTo(
            "{\"name\":\".\",\"type\":\"directory\",\"children\":[{\"name\":\"src\",\"type\":\"directory\",\"children\":[{\"name\":\"a.txt\",\"type\":\"file\"}]}]}");
  }

  @Test
  void text_and_patterns_are_found_with_their_lines() throws Exception {
    bench.file("src/a.txt", "first\nneedle 1\n");
    bench.file("src/b.min.js", "needle 2");
    bench.file(".git/x", "needle 3");
    assertThat(
            bench
                .use(
                    "search_files_content",
                    "{'path':'.','query':'needle','excludePatterns':['*.min.js']}")
                .output())
        .isEqualTo("1 lines in 1 files:\nsrc/a.txt:2: needle 1");
    assertThat(
            bench
                .use(
                    "search_files_content", "{'path':'src','query':'need.. [0-9]','is_regex':true}")
                .output())
        .startsWith("2 lines in 2 files:");
    assertThat(bench.use("search_files_content", "{'path':'.','query':'(','is_regex':true}"))
        .matches(it -> it.failed() && it.output().contains("no regular expression"));
  }

  @Test
  void a_pattern_that_would_take_for_ever_is_stopped() throws Exception {
    bench.file("a.txt", "a".repeat(5_000) + "!");
    var found =
        bench
            .searchingFor(Duration.ofMillis(200))
            .use("search_files_content", "{'path':'.','query':'(a+)+$','is_regex':true}");
    assertThat(found.output()).contains("The time was over");
  }

  @Test
  void a_pattern_of_names_that_would_take_for_ever_takes_no_time() throws Exception {
    bench.file("a".repeat(200) + "b", "needle");
    var stars = "*a".repeat(60) + "*c";
    long begin = System.nanoTime();
    var found =
        bench
            .searchingFor(Duration.ofSeconds(5))
            .use(
                "search_files_content",
                "{'path':'.','query':'needle','excludePatterns':['%s']}".formatted(stars));
    assertThat(found.output()).startsWith("1 lines in 1 files");
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void what_is_denied_by_a_name_that_is_a_link_is_denied() throws Exception {
    bench.file("vault/key.txt", "needle");
    Files.createSymbolicLink(bench.root().resolve("secrets"), Path.of("vault"));
    bench.within(Scope.of(bench.root(), List.of(), List.of("secrets")));
    assertThat(bench.use("read_file", "{'path':'secrets/key.txt'}"))
        .matches(it -> it.failed() && it.output().contains("not among the paths"));
    assertThat(bench.use("read_file", "{'path':'vault/key.txt'}"))
        .matches(it -> it.failed() && it.output().contains("not among the paths"));
  }

  @Test
  void what_rules_keep_from_being_read_is_not_searched_either() throws Exception {
    bench.file("open.txt", "needle");
    bench.file("closed.txt", "needle");
    var found =
        bench
            .ruled(file -> !file.endsWith("closed.txt"))
            .use("search_files_content", "{'path':'.','query':'needle'}");
    assertThat(found.output()).contains("open.txt").doesNotContain("closed.txt");
  }

  @Test
  void a_file_may_narrow_what_can_be_touched() throws Exception {
    bench.file("src/a.txt", "a");
    bench.file("src/deep/b.txt", "b");
    bench.file("c.txt", "c");
    var scope = Scope.of(bench.root(), List.of("src", "/etc"), List.of("src/deep"));
    assertThat(scope.warnings()).hasSize(1);
    bench.within(scope);
    assertThat(bench.use("read_file", "{'path':'src/a.txt'}").output()).isEqualTo("a");
    assertThat(bench.use("read_file", "{'path':'c.txt'}").failed()).isTrue();
    assertThat(bench.use("read_file", "{'path':'src/deep/b.txt'}").failed()).isTrue();
    assertThat(bench.use("write_file", "{'path':'d.txt','content':''}").failed()).isTrue();
    assertThat(bench.use("list_directory", "{'path':'.'}").output()).isEqualTo("DIR  src");
    bench.within(Scope.of(bench.root(), List.of("/etc"), List.of()));
    assertThat(bench.use("read_file", "{'path':'c.txt'}").failed()).isTrue();
  }
}
