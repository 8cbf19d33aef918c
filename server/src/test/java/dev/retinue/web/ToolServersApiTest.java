package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `GET /api/tools` and the MCP servers of agents.
final class ToolServersApiTest {
  @TempDir private Path folder;
  private TestApi api;

  @BeforeEach
  void open() {
    api = new TestApi(folder);
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void the_servers_whose_tools_agents_use_are_shown_and_their_trouble_to_the_owner_alone() {
    var servers = api.get(OWNER, "/api/tools").json().path("servers");
    assertThat(servers.get(1).toString())
        .isEqualTo(
            "{\"name\":\"files\",\"status\":\"active\",\"tools\":1,\"details\":{\"transport\":\"stdio\",\"state\":\"ready\",\"runs\":2,\"restarts\":1,\"warnings\":[\"The tool 'odd' was left out: its input is no object.\"],\"pid\":4711}}");
    assertThat(servers.get(2).path("status").asString()).isEqualTo("broken");
    assertThat(servers.get(2).path("details").path("error").asString()).isEqualTo("It hangs.");

    var seen = api.get(ANNA, "/api/tools").json();
    assertThat(seen.path("servers").get(2).path("details").path("state").asString())
        .isEqualTo("backing_off");
    assertThat(seen.toString()).doesNotContain("hangs").doesNotContain("4711");
    var tools = seen.path("tools");
    assertThat(tools.get(tools.size() - 1).toString())
        .isEqualTo(
            "{\"name\":\"files__read\",\"description\":\"[files] Reads.\",\"repeatable\":true,\"inputSchema\":{\"type\":\"object\"},\"_server\":\"files\"}");
  }
}
