package dev.retinue.runtime.coder.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.runtime.coder.client.Workspace;
import dev.retinue.runtime.coder.client.Workspace.App;
import dev.retinue.runtime.coder.client.Workspace.AppStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Which app of a workspace is the agent.
final class AgentAppTest {
  private static final App PLAIN = app("editor", "", true);
  private static final App USUAL = app("claude-code", "", true);
  private static final App LOOKED_AT = app("mine", "http://localhost:3284/status", true);

  private static App app(String slug, String health, boolean reachable) {
    return new App("id-" + slug, slug, null, "healthy", health, reachable, List.of());
  }

  private static Workspace workspace(
      @Nullable String reporting, @Nullable String sidebar, App... apps) {
    var status =
        reporting == null
            ? null
            : new AppStatus("1", "id-" + reporting, "idle", "", null, Instant.EPOCH);
    var agent = new Workspace.Agent("agent", "main", "connected", "ready", List.of(apps));
    var build =
        new Workspace.Build(
            "build",
            "start",
            "running",
            Instant.EPOCH,
            "version",
            null,
            sidebar == null ? null : "id-" + sidebar,
            List.of(agent));
    return new Workspace(
        "1",
        "amy",
        "ada",
        new Workspace.Origin("t", "setup", "Setup", null),
        build,
        false,
        new Workspace.Times(Instant.EPOCH, Instant.EPOCH),
        status,
        null);
  }

  private static @Nullable String found(Workspace workspace, @Nullable String configured) {
    return AgentApp.find(workspace, configured).map(App::slug).orElse(null);
  }

  @Test
  void the_configured_one_is_above_all_and_no_other_is_taken_for_it() {
    var all = workspace("mine", null, PLAIN, USUAL, LOOKED_AT);
    assertThat(found(all, "editor")).isEqualTo("editor");
    assertThat(found(all, "nothing")).isNull();
  }

  @Test
  void then_the_one_that_reports_is_it_and_then_the_one_that_old_servers_name() {
    assertThat(found(workspace("editor", "mine", USUAL, LOOKED_AT, PLAIN), null))
        .isEqualTo("editor");
    assertThat(found(workspace("gone", "editor", USUAL, LOOKED_AT, PLAIN), null))
        .isEqualTo("editor");
  }

  @Test
  void then_the_one_whose_health_is_that_of_an_agentapi_and_then_one_of_a_usual_name() {
    assertThat(found(workspace(null, null, PLAIN, USUAL, LOOKED_AT), null)).isEqualTo("mine");
    assertThat(found(workspace(null, null, PLAIN, USUAL), null)).isEqualTo("claude-code");
    assertThat(found(workspace(null, null, PLAIN, app("claude-code-cli", "", true)), null))
        .isNull();
    assertThat(found(workspace(null, null, app("x", ":: no address", true)), null)).isNull();
  }

  @Test
  void what_is_not_served_in_the_workspace_is_not_it() {
    assertThat(found(workspace("ccw", null, app("ccw", "", false)), null)).isNull();
    assertThat(found(workspace(null, null, app("ccw", "", false)), "ccw")).isNull();
  }
}
