package dev.retinue.runtime.coder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.fleet.FleetAgent;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Pace;
import dev.retinue.runtime.coder.fake.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Projects and roles, and what agents are made from.
final class FleetMakingTest {
  private static void assertRefused(
      FleetScene scene, ErrorCode code, String name, String project, @Nullable String role) {
    assertThatExceptionOfType(RetinueException.class)
        .isThrownBy(() -> scene.fleet.create(new Fleet.Wanted(name, project, "It.", role)))
        .satisfies(it -> assertThat(it.code()).isEqualTo(code));
    assertThat(scene.coder.requests("POST", "*")).isEmpty();
  }

  @Test
  void projects_are_templates_with_a_title_that_take_a_task() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var coder = scene.coder;
      coder.project("Setup", "coder");
      coder
          .template("old")
          .displayName("Old")
          .parameter("AI Prompt", "")
          .parameter("System Prompt", "");
      coder.template("untitled").forAgents();
      coder.template("plain").displayName("Plain");
      coder.project("Gone").deprecated("No more.");
      coder.project("Coming").importing(true);

      assertThat(scene.fleet.projects())
          .extracting(Fleet.Project::name)
          .containsExactlyInAnyOrder("Setup", "Old");
    }
  }

  @Test
  void roles_are_presets_and_may_be_none() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.project("Setup", "coder", "operator");
      scene.coder.project("Bare");

      var roles = scene.fleet.roles("SETUP");
      assertThat(roles.project().name()).isEqualTo("Setup");
      assertThat(roles.all()).extracting(Fleet.Role::name).containsExactly("coder", "operator");
      assertThat(scene.fleet.roles("bare").all()).isEmpty();
      assertThat(scene.fleet.create(new Fleet.Wanted("amy", "Bare", "It.", null)).role())
          .isEqualTo(FleetAgent.UNKNOWN_ROLE);
    }
  }

  @Test
  void the_usual_role_is_coder_or_the_default_or_the_first() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.project("One", "operator", "CODER");
      scene.coder.project("Two", "operator").defaultPreset("manager", Map.of());
      scene.coder.project("Three", "operator", "manager");

      assertThat(scene.fleet.create(new Fleet.Wanted("a", "One", "It.", null)).role())
          .isEqualTo("CODER");
      assertThat(scene.fleet.create(new Fleet.Wanted("b", "Two", "It.", null)).role())
          .isEqualTo("manager");
      assertThat(scene.fleet.create(new Fleet.Wanted("c", "Three", "It.", "")).role())
          .isEqualTo("operator");
      assertThat(scene.fleet.create(new Fleet.Wanted("d", "Three", "It.", "Manager")).role())
          .isEqualTo("manager");
    }
  }

  @Test
  void the_task_goes_into_the_parameter_as_it_is_really_called_and_alone() throws Exception {
    try (var scene = new FleetScene(Mode.BEFORE_2_28)) {
      scene
          .coder
          .template("old")
          .displayName("Old")
          .parameter("AI Prompt", "")
          .parameter("System Prompt", "");

      scene.fleet.create(new Fleet.Wanted("amy", "Old", "Do this.", null));

      var body = scene.coder.requests("POST", "*").getFirst().json();
      assertThat(body.path("rich_parameter_values").toString())
          .isEqualTo("[{\"name\":\"AI Prompt\",\"value\":\"Do this.\"}]");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-amy",
        "amy-",
        "a--b",
        "a b",
        "new",
        "Create",
        "a_b",
        "abcdefghijklmnopqrstu"
      })
  void names_that_coder_does_not_take_are_refused_before_anything_is_asked(String name) {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.project("Setup", "coder");

      assertRefused(scene, ErrorCode.INVALID_INPUT, name, "Setup", null);
      assertThat(scene.coder.requests()).isEmpty();
    }
  }

  @Test
  void what_is_not_there_is_not_found_and_what_is_there_is_a_conflict() {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var setup = scene.coder.project("Setup", "coder");
      scene.coder.workspace("amy", setup, Stage.IDLE);
      setup.preset("fixed", Map.of("ai_prompt", "Always this."));

      assertRefused(scene, ErrorCode.NOT_FOUND, "bob", "Setupp", null);
      assertRefused(scene, ErrorCode.NOT_FOUND, "bob", "Setup", "manager");
      assertRefused(scene, ErrorCode.INVALID_INPUT, "bob", "Setup", "fixed");
      assertRefused(scene, ErrorCode.CONFLICT, "Amy", "Setup", null);
    }
  }

  @Test
  void only_agents_of_our_own_are_seen_and_nothing_else_can_be_deleted() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.admin(true);
      var setup = scene.coder.project("Setup", "coder");
      scene.coder.workspace("amy", setup, Stage.IDLE);
      scene.coder.workspace("his", setup, Stage.IDLE, "bob");
      scene.coder.workspace("desk", scene.coder.template("desk").displayName("Desk"), Stage.IDLE);

      assertThat(scene.fleet.agents(null, null))
          .extracting(FleetAgent::name)
          .containsExactly("amy");
      assertThat(scene.fleet.agents(null, "setup")).hasSize(1);
      assertThat(scene.fleet.agents(null, "other")).isEmpty();
      assertThatExceptionOfType(RetinueException.class)
          .isThrownBy(() -> scene.fleet.delete("desk"))
          .withMessage("There is no agent 'desk'; list_agents says which there are.");
      assertThat(scene.coder.requests("POST", "*")).isEmpty();
    }
  }

  @Test
  void the_owner_says_which_projects_count() throws Exception {
    var rules = new FleetRules(List.of("setup"), null, FleetRules.CONTROL_C, 32);
    try (var scene = new FleetScene(Mode.CURRENT, rules, Duration.ofSeconds(10))) {
      scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), Stage.IDLE);
      scene.coder.workspace("bob", scene.coder.project("Other", "coder"), Stage.IDLE);

      assertThat(scene.fleet.agents(null, null))
          .extracting(FleetAgent::name)
          .containsExactly("amy");
      assertThat(scene.fleet.projects()).extracting(Fleet.Project::name).containsExactly("Setup");
    }
  }

  @Test
  void many_agents_need_one_request_and_one_for_each_version() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.pace(Pace.BY_HAND);
      var setup = scene.coder.project("Setup", "coder");
      for (int i = 0; i < 500; i++) {
        if (i == 250) {
          setup.newVersion();
        }
        scene.coder.workspace("agent-" + i, setup, Stage.IDLE);
      }

      assertThat(scene.fleet.agents(null, null))
          .hasSize(500)
          .allMatch(it -> it.role().equals("coder"));
      assertThat(scene.coder.requests()).hasSize(3);
      scene.fleet.agents(null, null);
      assertThat(scene.coder.requests()).hasSize(4);
    }
  }
}
