package dev.retinue.config.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Files that somebody wrote to do harm.
final class HostileFilesTest {
  private static final Duration SOON = Duration.ofMillis(100);
  private static final int ATTEMPTS = 5;
  private static final String FINE = "agents: {root: {description: %s}}";

  @TempDir private Path folder;
  private final AgentFiles files = new AgentFiles(Reading.LANDSCAPE);

  record Hostile(String name, String text, Charset charset, String says) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Hostile> hostile() {
    var texts = new LinkedHashMap<String, Map.Entry<String, String>>();
    texts.put("bomb", Map.entry(bomb(), "more than 10000 values"));
    texts.put(
        "circle", Map.entry("agents: &a {root: {commands: *a}}", "stands inside of &a itself"));
    texts.put(
        "4 MB",
        Map.entry("#" + "x".repeat(4 << 20) + "\nagents: {root: {}}", "more than 1024 KiB"));
    texts.put("twice", Map.entry("agents: {root: {}, root: {}}", "'root' is already in line 1"));
    texts.put("tag", Map.entry("agents: {root: !!java.net.URL {}}", "means nothing here"));
    texts.put("deep", Map.entry("agents: " + "[".repeat(5000), "nested more than 32 deep"));
    texts.put("wide", Map.entry("agents: [" + "a,".repeat(60_000) + "]", "more than 10000 values"));
    texts.put("two documents", Map.entry("agents: {root: {}}\n---\na: b\n", "second document"));
    texts.put("merge", Map.entry("a: &a {b: c}\nagents: {root: {<<: *a}}", "'<<' does not merge"));
    texts.put("hidden", Map.entry("agents: {root: {description: \"a\u0000\"}}", "U+0000"));
    texts.put(
        "many mistakes",
        Map.entry(
            "agents: {root: {"
                + Stream.iterate(0, i -> i + 1)
                    .limit(4_000)
                    .map(i -> "k" + i + ": 1, ")
                    .reduce("", String::concat)
                + "}}",
            "there are more mistakes"));
    var all =
        texts.entrySet().stream()
            .map(
                it ->
                    new Hostile(
                        it.getKey(),
                        it.getValue().getKey(),
                        StandardCharsets.UTF_8,
                        it.getValue().getValue()));
    var strange =
        new Hostile(
            "latin-1",
            "agents: {root: {description: \u00e4}}",
            StandardCharsets.ISO_8859_1,
            "not UTF-8");
    return Stream.concat(all, Stream.of(strange));
  }

  private static String bomb() {
    var text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      text.append("a%d: &a%d [".formatted(i, i)).append("*a%d,".formatted(i - 1).repeat(9));
      text.append("]\n");
    }
    return text + "agents: {root: {}}\n";
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void a_hostile_file_is_refused_soon_and_with_a_sentence(Hostile hostile) throws IOException {
    var file = Files.write(folder.resolve("team.yaml"), hostile.text().getBytes(hostile.charset()));

    assertThat(refusal(file)).contains(hostile.says());
    assertThat(fastest(file)).isLessThan(SOON);
  }

  /// On the core, of several attempts: the machine may be busy, and the compiler has to wake up.
  private Duration fastest(Path file) {
    var clock = ManagementFactory.getThreadMXBean();
    var fastest = Duration.ofDays(1);
    for (int i = 0; i < ATTEMPTS && fastest.compareTo(SOON) >= 0; i++) {
      long begin = clock.getCurrentThreadCpuTime();
      refusal(file);
      var took = Duration.ofNanos(clock.getCurrentThreadCpuTime() - begin);
      fastest = took.compareTo(fastest) < 0 ? took : fastest;
    }
    return fastest;
  }

  @Test
  void a_link_is_refused_wherever_it_leads() throws IOException {
    var file = Files.writeString(folder.resolve("real.yaml"), FINE.formatted("a"));
    var link = Files.createSymbolicLink(folder.resolve("link.yaml"), file);
    var dangling = Files.createSymbolicLink(folder.resolve("none.yaml"), folder.resolve("gone"));

    assertThat(refusal(link)).contains("is a link; put the file itself there.");
    assertThat(refusal(dangling)).contains("is a link; put the file itself there.");
    assertThat(files.require(file, true).agents()).hasSize(1);
  }

  @Test
  void a_folder_is_no_file() throws IOException {
    assertThat(refusal(Files.createDirectory(folder.resolve("team.yaml"))))
        .contains("is a folder or a device; name a file.");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_pipe_and_what_the_system_makes_are_never_opened() throws Exception {
    var pipe = folder.resolve("pipe.yaml");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThat(refusal(pipe)).contains("is a folder or a device; name a file.");
    assertThat(refusal(Path.of("/proc/self/environ"))).contains("is made by the system");
    assertThat(refusal(Path.of("/dev/zero"))).contains("is a folder or a device");
    assertThat(fastest(pipe)).isLessThan(SOON);
  }

  @Test
  void a_way_out_of_its_folder_is_no_way() throws IOException {
    var inside = Files.createDirectory(folder.resolve("inside"));
    var outside = Files.writeString(folder.resolve("team.yaml"), FINE.formatted("a"));

    assertThat(
            catchThrowableOfType(
                    RetinueException.class,
                    () -> SafeFile.read(inside, inside.resolve("../team.yaml"), 1000))
                .getMessage())
        .contains("is not inside of");
    assertThat(outside).exists();
  }

  @Test
  void one_that_is_broken_hides_no_other() throws IOException {
    Files.writeString(folder.resolve("good.yaml"), FINE.formatted("a"));
    Files.writeString(folder.resolve("bad.yaml"), "agents: [");
    Files.createSymbolicLink(folder.resolve("link.yaml"), Path.of("/etc/passwd"));

    var found = files.in(List.of(AgentFolder.trusted(folder)));

    assertThat(found.teams()).hasSize(1);
    assertThat(found.troubles()).hasSize(2);
  }

  @Test
  void the_folder_of_a_project_that_is_a_link_is_not_looked_into() throws IOException {
    var elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("good.yaml"), FINE.formatted("a"));
    var link = Files.createSymbolicLink(folder.resolve("agents"), elsewhere);

    assertThat(files.in(List.of(new AgentFolder(link, false, true))).teams()).isEmpty();
    assertThat(files.in(List.of(AgentFolder.trusted(link))).teams()).hasSize(1);
  }

  @Test
  void nor_is_one_behind_a_link() throws IOException {
    var elsewhere = Files.createDirectories(folder.resolve("elsewhere/agents"));
    Files.writeString(elsewhere.resolve("good.yaml"), FINE.formatted("a"));
    var project = Files.createDirectory(folder.resolve("project"));
    Files.createSymbolicLink(project.resolve(".retinue"), folder.resolve("elsewhere"));
    var staff = new FileStaff(List::of, files, List.of());

    assertThat(staff.in(project).all()).isEmpty();
  }

  /// Whoever works in a project may change its files while they are looked at.
  @Test
  @EnabledOnOs(OS.LINUX)
  void a_pipe_in_the_place_of_a_file_keeps_nobody_waiting() throws Exception {
    var agents = Files.createDirectory(folder.resolve("agents"));
    var pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    var file = agents.resolve("team.yaml");
    var over = new AtomicBoolean();
    var swapping = Thread.ofPlatform().daemon().start(() -> swap(file, pipe, over));

    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
          while (System.nanoTime() < end) {
            files.in(List.of(new AgentFolder(agents, false, true)));
          }
        });
    over.set(true);
    swapping.join();
  }

  /// Now it is a file, and now a pipe.
  private void swap(Path file, Path pipe, AtomicBoolean over) {
    try {
      var another = folder.resolve("another");
      var plain = Files.writeString(folder.resolve("plain"), FINE.formatted("a"));
      while (!over.get()) {
        Files.createLink(another, plain);
        Files.move(another, file, StandardCopyOption.ATOMIC_MOVE);
        Files.createLink(another, pipe);
        Files.move(another, file, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_folder_with_too_much_in_it_does_not_fill_the_memory() throws IOException {
    for (int i = 10; i < 50; i++) {
      Files.writeString(
          folder.resolve("agent%d.md".formatted(i)),
          "---\nname: a%d\ndescription: b\n---\n%s".formatted(i, "x".repeat(1_000_000)));
    }

    var found = files.in(List.of(new AgentFolder(folder, false, true)));

    assertThat(found.teams().size()).isBetween(1, 20);
    assertThat(found.troubles())
        .singleElement()
        .asString()
        .contains(
            "the files of agents have more than 16 MiB together; only some of them are used.");
  }

  private String refusal(Path file) {
    return catchThrowableOfType(RetinueException.class, () -> files.require(file, true))
        .getMessage();
  }
}
