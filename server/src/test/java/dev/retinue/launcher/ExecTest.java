package dev.retinue.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `retinue exec`, as people and clients start it.
@EndToEnd
final class ExecTest {
  private static final String SHOUTER =
      """
      import dev.retinue.sdk.Agent;

      void main(String... args) {
        Agent.named("shouter")
            .describedAs("Says it louder.")
            .needsContext()
            .servesMcp()
            .does(ctx -> WORK)
            .run(args);
      }
      """;

  private static final String HANDSHAKE =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
      """;

  private static final String MODERN =
      """
      ,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}""";

  @TempDir static Path folder;
  private static Installation installation;
  @TempDir Path agents;

  @BeforeAll
  static void install() {
    installation = Installation.in(folder, "retinue");
  }

  /// Caches are made by processes that stay when an agent has answered, and what they write in goes
  /// with this class.
  @AfterAll
  static void awaitThoseWhoMakeCaches() throws Exception {
    var all = makers();
    while (!all.isEmpty()) {
      all.getFirst().onExit().get(1, TimeUnit.MINUTES);
      all = makers();
    }
  }

  private static List<ProcessHandle> makers() {
    return ProcessHandle.allProcesses()
        .filter(it -> it.info().commandLine().orElse("").contains(folder.toString()))
        .toList();
  }

  @BeforeEach
  void write() throws IOException {
    shouter("ctx.input().toUpperCase()");
  }

  private Path shouter(String work) throws IOException {
    return Files.writeString(agents.resolve("Shouter.java"), SHOUTER.replace("WORK", work));
  }

  private Program exec(Object... args) {
    var words = Stream.concat(Stream.of("exec"), Stream.of(args)).toArray();
    return installation.retinue(words).in(agents).with("SFA_NO_LOG", "1");
  }

  private static Path cache(Path file) throws IOException {
    try (var builds = Files.list(installation.home().resolve(".cache/retinue/exec"))) {
      var root = builds.findFirst().orElseThrow();
      var list = Path.of(root + file.toString(), "@", "prepared");
      return root.resolve("@").resolve(Files.readAllLines(list).getFirst()).resolve("agent.aot");
    }
  }

  @Test
  void an_agent_is_compiled_once_and_then_started_by_the_launcher_itself() {
    var first = exec("Shouter.java").hearing("hi").run();
    assertThat(first).isEqualTo(new Program.Ended(0, "HI\n", ""));
    var classes =
        Classes.loadedBy(exec("Shouter.java").hearing("hi"), agents.resolve("classes.log"));
    assertThat(classes.lines())
        .anyMatch(line -> line.contains(" Shouter source: ") && line.contains("agent.jar"))
        .noneMatch(line -> line.contains(" dev.retinue.Main "))
        .noneMatch(line -> line.contains("com.sun.tools.javac"));
  }

  @Test
  void a_warm_agent_takes_its_classes_from_its_cache() {
    var warm = exec("--warm", "Shouter.java").run();
    assertThat(warm).isEqualTo(new Program.Ended(0, "Shouter.java starts fast now.\n", ""));
    var classes =
        Classes.loadedBy(
            exec("Shouter.java", "--mcp").hearing(HANDSHAKE), agents.resolve("classes.log"));
    assertThat(classes.fromCache("Shouter")).isTrue();
    assertThat(classes.fromCache("dev.retinue.sdk.McpMode")).isTrue();
    assertThat(exec("Shouter.java", "--mcp").hearing(HANDSHAKE).run().out())
        .contains("\"serverInfo\"")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", MODERN})
  void the_first_call_of_a_warm_agent_needs_no_jar(String meta) throws Exception {
    Files.writeString(
        agents.resolve("Repeater.java"),
        """
        import dev.retinue.sdk.Agent;

        record Input(String text, int times) {}

        void main(String... args) {
          Agent.named("repeater")
              .servesMcp()
              .tool("echo", "Says it again.", Input.class, (it, _) -> it.text().repeat(it.times()))
              .run(args);
        }
        """);
    assertThat(exec("--warm", "Repeater.java").run().exitCode()).isZero();
    var call =
        """
        {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"ab","times":2}%s}}
        """
            .formatted(meta);
    var start =
        exec("Repeater.java", "--mcp")
            .with("SFA_NO_LOG", "")
            .hearing(meta.isEmpty() ? HANDSHAKE + call : call);
    assertThat(start.run().out()).contains("\"abab\"");
    var classes = Classes.loadedBy(start, agents.resolve("classes.log"));
    assertThat(classes.lines())
        .anyMatch(line -> line.contains(" dev.retinue.sdk.ToolCalls source: shared"))
        .noneMatch(line -> line.contains(" source: file:"))
        .noneMatch(line -> line.contains("$$TypeSwitch"));
  }

  @Test
  void the_first_start_has_a_cache_made_by_somebody_else() throws Exception {
    exec("Shouter.java").hearing("hi").run();
    var cache = cache(agents.resolve("Shouter.java"));
    await(cache);
    assertThat(exec("Shouter.java").hearing("hi").run().out()).isEqualTo("HI\n");
  }

  private static void await(Path file) throws Exception {
    try (var watch = file.getFileSystem().newWatchService()) {
      file.resolveSibling("").register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      while (!Files.exists(file)) {
        var seen = watch.poll(1, TimeUnit.MINUTES);
        assertThat(seen).as("somebody makes it in time").isNotNull();
        seen.pollEvents();
        seen.reset();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh", "dash", "bash", "bash --posix", "busybox sh"})
  void every_shell_notices_what_has_changed(String shell) throws Exception {
    var command = new ArrayList<Object>(List.of(shell.split(" ", -1)));
    assumeTrue(Program.find(command.getFirst().toString()).isPresent(), shell);
    command.addAll(List.of(installation.launcher(), "exec", "Shouter.java"));
    var start =
        Program.of(command.toArray())
            .with("HOME", installation.home())
            .with("JAVA_HOME", Repository.JDK)
            .with("SFA_NO_LOG", "1")
            .in(agents)
            .hearing("hi");
    shouter("\"one\"");
    assertThat(start.run().out()).isEqualTo("one\n");
    shouter("\"two\"");
    assertThat(start.run().out()).isEqualTo("two\n");
    // An older file is another one, too: somebody went back to it.
    Files.setLastModifiedTime(
        shouter("\"three\""), FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
    assertThat(start.run().out()).isEqualTo("three\n");
    assertThat(start.run().out()).isEqualTo("three\n");
  }

  @Test
  void a_neighbour_that_changes_or_goes_is_noticed() throws Exception {
    var neighbour = agents.resolve("Word.java");
    Files.writeString(neighbour, "class Word { static String IT = \"one\"; }");
    shouter("Word.IT");
    assertThat(exec("Shouter.java").hearing("x").run().out()).isEqualTo("one\n");
    Files.writeString(neighbour, "class Word { static String IT = \"two\"; }");
    assertThat(exec("Shouter.java").hearing("x").run().out()).isEqualTo("two\n");
    Files.delete(neighbour);
    var gone = exec("Shouter.java").hearing("x").run();
    assertThat(gone.exitCode()).isEqualTo(2);
    assertThat(gone.err()).contains("error: cannot find symbol");
  }

  @Test
  void what_is_wrong_is_said_and_ends_with_2() throws Exception {
    Files.writeString(agents.resolve("Bad.java"), "void main() { int x = \"\" }");
    var bad = exec("Bad.java").run();
    assertThat(bad.exitCode()).isEqualTo(2);
    assertThat(bad.out()).isEmpty();
    assertThat(bad.err()).contains("Bad.java:1: error: ';' expected");

    Files.writeString(agents.resolve("notes.txt"), "x");
    for (var wrong : List.of("Nowhere.java", "notes.txt", ".")) {
      var ended = exec(wrong).run();
      assertThat(ended.exitCode()).isEqualTo(2);
      assertThat(ended.err()).startsWith("retinue: ").hasLineCount(1);
    }
    assertThat(exec().run().exitCode()).isEqualTo(2);
  }

  @Test
  void arguments_exit_codes_and_streams_are_the_agents_own() throws Exception {
    Files.writeString(
        agents.resolve("Own.java"),
        "void main(String[] a) { IO.println(String.join(\"|\", a)); System.err.print(IO.readln()); System.exit(17); }");
    var own = exec("Own.java", "a b", "", "--warm", "$HOME", "*").hearing("in\n");
    for (int i = 0; i < 2; i++) {
      assertThat(own.run()).isEqualTo(new Program.Ended(17, "a b||--warm|$HOME|*\n", "in"));
    }
  }

  @Test
  void a_signal_reaches_the_agent() throws Exception {
    Files.writeString(
        agents.resolve("Sleeper.java"),
        "void main() throws Exception { IO.println(\"up\"); new java.util.concurrent.CountDownLatch(1).await(); }");
    assertThat(exec("--prepare", "Sleeper.java").run().exitCode()).isZero();
    var running = exec("Sleeper.java").start();
    running.awaitOutput(Pattern.compile("up"));
    running.process().destroy();
    assertThat(running.await().exitCode()).isEqualTo(143);
  }

  @ParameterizedTest
  @ValueSource(strings = {"with blank", "grün 🎩", "a:b", "it's $HOME", "-dash"})
  void an_agent_may_be_anywhere(String name) throws Exception {
    var place = Files.createDirectory(agents.resolve(name));
    var file = Files.copy(agents.resolve("Shouter.java"), place.resolve("Shouter.java"));
    for (int i = 0; i < 2; i++) {
      assertThat(exec(file).hearing("hi").run().out()).isEqualTo("HI\n");
    }
    assertThat(exec("../" + name + "/./Shouter.java").in(place).hearing("hi").run().out())
        .isEqualTo("HI\n");
  }

  @Test
  void where_nothing_can_be_kept_it_starts_all_the_same() throws Exception {
    var closed = Files.createDirectory(agents.resolve("closed"));
    Files.writeString(closed.resolve("retinue"), "in the way");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    var ended = exec("Shouter.java").with("XDG_CACHE_HOME", closed).hearing("hi").run();
    assertThat(ended.out()).isEqualTo("HI\n");
    assertThat(exec("Shouter.java").without("HOME").hearing("hi").run().out()).isEqualTo("HI\n");
  }

  @Test
  void a_new_agent_passes_its_test() {
    assertThat(installation.retinue("new", "agent", "todo-finder").in(agents).run().exitCode())
        .isZero();
    var tested = exec("TodoFinderTest.java").run();
    assertThat(tested).isEqualTo(new Program.Ended(0, "todo-finder: all is well\n", ""));
    assertThat(exec("--warm", "TodoFinderTest.java").run().out()).contains("there is no cache");
    assertThat(exec("TodoFinder.java", "--mark", "x").hearing("a\nxy").run().out())
        .isEqualTo("[ \"xy\" ]\n");
  }

  @Test
  void a_skill_says_how_the_agent_is_called_from_where_it_was_written() throws Exception {
    var place = Files.createDirectory(agents.resolve("it's one"));
    Files.copy(agents.resolve("Shouter.java"), place.resolve("Shouter.java"));
    assertThat(exec("Shouter.java", "--skill=-").run().out())
        .contains("\nretinue exec Shouter.java --context ");
    var call =
        exec(place.resolve("Shouter.java"), "--skill=-")
            .run()
            .out()
            .lines()
            .filter(it -> it.startsWith("retinue exec"))
            .findFirst()
            .orElseThrow();
    assertThat(call).contains("it'\\''s one/Shouter.java'");
  }

  @Test
  void plain_java_needs_one_jar_on_its_class_path() {
    var sdk = installation.folder().resolve("lib/retinue-sdk.jar");
    var java = Repository.JDK.resolve("bin/java");
    assertThat(
            Program.of(java, "-cp", sdk, "Shouter.java")
                .with("HOME", installation.home())
                .in(agents)
                .hearing("hi")
                .run())
        .isEqualTo(new Program.Ended(0, "HI\n", ""));
  }

  @Test
  void an_ordinary_jar_is_an_agent_too() throws Exception {
    var sdk = installation.folder().resolve("lib/retinue-sdk.jar");
    var classes = agents.resolve("classes");
    var bin = Repository.JDK.resolve("bin");
    assertThat(
            Program.of(bin.resolve("javac"), "-cp", sdk, "-d", classes, "Shouter.java")
                .in(agents)
                .run()
                .exitCode())
        .isZero();
    Files.writeString(
        agents.resolve("manifest"), "Main-Class: Shouter\nClass-Path: %s\n".formatted(link(sdk)));
    assertThat(
            Program.of(bin.resolve("jar"), "cfm", "agent.jar", "manifest", "-C", classes, ".")
                .in(agents)
                .run()
                .exitCode())
        .isZero();
    var java = Program.of(bin.resolve("java"), "-jar", "agent.jar");
    assertThat(java.with("HOME", installation.home()).in(agents).hearing("hi").run().out())
        .isEqualTo("HI\n");
  }

  /// A line of a manifest has 72 bytes at most.
  private String link(Path sdk) throws IOException {
    var library = agents.resolve("lib");
    Files.createSymbolicLink(library, sdk.getParent());
    return "lib/" + sdk.getFileName();
  }
}
