package dev.retinue.runtime.coder.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.runtime.coder.fake.FakeCoder;
import dev.retinue.runtime.coder.fake.FakeWorkspace;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.runtime.coder.fake.http.Fault;
import dev.retinue.runtime.coder.report.AppStatuses.State;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an agent tells a Coder that pretends.
final class AppStatusesTest {
  private static final String PATH = "/api/v2/workspaceagents/me/app-status";

  @TempDir private Path folder;
  private FakeCoder coder;
  private FakeWorkspace amy;

  @BeforeEach
  void begin() {
    coder = FakeCoder.start(Mode.CURRENT);
    amy = coder.workspace("amy", coder.project("Setup", "coder"), Stage.IDLE);
    coder.forgetRequests();
  }

  @AfterEach
  void end() {
    coder.close();
  }

  private AppStatuses statuses(String token) {
    return new AppStatuses(
        new Coordinates(URI.create(coder.url()), token, "ccw"), Duration.ofMillis(1));
  }

  private List<String> told() {
    return coder.requests("PATCH", PATH).stream()
        .map(it -> it.json().path("state").asString() + " " + it.json().path("message").asString())
        .toList();
  }

  @Test
  void coder_is_told_in_order_with_the_token_of_the_agent_and_nothing_waits_for_it() {
    try (var statuses = statuses(amy.agentToken())) {
      statuses.report(State.WORKING, "\n  Fix the build.\nAll of it.");
      statuses.report(State.COMPLETE, "It is fixed.");
    }
    assertThat(told()).containsExactly("working Fix the build.", "complete It is fixed.");
    var request = coder.requests("PATCH", PATH).getFirst();
    assertThat(request.header("coder-session-token")).contains(amy.agentToken());
    assertThat(request.json().path("app_slug").asString()).isEqualTo("ccw");
  }

  @Test
  void of_many_words_about_the_same_work_the_last_one_counts() {
    coder.fault("PATCH", PATH, Fault.status(503));
    try (var statuses = statuses(amy.agentToken())) {
      for (int i = 0; i < 1000; i++) {
        statuses.report(State.WORKING, "Step " + i);
      }
      statuses.report(State.FAILURE, "It broke.");
    }
    assertThat(told())
        .hasSizeLessThan(100)
        .contains("working Step 999")
        .endsWith("failure It broke.");
  }

  @Test
  void who_is_told_to_come_later_does_so() {
    coder.fault("PATCH", PATH, Fault.status(429).header("Retry-After", "0"));
    try (var statuses = statuses(amy.agentToken())) {
      statuses.report(State.IDLE, "Well?");
    }
    assertThat(told()).containsExactly("idle Well?", "idle Well?");
  }

  @Test
  void a_refusal_is_not_repeated_and_disturbs_nobody() {
    try (var statuses = statuses("wrong")) {
      statuses.report(State.WORKING, "One.");
      statuses.report(State.IDLE, "Two.");
    }
    assertThat(told()).containsExactly("working One.", "idle Two.");
  }

  @Test
  void words_are_as_long_as_coder_takes_them() {
    var shortened = AppStatuses.shortened("ä𝄞".repeat(100));
    assertThat(shortened.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(160);
    assertThat(shortened).startsWith("ä𝄞").endsWith("…");
    assertThat(AppStatuses.shortened("x".repeat(160))).hasSize(160);
  }

  @Test
  void a_workspace_is_known_by_its_variables() throws IOException {
    var url = "https://coder.example.org/";
    var all =
        Map.of(
            "CODER_AGENT_URL", url, "CODER_AGENT_TOKEN", "t1", "CODER_MCP_APP_STATUS_SLUG", "ccw");
    var found = Coordinates.find(all, null).orElseThrow();
    assertThat(found.url()).hasToString("https://coder.example.org");
    assertThat(found.token()).isEqualTo("t1");
    assertThat(found.toString()).doesNotContain("t1");
    assertThat(Coordinates.find(all, "other").orElseThrow().slug()).isEqualTo("other");
    assertThat(Coordinates.find(Map.of(), "ccw")).isEmpty();
    assertThat(Coordinates.find(Map.of("CODER_AGENT_URL", url), "ccw")).isEmpty();

    var file = Files.writeString(folder.resolve("token"), "t2\n");
    var byFile = Map.of("CODER_AGENT_URL", url, "CODER_AGENT_TOKEN_FILE", file.toString());
    assertThat(Coordinates.find(byFile, "ccw").orElseThrow().token()).isEqualTo("t2");
  }
}
