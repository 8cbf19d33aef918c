package dev.retinue.runtime.coder.fake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class WorkspacesOfTheFakeTest {
  private final FakeCoder coder = FakeCoder.start(Mode.CURRENT);
  private final Asking ask = new Asking(coder);
  private final FakeTemplate setup = coder.project("Setup", "coder", "operator");

  @AfterEach
  void close() {
    ask.close();
    coder.close();
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void every_answer_says_the_version_and_so_does_its_own_route(Mode mode) {
    try (var other = FakeCoder.start(mode);
        var asking = new Asking(other)) {
      var info = asking.ask("GET", "/api/v2/buildinfo", "");
      assertThat(info.status()).isEqualTo(200);
      assertThat(info.json().path("version").stringValue()).isEqualTo(mode.version());
      assertThat(asking.get("/api/v2/nothing").header("X-Coder-Build-Version"))
          .isEqualTo(mode.version());
    }
  }

  @Test
  void a_list_is_of_those_that_are_searched_for_and_never_of_deleted_ones() {
    var other = coder.project("Data One");
    coder.workspace("amy", setup, Stage.IDLE);
    coder.workspace("ben", other, Stage.STOPPED);
    coder.workspace("gone", setup, Stage.DELETED);
    coder.workspace("eve", setup, Stage.IDLE, "eve");
    coder.admin(true);

    assertThat(names(ask.get("/api/v2/workspaces"))).containsExactly("amy", "eve", "ben");
    assertThat(names(ask.search("/api/v2/workspaces", "owner:me"))).containsExactly("amy", "ben");
    assertThat(names(ask.search("/api/v2/workspaces", "owner:me template:\"data-one\"")))
        .containsExactly("ben");
    assertThat(names(ask.get("/api/v2/workspaces?owner=me"))).contains("eve");
    assertThat(ask.search("/api/v2/workspaces", "colour:red").status()).isEqualTo(400);
  }

  @Test
  void who_is_no_administrator_sees_only_his_own() {
    coder.workspace("amy", setup, Stage.IDLE);
    var eve = coder.workspace("eve", setup, Stage.IDLE, "eve");
    assertThat(names(ask.get("/api/v2/workspaces"))).containsExactly("amy");
    assertThat(ask.get("/api/v2/workspaces/" + eve.id()).status()).isEqualTo(404);
  }

  @Test
  void a_page_is_a_part_and_no_limit_is_everything() {
    for (int i = 0; i < 30; i++) {
      coder.workspace("w" + (10 + i), setup, Stage.STOPPED);
    }
    assertThat(names(ask.get("/api/v2/workspaces"))).hasSize(30);
    assertThat(names(ask.get("/api/v2/workspaces?limit=0&offset=28"))).hasSize(2);
    var page = ask.get("/api/v2/workspaces?limit=5&offset=10");
    assertThat(names(page)).containsExactly("w20", "w21", "w22", "w23", "w24");
    assertThat(page.json().path("count").intValue()).isEqualTo(30);
    assertThat(ask.get("/api/v2/workspaces?limit=-1").json().path("validations").size())
        .isEqualTo(1);
  }

  @Test
  void what_may_be_missing_is_null_on_the_wire() {
    coder.workspace("amy", setup, Stage.IDLE);
    var json = ask.get("/api/v2/users/me/workspace/AMY").json();
    for (var name : List.of("deleting_at", "dormant_at", "latest_app_status", "next_start_at")) {
      assertThat(json.has(name)).as(name).isTrue();
      assertThat(json.path(name).isNull()).as(name).isTrue();
    }
    var build = json.path("latest_build");
    assertThat(build.path("deadline").isNull()).isTrue();
    assertThat(build.at("/matched_provisioners/most_recently_seen").isNull()).isTrue();
    assertThat(build.path("resources").get(0).has("agents")).isFalse();
    assertThat(agent(json).path("parent_id").isNull()).isTrue();
    assertThat(agent(json).path("environment_variables").toString()).contains(FakeCoder.SECRET);
    assertThat(json.path("created_at").stringValue())
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{1,6}\\+01:00");
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING, pending",
    "STARTING, starting",
    "CONNECTING, running",
    "BOOTING, running",
    "IDLE, running",
    "BUSY, running",
    "UNHEALTHY, running",
    "DISCONNECTED, running",
    "TIMED_OUT, running",
    "STOPPING, stopping",
    "STOPPED, stopped",
    "FAILED, failed",
    "CANCELING, canceling",
    "CANCELED, canceled",
    "DELETING, deleting",
    "DELETED, deleted",
    "DORMANT, stopped"
  })
  void a_workspace_can_be_in_every_state(Stage stage, String status) {
    var workspace = coder.workspace("amy", setup, stage);
    var json = ask.get("/api/v2/workspaces/" + workspace.id() + "?include_deleted=true").json();
    assertThat(json.at("/latest_build/status").stringValue()).isEqualTo(status);
    assertThat(json.path("dormant_at").isNull()).isEqualTo(stage != Stage.DORMANT);
  }

  @Test
  void what_is_made_becomes_ready_step_by_step() {
    var made = create("amy", "");
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.json().at("/latest_build/status").stringValue()).isEqualTo("pending");
    assertThat(made.json().at("/latest_build/resources").size()).isZero();
    coder.step();
    assertThat(coder.workspace("amy").status()).isEqualTo("starting");
    coder.step();
    assertThat(how("amy")).isEqualTo("running connecting created initializing");
    coder.step();
    assertThat(how("amy")).isEqualTo("running connected starting initializing");
    coder.step();
    assertThat(how("amy")).isEqualTo("running connected ready healthy");
  }

  @Test
  void with_the_pace_of_requests_whoever_polls_sees_progress() {
    coder.pace(Pace.BY_REQUEST);
    create("amy", "");
    for (int i = 0; i < 3; i++) {
      ask.get("/api/v2/users/me/workspace/amy");
    }
    assertThat(how("amy")).isEqualTo("running connected ready healthy");
  }

  @Test
  void the_first_prompt_is_at_work_when_the_agent_is_ready() {
    create(
        "amy", ",\"rich_parameter_values\":[{\"name\":\"ai_prompt\",\"value\":\"Mow the lawn\"}]");
    coder.settle();
    var status = ask.get("/api/v2/users/me/workspace/amy").json().path("latest_app_status");
    assertThat(status.path("state").stringValue()).isEqualTo("working");
    assertThat(status.path("message").stringValue()).isEqualTo("Mow the lawn");
    assertThat(coder.workspace("amy").agentApi().isBusy()).isTrue();
  }

  @Test
  void the_value_of_a_preset_is_above_the_one_that_is_sent() {
    var preset = setup.presets().getFirst().id();
    var made =
        create(
            "amy",
            ",\"template_version_preset_id\":\"%s\",\"rich_parameter_values\":[{\"name\":\"system_prompt\",\"value\":\"Mine\"}]"
                .formatted(preset));
    var build = made.json().at("/latest_build/id").stringValue();
    assertThat(ask.get("/api/v2/workspacebuilds/" + build + "/parameters").text())
        .contains("You are a coder.")
        .doesNotContain("Mine");
    assertThat(made.json().at("/latest_build/template_version_preset_id").stringValue())
        .isEqualTo(preset.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-a",
        "a-",
        "a--b",
        "a_b",
        "new",
        "create",
        "abcdefghijklmnopqrstuvwxyz0123456"
      })
  void a_bad_name_is_refused_and_the_field_is_named(String name) {
    var refused = create(name, "");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/validations/0/field").stringValue()).isEqualTo("name");
  }

  @Test
  void a_name_is_taken_whatever_its_case_until_its_workspace_is_gone() {
    create("amy", "");
    assertThat(create("AMY", "").status()).isEqualTo(409);
    coder.workspace("ben", setup, Stage.DELETED);
    assertThat(create("ben", "").status()).isEqualTo(201);
  }

  @Test
  void what_a_template_does_not_allow_is_refused_with_its_own_status() {
    setup.importing(true);
    assertThat(create("a", "").status()).isEqualTo(406);
    assertThat(
            ask.get("/api/v2/templateversions/" + setup.activeVersion() + "/rich-parameters")
                .status())
        .isEqualTo(425);
    setup.importing(false).externalAuthMissing();
    assertThat(create("a", "").status()).isEqualTo(403);
    var strict = coder.template("strict").requiredParameter("ai_prompt");
    assertThat(
            ask.post(
                    "/api/v2/users/me/workspaces",
                    "{\"name\":\"a\",\"template_id\":\"%s\"}".formatted(strict.id()))
                .json()
                .at("/validations/0/field")
                .stringValue())
        .isEqualTo("ai_prompt");
  }

  @Test
  void ids_that_are_none_are_400_and_those_of_nothing_404_and_those_of_deleted_ones_410() {
    var gone = coder.workspace("gone", setup, Stage.DELETED);
    assertThat(ask.get("/api/v2/workspaces/amy").status()).isEqualTo(400);
    assertThat(ask.get("/api/v2/workspaces/" + setup.id()).status()).isEqualTo(404);
    assertThat(ask.get("/api/v2/workspaces/" + gone.id()).status()).isEqualTo(410);
    assertThat(ask.get("/api/v2/users/me/workspace/gone").status()).isEqualTo(404);
  }

  @Test
  void presets_have_capital_keys_and_are_null_where_there_are_none() {
    setup.defaultPreset("Manager", Map.of());
    var presets = presets(setup);
    assertThat(presets.size()).isEqualTo(3);
    assertThat(presets.at("/0/Name").stringValue()).isEqualTo("coder");
    assertThat(presets.at("/0/Parameters/0/Name").stringValue()).isEqualTo("system_prompt");
    assertThat(presets.at("/2/Default").booleanValue()).isTrue();
    assertThat(presets(coder.template("bare")).isNull()).isTrue();
  }

  @Test
  void templates_can_be_asked_for_without_the_deprecated_ones() {
    coder.template("old").deprecated("Use setup.");
    assertThat(ask.get("/api/v2/templates").json().size()).isEqualTo(2);
    var found = ask.search("/api/v2/templates", "deprecated:false").json();
    assertThat(found.size()).isEqualTo(1);
    assertThat(found.at("/0/display_name").stringValue()).isEqualTo("Setup");
    assertThat(found.at("/0/description").stringValue()).isEmpty();
  }

  private JsonNode presets(FakeTemplate template) {
    return ask.get("/api/v2/templateversions/" + template.activeVersion() + "/presets").json();
  }

  private Asking.Answer create(String name, String more) {
    return ask.post(
        "/api/v2/users/me/workspaces",
        "{\"name\":\"%s\",\"template_id\":\"%s\"%s}".formatted(name, setup.id(), more));
  }

  private String how(String name) {
    var json = ask.get("/api/v2/users/me/workspace/" + name).json();
    var app =
        StreamSupport.stream(agent(json).path("apps").spliterator(), false)
            .filter(it -> it.path("slug").asString("").equals("ccw"))
            .findFirst()
            .orElseThrow();
    return String.join(
        " ",
        json.at("/latest_build/status").asString(""),
        agent(json).path("status").asString(""),
        agent(json).path("lifecycle_state").asString(""),
        app.path("health").asString(""));
  }

  private static JsonNode agent(JsonNode workspace) {
    return workspace.at("/latest_build/resources/1/agents/0");
  }

  private static List<String> names(Asking.Answer answer) {
    return StreamSupport.stream(answer.json().path("workspaces").spliterator(), false)
        .map(it -> it.path("name").stringValue())
        .toList();
  }
}
