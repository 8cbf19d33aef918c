package dev.retinue.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConnectionTest {
  private static final InstantSource NOON = () -> Instant.parse("2026-11-18T12:00:00Z");
  private static final Entry STDIO = new Entry.Stdio("/opt/retinue", Map.of(), List.of());
  private static final Entry HTTP = new Entry.Http("http://127.0.0.1:8101/mcp", "RETINUE_TOKEN");

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void a_client_without_settings_gets_them_and_loses_them_again(Client client) throws Exception {
    var connection = connection(client);
    assertThat(connection.find()).isEmpty();
    var done = connection.write(STDIO);
    assertThat(done.changed()).isTrue();
    assertThat(done.backup()).isNull();
    assertThat(connection.isConnected(STDIO)).isTrue();
    assertThat(Files.readString(done.file())).isEqualTo(connection.alone(STDIO));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(done.file())))
        .isEqualTo("rw-------");

    assertThat(connection.write(STDIO).changed()).isFalse();

    assertThat(connection.undo().changed()).isTrue();
    assertThat(files()).isEmpty();
    assertThat(connection.undo().changed()).isFalse();
  }

  @Test
  void the_file_is_kept_before_it_is_changed_and_put_back_to_the_letter() throws Exception {
    var text = "{ \"numStartups\" : 3,\n\"mcpServers\":{\"a\":{\"command\":\"x\"}} }";
    var file = write(".claude.json", text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    var connection = connection(Client.CLAUDE_CODE);

    var done = connection.write(STDIO);

    assertThat(done.backup()).isEqualTo(folder.resolve(".claude.json.retinue-20261118-120000"));
    assertThat(done.backup()).hasContent(text);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
    assertThat(Files.readString(file))
        .contains("numStartups")
        .contains("\"a\"")
        .contains("/opt/retinue");

    connection.undo();
    assertThat(file).hasContent(text);
    assertThat(files()).containsExactly(".claude.json");
  }

  @Test
  void what_the_client_wrote_meanwhile_outlives_an_undo() throws Exception {
    var file = write(".claude.json", "{\n  \"numStartups\": 3\n}\n");
    var connection = connection(Client.CLAUDE_CODE);
    connection.write(STDIO);
    Files.writeString(file, Files.readString(file).replace("3", "4"));
    connection.undo();
    assertThat(file).hasContent("{\n  \"numStartups\": 4\n}\n");
  }

  @Test
  void an_entry_that_somebody_else_wrote_comes_back_with_an_undo() throws Exception {
    var text =
        "{\n  \"mcpServers\": {\n    \"retinue\": {\"command\": \"/mine\", \"timeout\": 9}\n  }\n}\n";
    var file = write(".claude.json", text);
    var connection = connection(Client.CLAUDE_CODE);
    connection.write(STDIO);
    assertThat(Files.readString(file)).contains("/opt/retinue").contains("\"timeout\": 9");
    var done = connection.undo();
    assertThat(done.still()).contains("/mine");
    assertThat(file).hasContent(text);
  }

  @Test
  void gemini_is_told_which_keys_it_may_hand_down_and_a_key_of_the_user_stays() throws Exception {
    var entry =
        new Entry.Stdio("/opt/retinue", Map.of(), List.of("GROQ_API_KEY", "OPENAI_API_KEY"));
    var file =
        write(
            ".gemini/settings.json",
            "{\"mcpServers\": {\"retinue\": {\"command\": \"x\", \"env\": {\"OPENAI_API_KEY\": \"$WORK_KEY\"}}}}");
    var connection = connection(Client.GEMINI);
    connection.write(entry);
    assertThat(file)
        .content()
        .contains("\"OPENAI_API_KEY\": \"$WORK_KEY\"", "\"GROQ_API_KEY\": \"$GROQ_API_KEY\"");
    assertThat(connection.write(entry).changed()).isFalse();
    assertThat(connection.isConnected(STDIO)).isTrue();
  }

  @Test
  void the_other_way_replaces_the_first_and_each_undo_goes_one_step_back() throws Exception {
    var file = write(".codex/config.toml", "model = \"m\"\n");
    var connection = connection(Client.CODEX);
    connection.write(STDIO);
    connection.write(HTTP);
    assertThat(Files.readString(file))
        .contains("url")
        .doesNotContain("command")
        .doesNotContain("args");
    connection.undo();
    assertThat(Files.readString(file)).contains("command").doesNotContain("url");
    connection.undo();
    assertThat(file).hasContent("model = \"m\"\n");
    assertThat(files()).containsExactly(".codex/config.toml");
  }

  private static final String CODEX =
      """
      model = "m"

      # Of the house
      [mcp_servers.retinue]
      command = "/mine" # mine
      args = ["mcp"]

      # Without a question
      [mcp_servers.retinue.tools.agent_start]
      approval_mode = "approve"

      [mcp_servers.other]
      command = "x"
      """;

  @Test
  void tables_below_and_comments_come_back_to_the_letter_wherever_they_stand() throws Exception {
    var file = write(".codex/config.toml", CODEX);
    var connection = connection(Client.CODEX);
    connection.write(STDIO);
    var first = Files.readString(file);
    assertThat(first).contains("/opt/retinue", "approval_mode = \"approve\"");
    connection.write(HTTP);
    connection.undo();
    assertThat(file).content().isEqualTo(first);
    connection.undo();
    assertThat(file).content().isEqualTo(CODEX);
  }

  @Test
  void tables_below_and_comments_come_back_beside_what_was_changed_elsewhere() throws Exception {
    var file = write(".codex/config.toml", CODEX);
    var connection = connection(Client.CODEX);
    connection.write(STDIO);
    connection.write(HTTP);
    for (int i = 0; i < 2; i++) {
      var now = i == 0 ? "y" : "z";
      Files.writeString(
          file,
          Files.readString(file)
              .replaceFirst("command = \"[xy]\"", "command = \"%s\"".formatted(now)));
      connection.undo();
    }
    assertThat(file).content().isEqualTo(CODEX.replace("\"x\"", "\"z\""));
  }

  @Test
  void comments_in_the_entry_stay_and_come_back_beside_what_was_changed_elsewhere()
      throws Exception {
    var text =
        """
        {
          // Mine
          "mcp": {
            // Of the house
            "retinue": {
              "type": "local", // here
              /* not the one on the PATH */
              "command": ["/mine", /* as a server */ "mcp"],
              "timeout": 9 // seconds
            }
          },
          "theme": "x"
        }
        """;
    var file = write(".config/opencode/opencode.jsonc", text);
    var connection = connection(Client.OPENCODE);
    connection.write(STDIO);
    assertThat(file)
        .content()
        .contains("/opt/retinue")
        .contains("// here", "/* not the one on the PATH */", "\"timeout\": 9, // seconds");
    connection.write(HTTP);
    for (int i = 0; i < 2; i++) {
      var now = i == 0 ? "\"y\"" : "\"z\"";
      Files.writeString(file, Files.readString(file).replaceFirst("\"[xy]\"", now));
      connection.undo();
    }
    assertThat(file).content().isEqualTo(text.replace("\"x\"", "\"z\""));
  }

  @Test
  void what_somebody_else_writes_at_the_last_moment_stays_whole() throws Exception {
    var path = write(".claude.json", "{ }");
    var file = SettingsFile.at(path, writing(path, "{ \"theirs\": 1 }"));
    assertThatThrownBy(() -> file.replace(Optional.of("{ }"), "{ \"ours\": 1 }"))
        .hasMessageContaining("was changed by somebody else meanwhile; try again.");
    assertThatThrownBy(() -> file.restore(Optional.of("{ }"), "{ \"ours\": 1 }"))
        .hasMessageContaining("was changed by somebody else meanwhile; try again.");
    assertThatThrownBy(() -> file.delete(Optional.of("{ }")))
        .hasMessageContaining("was changed by somebody else meanwhile; try again.");
    assertThat(path).content().isEqualTo("{ \"theirs\": 1 }");
    assertThat(files()).containsExactly(".claude.json");
  }

  /// When it is asked for the time, for the name of what is kept, somebody writes.
  private static InstantSource writing(Path path, String text) {
    return () -> {
      try {
        Files.writeString(path, text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return NOON.instant();
    };
  }

  @Test
  void not_more_than_five_are_kept() throws Exception {
    var file = write(".cursor/mcp.json", "{}\n");
    var connection = connection(Client.CURSOR);
    for (int i = 0; i < 9; i++) {
      connection.write(new Entry.Stdio("/opt/" + i, Map.of(), List.of()));
    }
    assertThat(files()).hasSize(6);
    assertThat(Files.readString(file)).contains("/opt/8");
  }

  @Test
  void a_link_stays_one_and_what_it_leads_to_is_changed() throws Exception {
    var real = write("dotfiles/claude.json", "{}");
    var link = Files.createSymbolicLink(folder.resolve(".claude.json"), real);
    connection(Client.CLAUDE_CODE).write(STDIO);
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(real)).contains("/opt/retinue");
  }

  @ParameterizedTest
  @EnumSource
  void what_cannot_be_read_is_left_as_it_is(Client client) throws Exception {
    var path = connection(client).file();
    Files.createDirectories(path.getParent());
    for (var bytes :
        List.of(
            "{ \"a\": [".getBytes(StandardCharsets.UTF_8), new byte[] {'{', (byte) 0xff, '}'})) {
      Files.write(path, bytes);
      assertThatThrownBy(() -> connection(client).write(STDIO))
          .isInstanceOf(RetinueException.class)
          .hasMessageContaining(path.toString())
          .hasMessageContaining("left as it is");
      assertThat(path).hasBinaryContent(bytes);
    }
    Files.delete(path);
    assertThat(files()).isEmpty();
  }

  @Test
  void what_somebody_has_protected_is_left_as_it_is() throws Exception {
    var file = write(".claude.json", "{}");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    assertThatThrownBy(() -> connection(Client.CLAUDE_CODE).write(STDIO))
        .hasMessage(
            "%s may not be written to, so it was left as it is. If it may: chmod u+w '%s'"
                .formatted(file, file));
    assertThat(file).hasContent("{}");
    assertThat(files()).containsExactly(".claude.json");
  }

  @Test
  void a_link_that_leads_nowhere_is_said_to_be_one() throws Exception {
    Files.createSymbolicLink(folder.resolve(".claude.json"), Path.of("gone.json"));
    assertThatThrownBy(() -> connection(Client.CLAUDE_CODE).write(STDIO))
        .hasMessageEndingWith(
            ".claude.json is a link to gone.json, which is not there. Make that file, or remove the link.");
  }

  @Test
  void comments_are_refused_where_the_client_reads_none() throws Exception {
    var file = write(".claude.json", "{\n  // mine\n  \"a\": 1\n}\n");
    assertThatThrownBy(() -> connection(Client.CLAUDE_CODE).write(STDIO))
        .hasMessageContaining("line 2")
        .hasMessageContaining("reads no comments");
    assertThat(file).content().contains("// mine");
  }

  @Test
  void who_has_the_file_with_comments_keeps_his_servers_there() throws Exception {
    var file = write(".config/opencode/opencode.jsonc", "{\n  // mine\n  \"mcp\": {}\n}\n");
    connection(Client.OPENCODE).write(STDIO);
    assertThat(file).content().contains("// mine").contains("retinue");
  }

  @ParameterizedTest
  @EnumSource
  void no_form_has_a_token_in_it(Client client) {
    assertThat(connection(client).alone(HTTP)).contains("RETINUE_TOKEN");
  }

  private Connection connection(Client client) {
    var places = new Places(Map.of("HOME", folder.toString()), "Linux", folder.resolve("project"));
    return Connection.of(client, Scope.USER, places, NOON);
  }

  private Path write(String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private List<String> files() throws IOException {
    try (var files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(it -> folder.relativize(it).toString())
          .sorted()
          .toList();
    }
  }
}
