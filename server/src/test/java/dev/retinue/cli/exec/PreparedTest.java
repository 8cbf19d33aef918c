package dev.retinue.cli.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PreparedTest {
  private static final Instant NOON = Instant.parse("2026-11-16T12:00:00.123456789Z");

  @TempDir private Path folder;

  private Compiled compiled(Path source, String content) {
    return new Compiled(
        "Cup",
        new TreeMap<>(Map.of("Cup", content.getBytes(StandardCharsets.UTF_8))),
        List.of(new Compiled.Source(source, FileTime.from(NOON))),
        true);
  }

  @Test
  void the_launcher_finds_a_list_a_jar_and_stamps_as_old_as_the_sources() throws Exception {
    var source = folder.resolve("my agents/Cup.java");
    var prepared = Prepared.of(source, folder.resolve("cache"));
    var made = prepared.write(compiled(source, "x"));
    assertThat(prepared.folder())
        .isEqualTo(Path.of(folder.resolve("cache") + source.toString(), "@"));
    assertThat(made.getParent()).isEqualTo(folder.resolve("cache/@"));
    assertThat(Files.readAllLines(prepared.folder().resolve("prepared")))
        .containsExactly(made.getFileName().toString(), "Cup", source.toString());
    assertThat(Files.getLastModifiedTime(made.resolve("0")).toInstant()).isEqualTo(NOON);
    try (var jar = new JarFile(made.resolve("agent.jar").toFile())) {
      assertThat(jar.getEntry("Cup.class")).isNotNull();
    }
  }

  @Test
  void what_is_made_of_other_sources_has_another_place() throws Exception {
    var source = folder.resolve("Cup.java");
    var prepared = Prepared.of(source, folder.resolve("cache"));
    var before = prepared.write(compiled(source, "x"));
    assertThat(prepared.write(compiled(source, "x"))).isEqualTo(before);
    assertThat(prepared.write(compiled(source, "y"))).isNotEqualTo(before).exists();
    assertThat(before).exists();
  }

  private Path prepared(String name, Instant when) throws IOException {
    var source = folder.resolve(name).resolve("Cup.java");
    var kept = Prepared.of(source, folder.resolve("cache"));
    kept.write(compiled(source, name));
    var list = kept.folder().resolve("prepared");
    Files.setLastModifiedTime(list, FileTime.from(when));
    var made = kept.makes().resolve(Files.readAllLines(list).getFirst());
    Files.setLastModifiedTime(made, FileTime.from(when));
    return made;
  }

  @Test
  void only_so_many_are_kept_and_what_may_be_in_use_stays() throws Exception {
    var oldest = prepared("a", NOON.minusSeconds(9_000));
    var old = prepared("b", NOON.minusSeconds(8_000));
    var young = prepared("c", NOON.minusSeconds(60));
    var newest = prepared("d", NOON);
    new Sweep(folder.resolve("cache"), 1, NOON).run();
    assertThat(oldest).doesNotExist();
    assertThat(old).doesNotExist();
    assertThat(folder.resolve("cache" + folder.resolve("a"))).doesNotExist();
    assertThat(young).exists();
    assertThat(newest).exists();
  }

  @Test
  void what_builds_left_behind_that_are_gone_goes_after_a_month() throws Exception {
    for (var build : List.of("old", "other", "current")) {
      Files.createDirectories(folder.resolve(build).resolve("@"));
    }
    var longAgo = FileTime.from(NOON.minusSeconds(40 * 86_400L));
    Files.setLastModifiedTime(folder.resolve("old/@"), longAgo);
    Files.setLastModifiedTime(folder.resolve("current/@"), longAgo);
    Files.setLastModifiedTime(folder.resolve("other/@"), FileTime.from(NOON));
    Sweep.builds(folder, folder.resolve("current"), NOON);
    assertThat(folder.resolve("old")).doesNotExist();
    assertThat(folder.resolve("other")).exists();
    assertThat(folder.resolve("current")).exists();
  }

  @Test
  void what_was_made_of_former_sources_goes_after_a_while() throws Exception {
    var source = folder.resolve("Cup.java");
    var kept = Prepared.of(source, folder.resolve("cache"));
    var former = kept.write(compiled(source, "x"));
    var draft = Files.createDirectory(kept.makes().resolve("draft1"));
    var current = kept.write(compiled(source, "y"));
    for (var made : List.of(former, draft, current)) {
      Files.setLastModifiedTime(made, FileTime.from(NOON.minusSeconds(9_000)));
    }
    new Sweep(folder.resolve("cache"), 10, NOON).run();
    assertThat(former).doesNotExist();
    assertThat(draft).doesNotExist();
    assertThat(current.resolve("agent.jar")).exists();
  }
}
