package dev.retinue.runtime.coder.fake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BuildsOfTheFakeTest {
  private static final String RESTART =
      "{\"transition\":\"stop\",\"on_success\":{\"transition\":\"start\"}}";

  private final FakeCoder coder = FakeCoder.start(Mode.CURRENT);
  private final Asking ask = new Asking(coder);
  private final FakeTemplate setup = coder.project("Setup", "coder");

  @AfterEach
  void close() {
    ask.close();
    coder.close();
  }

  @ParameterizedTest
  @CsvSource({
    "CURRENT, running, 3",
    "V2_36, running, 3",
    "V2_28, stopped, 2",
    "BEFORE_2_28, stopped, 2"
  })
  void only_newer_versions_know_what_comes_after_a_stop(Mode mode, String status, int count) {
    try (var other = FakeCoder.start(mode);
        var asking = new Asking(other)) {
      var amy = other.workspace("amy", other.project("Setup"), Stage.IDLE);
      var begun = asking.post("/api/v2/workspaces/%s/builds".formatted(amy.id()), RESTART);
      assertThat(begun.status()).isEqualTo(201);
      assertThat(begun.json().path("status").stringValue()).isEqualTo("pending");
      other.settle();
      assertThat(amy.status()).isEqualTo(status);
      assertThat(amy.buildCount()).isEqualTo(count);
    }
  }

  @Test
  void one_build_at_a_time_and_a_pending_one_can_always_be_cancelled() {
    setup.usersMayCancel(false);
    var amy = coder.workspace("amy", setup, Stage.PENDING);
    assertThat(build(amy, "delete").status()).isEqualTo(409);
    assertThat(build(amy, "delete").message()).isEqualTo("A workspace build is already active.");
    assertThat(cancel(amy, "").status()).isEqualTo(403);
    assertThat(cancel(amy, "?expect_status=running").status()).isEqualTo(412);
    assertThat(cancel(amy, "?expect_status=pending").status()).isEqualTo(200);
    assertThat(amy.status()).isEqualTo("canceled");
    assertThat(build(amy, "delete").status()).isEqualTo(201);
    coder.settle();
    assertThat(amy.status()).isEqualTo("deleted");
    assertThat(build(amy, "start").status()).isEqualTo(410);
  }

  @Test
  void a_running_one_is_cancelled_in_a_step_where_the_template_allows_it() {
    var amy = coder.workspace("amy", setup, Stage.STARTING);
    assertThat(cancel(amy, "").status()).isEqualTo(200);
    assertThat(amy.status()).isEqualTo("canceling");
    assertThat(cancel(amy, "").status()).isEqualTo(400);
    coder.step();
    assertThat(amy.status()).isEqualTo("canceled");
  }

  @Test
  void a_build_can_fail() {
    var amy = coder.workspace("amy", setup, Stage.STOPPED);
    amy.nextBuildFails("no space left");
    var id = build(amy, "start").json().path("id").stringValue();
    coder.settle();
    var json = ask.get("/api/v2/workspacebuilds/" + id).json();
    assertThat(json.path("status").stringValue()).isEqualTo("failed");
    assertThat(json.at("/job/error").stringValue()).isEqualTo("no space left");
    assertThat(ask.get("/api/v2/workspacebuilds/" + id + "/logs").json().size()).isEqualTo(2);
  }

  @Test
  void only_a_stop_can_be_followed_and_only_managers_may_leave_orphans() {
    var amy = coder.workspace("amy", setup, Stage.IDLE);
    var path = "/api/v2/workspaces/%s/builds".formatted(amy.id());
    assertThat(ask.post(path, RESTART.replace("stop", "delete")).status()).isEqualTo(400);
    assertThat(ask.post(path, "{\"transition\":\"fly\"}").status()).isEqualTo(400);
    assertThat(ask.post(path, "{\"transition\":\"delete\",\"orphan\":true}").status())
        .isEqualTo(403);
    assertThat(amy.buildCount()).isEqualTo(1);
  }

  @Test
  void a_start_moves_to_the_active_version_only_where_the_template_wants_it() {
    var first = setup.activeVersion().toString();
    var amy = coder.workspace("amy", setup, Stage.STOPPED);
    setup.newVersion();
    assertThat(version(build(amy, "start"))).isEqualTo(first);
    coder.settle();
    setup.activeVersionOnly();
    assertThat(version(build(amy, "start"))).isEqualTo(setup.activeVersion().toString());
    var json = ask.get("/api/v2/users/me/workspace/amy").json();
    assertThat(json.at("/latest_build/template_version_preset_id").stringValue())
        .isEqualTo(setup.presets().getFirst().id().toString());
    assertThat(json.path("outdated").booleanValue()).isFalse();
  }

  /// The older a status, the more it lies: it survives a restart.
  @Test
  void what_was_said_last_survives_a_restart_and_is_older_than_the_build() {
    var amy = coder.workspace("amy", setup, Stage.BUSY);
    build(amy, "stop");
    coder.settle();
    build(amy, "start");
    coder.settle();
    var json = ask.get("/api/v2/users/me/workspace/amy").json();
    assertThat(json.at("/latest_app_status/state").stringValue()).isEqualTo("working");
    assertThat(json.at("/latest_app_status/created_at").stringValue())
        .isLessThan(json.at("/latest_build/created_at").stringValue());
    assertThat(json.at("/latest_build/resources/1/agents/0/apps/2/statuses").size()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"CURRENT, false", "V2_36, false", "V2_28, true", "BEFORE_2_28, true"})
  void agents_of_former_builds_are_hidden_in_newer_versions(Mode mode, boolean shown) {
    try (var other = FakeCoder.start(mode);
        var asking = new Asking(other)) {
      var amy = other.workspace("amy", other.project("Setup"), Stage.BUSY);
      asking.post("/api/v2/workspaces/%s/builds".formatted(amy.id()), "{\"transition\":\"stop\"}");
      other.settle();
      var builds = asking.get("/api/v2/workspaces/%s/builds".formatted(amy.id())).json();
      assertThat(
              StreamSupport.stream(builds.spliterator(), false)
                  .map(it -> it.path("build_number").intValue())
                  .toList())
          .isEqualTo(List.of(2, 1));
      assertThat(builds.at("/1/resources/1/agents/0/apps/2/statuses/0/message").isString())
          .isEqualTo(shown);
    }
  }

  @Test
  void the_first_prompt_runs_again_only_where_the_template_does_so() {
    for (boolean again : new boolean[] {false, true}) {
      var template = coder.project("P" + again);
      if (again) {
        template.promptRunsAgain();
      }
      var name = "w" + again;
      ask.post(
          "/api/v2/users/me/workspaces",
          "{\"name\":\"%s\",\"template_id\":\"%s\",\"rich_parameter_values\":[{\"name\":\"ai_prompt\",\"value\":\"Go\"}]}"
              .formatted(name, template.id()));
      coder.settle();
      build(coder.workspace(name), "start");
      coder.settle();
      assertThat(coder.workspace(name).agentApi().isBusy()).isEqualTo(again);
    }
  }

  @Test
  void an_agent_reports_with_a_token_of_its_own() {
    var amy = coder.workspace("amy", setup, Stage.IDLE);
    var path = "/api/v2/workspaceagents/me/app-status";
    var body =
        "{\"app_slug\":\"ccw\",\"state\":\"complete\",\"message\":\"Done\",\"uri\":\"https://x.test/1\"}";
    assertThat(ask.ask("PATCH", path, body, "Coder-Session-Token", coder.token()).status())
        .isEqualTo(401);
    assertThat(ask.ask("PATCH", path, body, "Coder-Session-Token", amy.agentToken()).status())
        .isEqualTo(200);
    var status = ask.get("/api/v2/users/me/workspace/amy").json().path("latest_app_status");
    assertThat(status.path("uri").stringValue()).isEqualTo("https://x.test/1");
    assertThat(status.path("needs_user_attention").booleanValue()).isFalse();
  }

  private Asking.Answer build(FakeWorkspace workspace, String transition) {
    return ask.post(
        "/api/v2/workspaces/%s/builds".formatted(workspace.id()),
        "{\"transition\":\"%s\"}".formatted(transition));
  }

  private Asking.Answer cancel(FakeWorkspace workspace, String query) {
    var json = ask.get("/api/v2/workspaces/" + workspace.id()).json();
    return ask.patch(
        "/api/v2/workspacebuilds/%s/cancel%s"
            .formatted(json.at("/latest_build/id").stringValue(), query));
  }

  private static String version(Asking.Answer build) {
    return build.json().path("template_version_id").stringValue();
  }
}
