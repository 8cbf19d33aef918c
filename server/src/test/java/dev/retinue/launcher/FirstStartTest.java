package dev.retinue.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@EndToEnd
class FirstStartTest {
  @TempDir Path folder;

  @Test
  void of_three_first_starts_at_once_one_builds_with_visible_progress_and_all_run()
      throws Exception {
    var clone = Clone.in(folder.resolve("a fresh clone"));
    assertThat(clone.retinue("mcp").run().err()).contains("this clone is not built yet");
    for (var old : List.of("0000", "1111", "2222", "3333", "draft-4444")) {
      Files.createDirectories(clone.folder().resolve("build").resolve(old));
    }
    var starts = Stream.generate(() -> clone.retinue("--version").start()).limit(3).toList();
    var ends = starts.stream().map(Program.Running::await).toList();
    assertThat(ends).allSatisfy(end -> assertThat(end.out()).startsWith("retinue 0."));
    assertThat(ends).allSatisfy(end -> assertThat(end.out().lines()).hasSize(1));
    assertThat(ends)
        .filteredOn(end -> end.err().contains("retinue: building it, once"))
        .singleElement()
        .satisfies(
            end -> assertThat(end.err()).contains("server (4 of 4)", "preparing fast starts"));

    var second = clone.retinue("--version").run();
    assertThat(second.err()).isEmpty();
    assertThat(Classes.loadedBy(clone.retinue("mcp"), folder.resolve("log")))
        .satisfies(classes -> assertThat(classes.fromCache("dev.retinue.Main")).isTrue());

    try (var builds = Files.list(clone.folder().resolve("build"))) {
      assertThat(builds.filter(Files::isDirectory)).as("the last three are kept").hasSize(3);
    }

    clone.headMovedAt(Instant.now().plusSeconds(3600));
    assertThat(clone.retinue("mcp", "--help").run().err())
        .isEqualTo(
            "retinue: the sources are newer than this build; './retinue build' brings it up to"
                + " date\n");
    assertThat(clone.retinue("--version").run().err()).contains("the sources have changed");
    assertThat(clone.retinue("--version").run().err()).isEmpty();
  }

  @Test
  void a_damaged_build_is_repaired_and_a_worktree_knows_when_it_moved() throws Exception {
    var clone = Clone.in(folder.resolve("clone"));
    var elsewhere = Files.createDirectories(folder.resolve("git/worktrees/clone/logs"));
    var log = Files.move(clone.folder().resolve(".git/logs/HEAD"), elsewhere.resolve("HEAD"));
    Files.delete(clone.folder().resolve(".git/logs"));
    Files.delete(clone.folder().resolve(".git"));
    Files.writeString(clone.folder().resolve(".git"), "gitdir: " + elsewhere.getParent() + "\n");
    assertThat(clone.retinue("--version").run().exitCode()).isZero();

    Files.setLastModifiedTime(log, FileTime.from(Instant.now().plusSeconds(3600)));
    assertThat(clone.retinue("--version").run().err()).contains("the sources have changed");

    var build = Files.readString(clone.folder().resolve("build/current")).strip();
    Files.writeString(
        clone.folder().resolve("build").resolve(build).resolve("lib/retinue.jar"), "x");
    assertThat(clone.retinue("build").run().exitCode()).isZero();
    assertThat(clone.retinue("--version").run().out()).startsWith("retinue 0.");
  }

  @Test
  void a_build_that_fails_shows_the_error_and_where_the_rest_is() throws Exception {
    var clone = Clone.in(folder.resolve("clone"));
    Files.writeString(
        clone.folder().resolve("mcp/src/main/java/dev/retinue/mcp/Broken.java"), "class Broken {");
    var ended = clone.retinue("--version").run();
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains("Broken.java", "the build failed", "build/build.log");
    assertThat(clone.folder().resolve("build/current")).doesNotExist();
  }

  @Test
  void without_maven_it_says_what_to_install() {
    var clone = Clone.in(folder.resolve("clone"));
    var ended = clone.retinue("--version").with("PATH", "/nowhere").run();
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err()).contains("Maven is needed", "apt install maven");
  }

  @Test
  void an_image_of_its_own_runs_where_there_is_no_java() throws Exception {
    var clone = Clone.in(folder.resolve("clone"));
    var built = clone.retinue("build", "-Pimage").run();
    assertThat(built.exitCode()).as(built.err()).isZero();
    assertThat(built.err()).doesNotContain("not possible here");
    var ended =
        clone
            .retinue("--version")
            .with("PATH", "/nowhere")
            .with("JAVA_HOME", "")
            .with("RETINUE_JVM_FOLDERS", "")
            .run();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).startsWith("retinue 0.");
    assertThat(Classes.loadedBy(clone.retinue("mcp"), folder.resolve("log")))
        .satisfies(classes -> assertThat(classes.fromCache("dev.retinue.Main")).isTrue());

    var dist =
        clone
            .folder()
            .resolve("build")
            .resolve(Files.readString(clone.folder().resolve("build/current")).strip());
    assertThat(modules(dist)).containsAll(needed(dist)).contains("jdk.internal.le");
    assertEverythingCanBeMeasured(clone);
  }

  private static List<String> modules(Path dist) {
    var listed = Program.of(dist.resolve("runtime/bin/java"), "--list-modules").run();
    assertThat(listed.exitCode()).as(listed.err()).isZero();
    return listed.out().lines().map(it -> it.replaceFirst("@.*", "")).toList();
  }

  /// Of the JDK, by the jars. What compiles is a whole JDK's, and the libraries do without a
  /// desktop.
  private static List<String> needed(Path dist) throws Exception {
    var jdeps = new ArrayList<Object>();
    jdeps.add(Repository.JDK.resolve("bin/jdeps"));
    jdeps.addAll(
        List.of("--multi-release", "25", "--ignore-missing-deps", "-q", "--print-module-deps"));
    jdeps.addAll(List.of("--class-path", dist.resolve("lib") + "/*"));
    try (var jars = Files.list(dist.resolve("lib"))) {
      jdeps.addAll(jars.filter(it -> it.toString().endsWith(".jar")).toList());
    }
    var found = Program.of(jdeps.toArray()).run();
    assertThat(found.exitCode()).as(found.out() + found.err()).isZero();
    var needed = List.of(found.out().strip().split(",", -1));
    assertThat(needed).contains("java.base", "jdk.management");
    return needed.stream()
        .filter(it -> !Set.of("java.desktop", "java.compiler", "jdk.compiler").contains(it))
        .toList();
  }

  private void assertEverythingCanBeMeasured(Clone clone) throws Exception {
    var data = folder.resolve("data");
    var daemon = clone.retinue("serve", "--port", "0", "--data", data).start();
    try (var client = HttpClient.newHttpClient()) {
      var url = daemon.awaitOutput(Pattern.compile("serves MCP at (\\S+)")).group(1);
      var token = Files.readString(data.resolve("token")).strip();
      for (var path : List.of("/metrics", "/api/vitals")) {
        var request =
            HttpRequest.newBuilder(URI.create(url).resolve(path))
                .header("Authorization", "Bearer " + token)
                .timeout(Duration.ofSeconds(30))
                .build();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
      }
    } finally {
      daemon.kill();
      daemon.process().waitFor();
    }
  }
}
