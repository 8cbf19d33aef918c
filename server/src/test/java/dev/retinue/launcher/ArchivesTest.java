package dev.retinue.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What `mvn package` makes for others: archives, a bundle, manual pages, completion.
@EndToEnd
class ArchivesTest {
  private static final Path TARGET = Repository.DISTRIBUTION.resolveSibling("");
  private static final String NAME = "retinue-0.1.0-SNAPSHOT";

  @TempDir private Path folder;

  @BeforeAll
  static void requireArchives() {
    assumeTrue(
        Files.exists(TARGET.resolve(NAME + ".tar.gz")),
        "-Pfast makes no archives: mvn package does");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tar.gz", "zip"})
  void an_archive_unpacked_elsewhere_starts_and_warms(String kind) throws IOException {
    var archive = TARGET.resolve(NAME + "." + kind);
    var unpacking =
        kind.equals("zip")
            ? Program.of("unzip", "-q", archive, "-d", folder)
            : Program.of("tar", "xzf", archive, "-C", folder);
    assertThat(unpacking.run().exitCode()).isZero();
    var home = folder.resolve("home");
    var launcher = folder.resolve(NAME).resolve("retinue");
    var program = Program.of(launcher).with("JAVA_HOME", Repository.JDK).with("HOME", home);
    assertThat(program.saying("--version").run().out()).startsWith("retinue 0.1.0");
    assertThat(program.saying("warm").run().exitCode()).isZero();
    assertThat(Installation.files(folder.resolve(NAME).resolve("cache"))).hasSize(3);
    assertThat(folder.resolve(NAME).resolve("share/man/man1/retinue-run.1")).exists();
  }

  @Test
  void completion_is_bash_and_completes_commands_and_options() throws IOException {
    var script = unpacked("share/completion/retinue.bash");
    assertThat(Program.of("bash", "-n", script).run().exitCode()).isZero();
    assertThat(completed(script, "retinue", "ru")).isEqualTo("run");
    assertThat(completed(script, "retinue", "connect", "--und")).isEqualTo("--undo");
  }

  private static String completed(Path script, String... words) {
    var line =
        """
        compopt() { :; }
        source '%s'
        COMP_WORDS=(%s); COMP_CWORD=%d; COMP_LINE="%2$s"; COMP_POINT=${#COMP_LINE}
        _complete_retinue; echo "${COMPREPLY[@]}"
        """
            .formatted(script, String.join(" ", words), words.length - 1);
    return Program.of("bash", "-c", line).run().out().strip();
  }

  @Test
  void every_command_has_a_page_of_the_manual() throws IOException {
    var run = unpacked("share/man/man1/retinue-run.1");
    var page = Files.readString(run);
    assertThat(page)
        .startsWith(".TH \"RETINUE-RUN\" 1 ")
        .contains(".B \\-\\-max\\-cost\\-usd <dollars>", ".BR retinue (1)");
    assertThat(run.resolveSibling("retinue.1")).content().contains(".BR retinue\\-connect (1)");
    assertThat(run.resolveSibling("retinue-sessions-fork.1")).exists();
    if (Program.find("groff").isPresent()) {
      for (var file : Installation.files(folder.resolve(NAME).resolve("share/man/man1"))) {
        var shown = Program.of("groff", "-man", "-Tutf8", "-ww", file).run();
        assertThat(shown.err()).as("%s", file).isEmpty();
      }
    }
  }

  @Test
  void the_bundle_says_all_that_its_specification_requires_and_what_it_starts_is_in_it()
      throws IOException {
    try (var bundle = new ZipFile(TARGET.resolve("retinue.mcpb").toFile())) {
      var manifest =
          Json.WIRE.readTree(
              bundle.getInputStream(bundle.getEntry("manifest.json")).readAllBytes());
      for (var field : List.of("manifest_version", "name", "version", "description")) {
        assertThat(manifest.path(field).asString("")).as(field).isNotBlank();
      }
      assertThat(manifest.path("manifest_version").asString()).isEqualTo("0.3");
      assertThat(manifest.path("version").asString())
          .matches("\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?");
      assertThat(manifest.path("author").path("name").asString("")).isNotBlank();
      var server = manifest.path("server");
      assertThat(server.path("type").asString()).isEqualTo("binary");
      assertThat(bundle.getEntry(server.path("entry_point").asString())).isNotNull();
      var start = server.path("mcp_config");
      for (var command :
          List.of(
              start.path("command").asString(),
              start.path("platform_overrides").path("win32").path("command").asString())) {
        assertThat(command).startsWith("${__dirname}/");
        assertThat(bundle.getEntry(command.substring("${__dirname}/".length()))).isNotNull();
      }
      assertThat(start.path("args").get(0).asString()).isEqualTo("mcp");
    }
  }

  @Test
  void the_bundle_serves_from_where_a_client_unpacked_it() {
    assertThat(
            Program.of("unzip", "-q", TARGET.resolve("retinue.mcpb"), "-d", folder)
                .run()
                .exitCode())
        .isZero();
    var front =
        Program.of(folder.resolve("server/retinue"), "mcp")
            .with("JAVA_HOME", Repository.JDK)
            .with("HOME", folder)
            .hearing(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}\n")
            .run();
    assertThat(front.out()).contains("\"serverInfo\"");
  }

  @Test
  void the_registry_is_told_nothing_that_is_not_known() throws IOException {
    var entry = Json.WIRE.readTree(Files.readString(TARGET.resolve("server.json")));
    assertThat(entry.path("name").asString()).matches("[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+");
    assertThat(entry.path("description").asString()).hasSizeBetween(1, 100);
    assertThat(entry.path("version").asString()).isNotBlank();
    assertThat(entry.path("$schema").asString()).endsWith("server.schema.json");
    assertThat(entry.has("packages")).isFalse();
  }

  private Path unpacked(String file) {
    var ended = Program.of("tar", "xzf", TARGET.resolve(NAME + ".tar.gz"), "-C", folder).run();
    assertThat(ended.exitCode()).as("%s", ended).isZero();
    return folder.resolve(NAME).resolve(file);
  }

  @Test
  void the_container_is_built_of_what_is_there_by_nobody_special() throws IOException {
    var file = Files.readString(Repository.ROOT.resolve("Containerfile")).replace("\\\n", " ");
    var copied =
        Pattern.compile("(?m)^COPY (?:--\\S+ )*(\\S+) \\S+$").matcher(file).results().toList();
    assertThat(copied).isNotEmpty();
    for (var copy : copied) {
      assertThat(Repository.ROOT.resolve(copy.group(1))).exists();
    }
    assertThat(file)
        .containsPattern("(?m)^FROM \\S+:25-jdk$")
        .containsPattern("(?m)^VOLUME /data$")
        .containsPattern("(?m)^ENV RETINUE_DATA=/data$")
        .containsPattern("(?m)^USER [1-9]\\d*:[1-9]\\d*$")
        .containsPattern("(?m)^HEALTHCHECK .* CMD curl -fsS http://127.0.0.1:8101/live ")
        .containsPattern("(?m)^CMD \\[\"retinue\", \"serve\", \"--host\", \"0.0.0.0\"\\]$");
    assertThat(file.indexOf("\nUSER ")).isGreaterThan(file.indexOf("\nRUN "));
    for (var line : file.lines().filter(it -> !it.isBlank() && !it.startsWith("#")).toList()) {
      assertThat(line).matches("(FROM|RUN|COPY|ENV|VOLUME|EXPOSE|USER|WORKDIR|HEALTHCHECK|CMD) .*");
    }
    assertThat(Repository.ROOT.resolve(".containerignore"))
        .content()
        .contains("!server/target/dist");
  }
}
