package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.cli.connect.Client;
import dev.retinue.cli.connect.Places;
import dev.retinue.cli.connect.Scope;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `retinue connect` writes into fresh homes, and the real clients find the server there.
@EndToEnd
final class ConnectTest {
  @TempDir private static Path folder;
  private static Program.Running daemon;

  @BeforeAll
  static void serve() throws IOException {
    assumeTrue(Npm.isInstalled(), "needs the real programs: ./verify installs them");
    Files.createDirectories(folder.resolve("project"));
    daemon = retinue(home("owner"), "serve", "--port", 0, "--data", data()).start();
    daemon.awaitOutput(Pattern.compile("serves MCP at (\\S+)"));
  }

  @AfterAll
  static void end() {
    if (daemon != null) {
      daemon.kill();
      daemon.process().onExit().join();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "claude-code, claude, retinue: .* Connected",
    "codex, codex, retinue +\\S+ +mcp .* enabled",
    "gemini, gemini, retinue: .* Connected",
    "opencode, opencode, (?s)retinue.*connected",
  })
  void the_real_client_finds_the_server_over_stdio_and_no_longer_after_an_undo(
      String client, String program, String listed) throws IOException {
    var home = home("stdio-" + client);
    var written = done(retinue(home, "connect", client, "--write", "--data", data()));
    assertThat(written).containsPattern("it has \\d{2} tools");
    assertThat(listed(home, program)).containsPattern(listed);
    done(retinue(home, "connect", client, "--undo", "--data", data()));
    assertThat(listed(home, program)).doesNotContain("retinue");
  }

  @ParameterizedTest
  @CsvSource({"claude-code, claude", "gemini, gemini", "opencode, opencode"})
  void the_real_client_hands_the_keys_of_its_user_down(String client, String program)
      throws IOException {
    var home = home("keys-" + client);
    done(retinue(home, "connect", client, "--write", "--data", data()));
    var seen = home.resolve("seen");
    var spy = home.resolve("spy");
    Files.writeString(
        spy, "#!/bin/sh\nenv > '%s'\nexec '%s' \"$@\"\n".formatted(seen, ServedRetinue.LAUNCHER));
    Files.setPosixFilePermissions(spy, PosixFilePermissions.fromString("rwx------"));
    var places = new Places(Map.of("HOME", home.toString()), System.getProperty("os.name"), folder);
    var settings = places.settings(Client.find(client).orElseThrow(), Scope.USER);
    var text = Files.readString(settings);
    assertThat(text).contains(ServedRetinue.LAUNCHER.toString());
    Files.writeString(settings, text.replace(ServedRetinue.LAUNCHER.toString(), spy.toString()));
    listed(home, program);
    assertThat(Files.readAllLines(seen)).contains("OPENAI_API_KEY=none", "GEMINI_API_KEY=none");
  }

  @ParameterizedTest
  @CsvSource({
    "claude-code, claude, retinue: http.* Connected",
    "codex, codex, retinue +http\\S+ +RETINUE_TOKEN .* enabled",
    "gemini, gemini, retinue: http.* Connected",
    "opencode, opencode, (?s)retinue.*connected.*http",
  })
  void the_real_client_finds_the_server_over_http_with_a_token_that_is_not_in_its_settings(
      String client, String program, String listed) throws IOException {
    var home = home("http-" + client);
    done(retinue(home, "connect", client, "--write", "--data", data()));
    var written = done(retinue(home, "connect", client, "--http", "--write", "--data", data()));
    assertThat(written).containsPattern("it has \\d{2} tools").contains("export RETINUE_TOKEN=");
    assertThat(listed(home, program)).containsPattern(listed);
    try (var files = Files.walk(home)) {
      for (var file : files.filter(it -> it.toString().matches(".*(json|toml).*")).toList()) {
        assertThat(Files.readString(file)).as("%s", file).doesNotContain(token());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gemini, 'gemini skills list'",
    "codex, 'codex debug prompt-input hello'",
    "opencode, 'opencode debug skill'"
  })
  void the_real_client_knows_the_skill(String client, String asked) throws IOException {
    var home = home("skill-" + client);
    done(retinue(home, "connect", client, "--write", "--data", data()));
    assertThat(said(home, asked.split(" "))).contains("Delegate work to other agents");
  }

  @Test
  void a_project_has_its_own() throws IOException {
    var home = home("project");
    var project = Files.createDirectories(home.resolve("shop"));
    Files.writeString(project.resolve(".mcp.json"), "{}");
    assertThat(
            done(
                retinue(
                        home,
                        "connect",
                        "claude-code",
                        "--scope",
                        "project",
                        "--write",
                        "--data",
                        data())
                    .in(project)))
        .contains("As it was before: ", "leave it out of its repository");
    assertThat(project.resolve(".mcp.json")).content().contains("\"retinue\"");
    assertThat(project.resolve(".claude/skills/retinue/SKILL.md")).exists();
    assertThat(home.resolve(".claude.json")).doesNotExist();
  }

  @Test
  void a_program_is_told_what_was_kept_and_what_became_of_the_skill() throws IOException {
    var home = home("json");
    Files.writeString(home.resolve(".claude.json"), "{}");
    var skill = home.resolve(".claude/skills/retinue/SKILL.md");
    Files.createDirectories(skill.getParent());
    Files.writeString(skill, "mine");
    var written =
        Json.WIRE.readTree(
            done(retinue(home, "connect", "claude-code", "--write", "--json", "--data", data())));
    assertThat(Path.of(written.path("backup").asString())).content().isEqualTo("{}");
    assertThat(written.path("skill").asString()).isEqualTo(skill.toString());
    assertThat(written.path("skill_change").asString()).isEqualTo("installed");
    assertThat(Path.of(written.path("skill_backup").asString())).content().isEqualTo("mine");
    var undone =
        Json.WIRE.readTree(
            done(retinue(home, "connect", "claude-code", "--undo", "--json", "--data", data())));
    assertThat(undone.path("skill_change").asString()).isEqualTo("restored");
  }

  @Test
  void the_list_says_who_is_installed_and_who_is_connected() throws IOException {
    var home = home("list");
    done(retinue(home, "connect", "codex", "--write", "--data", data()));
    assertThat(done(retinue(home, "connect")))
        .containsPattern("claude-code +yes +no ")
        .containsPattern("claude-desktop +no +no ")
        .containsPattern("codex +yes +yes ");
  }

  private static Path data() {
    return folder.resolve("data");
  }

  private static String token() throws IOException {
    return Files.readString(data().resolve("token")).strip();
  }

  private static Path home(String name) throws IOException {
    var home = Files.createDirectories(folder.resolve(name));
    Files.createDirectories(home.resolve(".gemini"));
    Files.createDirectories(home.resolve(".codex"));
    return home;
  }

  private static Program retinue(Path home, Object... words) {
    return at(home, Program.of(ServedRetinue.LAUNCHER).saying(words));
  }

  private static Program at(Path home, Program program) {
    return program
        .with("PATH", Npm.programs() + ":" + Npm.node().getParent() + ":/usr/bin:/bin")
        .with("HOME", home)
        .with("JAVA_HOME", Repository.JDK)
        .with("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
        .with("ANTHROPIC_API_KEY", "none")
        .with("OPENAI_API_KEY", "none")
        .with("GEMINI_API_KEY", "none")
        .with("GEMINI_CLI_TRUST_WORKSPACE", "true")
        .with("OPENCODE_DISABLE_AUTOUPDATE", "1")
        .with("OPENCODE_DISABLE_MODELS_FETCH", "1");
  }

  private static String listed(Path home, String program) throws IOException {
    return said(home, program, "mcp", "list");
  }

  private static String said(Path home, String... words) throws IOException {
    var program = at(home, Program.of(Npm.programs().resolve(words[0])));
    var ended =
        program
            .saying((Object[]) List.of(words).subList(1, words.length).toArray(String[]::new))
            .with("RETINUE_TOKEN", token())
            .in(folder.resolve("project"))
            .run();
    assertThat(ended.exitCode()).as("%s", ended).isZero();
    return ended.out() + ended.err();
  }

  private static String done(Program program) {
    var ended = program.run();
    assertThat(ended.exitCode()).as("%s", ended).isZero();
    return ended.out();
  }
}
