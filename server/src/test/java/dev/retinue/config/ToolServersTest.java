package dev.retinue.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.RetinueException;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// MCP servers in the configuration, and in the file that other programs have.
final class ToolServersTest {
  static final Path FILE =
      Repository.ROOT.resolve("server/src/test/resources/config/mcp_config.json");
  static final List<ToolServer> SERVERS =
      List.of(
          new ToolServer(
              "files",
              new ToolServer.Started(
                  "mcp-server-filesystem",
                  List.of("/usr/share/doc"),
                  Map.of("LEVEL", "3", "TOKEN", "${FILES_TOKEN}"),
                  null)),
          new ToolServer(
              "web",
              new ToolServer.Reached(
                  URI.create("https://tools.example.org/mcp"),
                  Map.of("Authorization", "Bearer ${WEB_TOKEN}"))));

  @TempDir private Path folder;

  @Test
  void a_server_is_what_the_section_says() throws IOException {
    assertThat(
            servers(
                """
                mcp-servers:
                  files:
                    command: npx
                    args: [-y, "@modelcontextprotocol/server-filesystem", /usr, /usr]
                    env: {LEVEL: 3, TOKEN: "${FILES_TOKEN}"}
                    working-directory: /usr
                    share: run
                    timeout: 2m
                    idle-exit: 1h
                    tools: [read_file]
                  web:
                    url: https://tools.example.org/mcp?a=b
                    headers: {X-Key: abc}
                """))
        .containsExactly(
            new ToolServer(
                "files",
                new ToolServer.Started(
                    "npx",
                    List.of("-y", "@modelcontextprotocol/server-filesystem", "/usr", "/usr"),
                    Map.of("LEVEL", "3", "TOKEN", "${FILES_TOKEN}"),
                    Path.of("/usr")),
                ToolServer.Share.RUN,
                Duration.ofMinutes(2),
                Duration.ofHours(1),
                List.of("read_file")),
            new ToolServer(
                "web",
                new ToolServer.Reached(
                    URI.create("https://tools.example.org/mcp?a=b"), Map.of("X-Key", "abc"))));
  }

  @Test
  void the_file_of_other_programs_is_read_beside_the_configuration() throws IOException {
    Files.copy(FILE, folder.resolve("mcp_config.json"));
    assertThat(servers("")).isEqualTo(SERVERS);
    assertThat(servers("mcp-servers: {more: {command: more}}"))
        .extracting(ToolServer::name)
        .containsExactly("more", "files", "web");
  }

  @Test
  void without_a_configuration_it_is_read_where_that_would_be() throws IOException {
    var usual = Files.createDirectories(folder.resolve("retinue"));
    Files.copy(FILE, usual.resolve("mcp_config.json"));
    var environment = Map.of("XDG_CONFIG_HOME", folder.toString());
    var read = Configuration.read(new Sources(null, environment, List.of()), Read.KNOWN);
    assertThat(read.settings().supervision().toolServers()).isEqualTo(SERVERS);
  }

  @Test
  void it_can_be_named_and_servers_may_stand_in_it_alone() throws IOException {
    Files.writeString(
        folder.resolve("other.json"), "{\"echo\": {\"command\": \"echo\", \"args\": []}}");
    assertThat(servers("mcp-config: other.json"))
        .extracting(ToolServer::name)
        .containsExactly("echo");
  }

  @Test
  void what_is_wrong_in_it_is_told_with_its_name_and_place() throws IOException {
    var file =
        Files.writeString(
            folder.resolve("mcp_config.json"),
            """
            {"mcpServers": {
              "a": {"comand": "x"},
              "b": {"command": "./here", "env": {"A B": "s3cret", "C": ["s3cret"]}},
              "c": {"url": "https://me:s3cret@example.org/"},
              "d__e": {"command": "x"},
              "f": {"command": "x", "url": "http://x/"},
              "g": {}
            }}
            """);
    var at = folder.resolve("retinue.yaml") + ":1:1: ";
    assertThat(refusal("").replace(file.toString(), "FILE").replace(at, ""))
        .isEqualTo(
            """
            FILE:2:9: there is no key 'comand' in mcpServers 'a'; did you mean 'command'?
            FILE:3:38: 'A B' in 'env' in mcpServers 'b' is no name of a variable; write it with other letters.
            FILE:3:60: the value of 'C' in 'env' in mcpServers 'b' must be one line of at most 16000 characters; write it so, or take it from a variable as ${NAME}.
            FILE:4:16: 'url' in mcpServers 'c' must be an address with http:// or https:// and without a name or password in it; put what is secret into 'headers'.
            FILE:5:3: the name of a tool server has at most 32 letters, digits, '-' and single '_', begins and ends with a letter or digit, and is not 'none': 'd__e' does not fit.
            FILE:6:25: mcpServers 'f' has both 'command' and 'url'; remove one of them.
            FILE:7:3: the tool server 'g' has neither 'command' nor 'url'; add one of them.""");
  }

  @Test
  void a_name_that_stands_in_both_is_refused() throws IOException {
    Files.copy(FILE, folder.resolve("mcp_config.json"));
    assertThat(refusal("mcp-servers: {web: {command: x}}"))
        .contains("the tool server 'web' is in 'mcp-servers' and in '" + folder);
  }

  @Test
  void a_server_shows_nothing_of_what_it_is_given() {
    assertThat(SERVERS.toString())
        .contains("TOKEN", "Authorization")
        .doesNotContain("FILES_TOKEN", "WEB_TOKEN");
  }

  @Test
  void whoever_thinks_here_names_servers_that_there_are() throws IOException {
    var staff =
        """
        mcp-servers: {files: {command: x}}
        staff:
          thinker: {description: Thinks., runtime: llm, tools: [files, files/read, none]}
          player: {description: Plays., runtime: scripted, tools: [Read]}
        """;
    assertThat(servers(staff)).hasSize(1);
    assertThat(refusal(staff.replace("files/read", "file/read")))
        .endsWith(
            "retinue.yaml:3:64: there is no tool server 'file', which 'tools' of staff 'thinker' names; did you mean 'files'?");
  }

  private List<ToolServer> servers(String yaml) throws IOException {
    return read(yaml).settings().supervision().toolServers();
  }

  private Configuration read(String yaml) throws IOException {
    return Read.file(Files.writeString(folder.resolve("retinue.yaml"), yaml));
  }

  private String refusal(String yaml) {
    var refusal = catchThrowableOfType(RetinueException.class, () -> read(yaml));
    assertThat(refusal).isNotNull();
    assertThat(refusal.getMessage()).doesNotContain("s3cret");
    return refusal.getMessage();
  }
}
