package dev.retinue.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.store.files.DaemonRecord;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.web.oauth.IssuerGate;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@EndToEnd
class CacheTest {
  private static final String MAIN = "dev.retinue.Main";

  private static final String SESSION =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"retinue_status"}}
      """;

  @TempDir Path folder;

  /// A front starts a daemon, which stays when its client has gone.
  @AfterEach
  void endDaemon() {
    DaemonRecord.find(folder.resolve("home/.local/share/retinue"))
        .flatMap(daemon -> ProcessHandle.of(daemon.pid()))
        .ifPresent(
            daemon -> {
              daemon.destroyForcibly();
              daemon.onExit().join();
            });
  }

  @Test
  void warm_makes_a_cache_per_entry_point_named_by_build_and_jdk() throws Exception {
    var installation = Installation.in(folder, "retinue").warmedAnew();
    var build = Files.readString(installation.folder().resolve("build.id")).strip();
    assertThat(installation.caches())
        .extracting(cache -> cache.getFileName().toString())
        .satisfiesExactly(
            name -> assertThat(name).startsWith("command-" + build + "-25").endsWith(".aot"),
            name -> assertThat(name).startsWith("daemon-" + build + "-25").endsWith(".aot"),
            name -> assertThat(name).startsWith("front-" + build + "-25").endsWith(".aot"));
  }

  @Test
  void a_start_takes_its_classes_from_the_cache_of_its_entry_point() {
    var installation = Installation.in(folder, "retinue").warmed();
    for (var args : Map.of("mcp", "Mcp", "serve", "Serve", "warm", "Warm").entrySet()) {
      var classes =
          Classes.loadedBy(installation.retinue(args.getKey(), "--help"), folder.resolve("log"));
      assertThat(classes.fromCache(MAIN)).isTrue();
      assertThat(classes.fromCache("dev.retinue.cli." + args.getValue())).isTrue();
    }
  }

  @Test
  void a_first_call_through_the_front_takes_its_classes_from_the_cache() {
    var installation = Installation.in(folder, "retinue").warmed();
    var session = installation.retinue("mcp").hearing(SESSION);
    startDaemon(session);
    var classes = Classes.loadedBy(session, folder.resolve("log"));
    assertThat(classes.fromCache("dev.retinue.cli.front.Link")).isTrue();
    assertThat(classes.fromCache("dev.retinue.cli.daemon.Daemons")).isTrue();
    assertThat(classes.lines()).noneMatch(line -> line.contains("retinue.jar"));
  }

  @Test
  void the_mcp_command_loads_neither_picocli_nor_a_web_server_nor_a_database_driver() {
    var installation = Installation.in(folder, "retinue");
    var session = installation.retinue("mcp").hearing(SESSION);
    startDaemon(session);
    var classes = Classes.loadedBy(session, folder.resolve("log"));
    assertThat(classes.fromJar("dev.retinue.cli.Mcp")).isTrue();
    assertThat(classes.lines())
        .noneMatch(line -> line.contains(" picocli."))
        .noneMatch(line -> line.contains(" org.eclipse.jetty."))
        .noneMatch(line -> line.contains(" org.sqlite."))
        .noneMatch(line -> line.contains(" java.sql."));
  }

  @Test
  void who_asks_for_the_version_loads_no_database_driver() {
    var version = Installation.in(folder, "retinue").retinue("--version");
    var classes = Classes.loadedBy(version, folder.resolve("log"));
    assertThat(classes.fromJar(MAIN)).isTrue();
    assertThat(classes.lines())
        .noneMatch(line -> line.contains(" org.sqlite."))
        .noneMatch(line -> line.contains(" java.sql."));
  }

  @Test
  void a_daemon_loads_what_sends_spans_only_where_somebody_wants_them() throws Exception {
    var installation = Installation.in(folder, "retinue").warmed();
    assertThat(sendingSpans(installation, "off", Map.of())).isEmpty();
    // Nor what trusts an issuer of tokens, as long as none is named.
    assertThat(folder.resolve("off.log"))
        .content()
        .contains(" dev.retinue.cli.Service ")
        .doesNotContain(" " + IssuerGate.class.getPackageName() + ".");
    // Nobody listens there, and nobody has to.
    var wanted = Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
    assertThat(sendingSpans(installation, "on", wanted)).isNotEmpty();
  }

  /// The classes of it that a daemon loads until it has answered a call that is in a trace.
  private List<String> sendingSpans(
      Installation installation, String name, Map<String, String> seen) throws Exception {
    var data = folder.resolve(name);
    var log = folder.resolve(name + ".log");
    var serve =
        installation
            .retinue("serve", "--port", "0", "--data", data)
            .with("_JAVA_OPTIONS", "-Xlog:class+load:file=" + log);
    for (var variable : seen.entrySet()) {
      serve = serve.with(variable.getKey(), variable.getValue());
    }
    var daemon = serve.start();
    try {
      var url = daemon.awaitOutput(Pattern.compile("serves MCP at (\\S+)")).group(1);
      var token = Files.readString(data.resolve("token")).strip();
      try (var client =
          McpClient.at(URI.create(url), ClientOptions.named("test", "1").bearer(token))) {
        var params = Json.object().put("name", "retinue_status");
        params.putObject("arguments");
        params
            .putObject("_meta")
            .put("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        assertThat(client.request("tools/call", params).toString()).contains("started_at");
      }
      var lines = Files.readAllLines(log);
      assertThat(lines).anyMatch(line -> line.contains(" dev.retinue.watch.TracedCalls "));
      return lines.stream().filter(line -> line.contains(" dev.retinue.watch.trace.")).toList();
    } finally {
      daemon.kill();
      daemon.process().waitFor();
    }
  }

  @Test
  void without_a_cache_it_starts_all_the_same() {
    var installation = Installation.in(folder, "retinue");
    assertThat(installation.caches()).isEmpty();
    assertOneCleanLine(installation);
  }

  @Test
  void a_cache_that_cannot_be_used_is_skipped_without_a_word_on_stdout() throws Exception {
    var installation = Installation.in(folder, "retinue").warmed();
    for (var cache : installation.caches()) {
      try (var file = FileChannel.open(cache, StandardOpenOption.WRITE)) {
        file.truncate(100_000);
      }
    }
    assertOneCleanLine(installation);
    for (var cache : installation.caches()) {
      Files.writeString(cache, "not a cache at all");
    }
    assertOneCleanLine(installation);
    for (var command : List.of("mcp", "serve", "warm")) {
      assertThat(installation.retinue(command, "--help").run().out())
          .startsWith("Usage: retinue " + command);
    }
  }

  @Test
  void warm_removes_forgotten_caches_of_ours_and_nothing_else() throws Exception {
    var installation = Installation.in(folder, "retinue");
    var caches = Files.createDirectories(installation.folder().resolve("cache"));
    var lastYear = FileTime.from(Instant.now().minusSeconds(365 * 86_400L));
    for (var name : List.of("front-0123456789ab-25.aot", "somebody-elses")) {
      Files.setLastModifiedTime(Files.writeString(caches.resolve(name), "old"), lastYear);
    }
    Files.writeString(caches.resolve("front-ba9876543210-25.aot"), "of another build");
    installation.warmedAnew();
    assertThat(installation.caches())
        .extracting(cache -> cache.getFileName().toString())
        .contains("somebody-elses", "front-ba9876543210-25.aot")
        .doesNotContain("front-0123456789ab-25.aot")
        .hasSize(5);
  }

  @Test
  void a_jar_that_changed_is_what_runs_not_its_old_classes_in_the_cache() throws Exception {
    var installation = Installation.in(folder, "retinue").warmed();
    var jar = installation.folder().resolve("lib/retinue.jar");
    Files.copy(otherProgram(), jar, StandardCopyOption.REPLACE_EXISTING);
    assertThat(installation.retinue("--version").run().out()).isEqualTo("changed\n");
  }

  @Test
  void a_jar_replaced_by_an_older_one_is_noticed_too() throws Exception {
    var installation = Installation.in(folder, "retinue").warmed();
    var jar = installation.folder().resolve("lib/retinue.jar");
    var other = otherProgram();
    Files.setLastModifiedTime(other, FileTime.from(Instant.EPOCH));
    Files.move(other, jar, StandardCopyOption.ATOMIC_MOVE);
    assertThat(installation.retinue("--version").run().out()).isEqualTo("changed\n");
  }

  @Test
  void two_who_warm_at_once_leave_whole_caches() {
    var installation = Installation.in(folder, "retinue");
    var one = installation.retinue("warm").start();
    var other = installation.retinue("warm").start();
    assertThat(one.await().exitCode()).isZero();
    assertThat(other.await().exitCode()).isZero();
    assertThat(installation.caches()).hasSize(3);
    assertThat(Classes.loadedBy(installation.retinue("mcp"), folder.resolve("log")).fromCache(MAIN))
        .isTrue();
  }

  /// Until a call is answered: on a slow machine a daemon takes longer than a front whose input has
  /// ended waits for it.
  private static void startDaemon(Program session) {
    var said = session.run().out();
    for (int i = 0; i < 10 && !said.contains("started_at"); i++) {
      said = session.run().out();
    }
    assertThat(said).contains("started_at");
  }

  private static void assertOneCleanLine(Installation installation) {
    var ended = installation.retinue("--version").run();
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out().lines()).singleElement().asString().startsWith("retinue 0.");
  }

  /// A jar with another program under the same name.
  private Path otherProgram() throws Exception {
    var source = Files.createDirectories(folder.resolve("dev/retinue")).resolve("Main.java");
    Files.writeString(
        source,
        """
        package dev.retinue;
        public class Main { public static void main(String[] args) { IO.println("changed"); } }
        """);
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()))
        .isZero();
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    var jar = folder.resolve("other.jar");
    try (var file = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      file.putNextEntry(new JarEntry("dev/retinue/Main.class"));
      Files.copy(folder.resolve("dev/retinue/Main.class"), file);
    }
    return jar;
  }
}
