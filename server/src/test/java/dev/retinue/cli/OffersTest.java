package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.front.Snapshot;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.model.Implementation;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a front shows without a daemon is what a daemon offers.
final class OffersTest {
  @TempDir private Path folder;

  @Test
  void the_same_resources_are_shown_before_a_daemon_ran_and_after() {
    var before = server();
    Assembly.show(before);
    try (var household = ServedHousehold.open(folder)) {
      var served = Assembly.served(household, Assembly.Serving.usual(_ -> "")).server();
      var after = server();
      Snapshot.of(served).offer(after);

      assertThat(served.resources().keySet()).contains("agents://iac-log");
      assertThat(served.templates().keySet())
          .contains("agents://runs/{id}", "agents://runs/{id}/output");
      for (var shown : new McpServer[] {before, after}) {
        assertThat(shown.tools().keySet()).isEqualTo(served.tools().keySet());
        assertThat(shown.resources().keySet()).isEqualTo(served.resources().keySet());
        assertThat(shown.templates().keySet()).isEqualTo(served.templates().keySet());
      }
    }
  }

  private static McpServer server() {
    return new McpServer(Implementation.of("retinue", "1"), "");
  }
}
