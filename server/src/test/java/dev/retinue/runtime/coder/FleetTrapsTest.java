package dev.retinue.runtime.coder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.Fleet;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.runtime.coder.fake.FakeWorkspace;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Pace;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.runtime.coder.fake.http.Fault;
import dev.retinue.runtime.coder.fake.http.Request;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is easy to get wrong with Coder, one by one.
final class FleetTrapsTest {
  private static RetinueException refusal(ThrowingCallable call) {
    return Objects.requireNonNull(catchThrowableOfType(RetinueException.class, call));
  }

  private static FakeWorkspace amy(FleetScene scene, Stage stage) {
    return scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), stage);
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void the_token_goes_to_coder_as_a_header_and_to_agents_as_a_cookie(Mode mode) throws Exception {
    try (var scene = new FleetScene(mode)) {
      amy(scene, Stage.IDLE);
      scene.fleet.start("amy", "It.");

      assertThat(scene.coder.appRequests())
          .isNotEmpty()
          .allSatisfy(
              it -> {
                assertThat(it.header("coder-session-token")).isEmpty();
                assertThat(it.header("authorization")).isEmpty();
                assertThat(it.cookie("coder_session_token")).hasValue(scene.coder.token());
                assertThat(it.path()).startsWith("/@ada/amy/apps/ccw/");
              });
      assertThat(scene.coder.requests("GET", "/api/*"))
          .allSatisfy(
              it -> {
                assertThat(it.header("coder-session-token")).hasValue(scene.coder.token());
                assertThat(it.header("cookie")).isEmpty();
              });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"v2.20.0+old", "", "devel", "v3"})
  void a_server_that_says_little_of_its_version_restarts_once(String version) throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.version(version);
      var amy = amy(scene, Stage.IDLE);

      scene.fleet.restart("amy");
      scene.coder.settle();
      assertThat(amy.status()).isEqualTo("running");
      assertThat(amy.buildCount()).isEqualTo(3);
      assertThat(scene.coder.requests("POST", "*").getFirst().json().has("on_success")).isFalse();
    }
  }

  @Test
  void who_was_started_by_somebody_else_is_started() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      amy(scene, Stage.STOPPED);
      scene.coder.fault("POST", "/api/v2/workspaces/*/builds", Fault.status(409));

      assertThat(scene.fleet.restart("amy").status()).isEqualTo(FleetStatus.STARTING);
    }
  }

  @Test
  void a_start_moves_to_the_active_version_where_it_must() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var setup = scene.coder.project("Setup", "coder").activeVersionOnly();
      scene.coder.workspace("amy", setup, Stage.STOPPED);
      setup.newVersion();

      scene.fleet.restart("amy");
      assertThat(
              scene
                  .coder
                  .requests("POST", "*")
                  .getFirst()
                  .json()
                  .path("template_version_id")
                  .asString())
          .isEqualTo(setup.activeVersion().toString());
    }
  }

  @Test
  void a_restart_that_takes_longer_than_its_call_goes_on_behind_it() throws Exception {
    try (var scene = new FleetScene(Mode.V2_28);
        var fleet = scene.impatient()) {
      scene.coder.pace(Pace.BY_HAND);
      var amy = amy(scene, Stage.IDLE);

      var done = fleet.restart("amy");
      assertThat(done.status()).isEqualTo(FleetStatus.STOPPING);
      assertThat(done.message()).contains("is started as soon as it has");
      scene.coder.pace(Pace.BY_REQUEST);
      long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
      while (fleet.show("amy").status() != FleetStatus.IDLE) {
        assertThat(System.nanoTime()).isLessThan(end);
      }
      assertThat(amy.buildCount()).isEqualTo(3);
    }
  }

  @Test
  void a_deletion_that_takes_longer_than_its_call_is_said_to_have_begun() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT);
        var fleet = scene.impatient()) {
      scene.coder.pace(Pace.BY_HAND);
      amy(scene, Stage.IDLE);

      var done = fleet.delete("amy");
      assertThat(done.status()).isEqualTo(FleetStatus.DELETING);
      assertThat(done.message()).contains("has begun");
    }
  }

  @Test
  void a_build_that_has_not_begun_is_cancelled_as_such() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.pace(Pace.BY_HAND);
      amy(scene, Stage.PENDING);
      scene.coder.fault("PATCH", "*", Fault.late(Duration.ZERO));

      var deleting = Thread.ofVirtual().start(() -> deleted(scene));
      long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
      while (scene.coder.requests("PATCH", "*").isEmpty()) {
        assertThat(System.nanoTime()).isLessThan(end);
      }
      scene.coder.pace(Pace.BY_REQUEST);
      assertThat(deleting.join(Duration.ofSeconds(10))).isTrue();
      assertThat(scene.coder.requests("PATCH", "*").getFirst().query())
          .isEqualTo("expect_status=pending");
      assertThat(scene.coder.workspace("amy").status()).isEqualTo("deleted");
    }
  }

  private static void deleted(FleetScene scene) {
    try {
      scene.fleet.delete("amy");
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void who_is_gone_while_it_is_restarted_is_told() {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      amy(scene, Stage.IDLE);
      scene.coder.fault("GET", "/api/v2/workspaces/*", Fault.status(410).always());

      assertThat(refusal(() -> scene.fleet.restart("amy")).code()).isEqualTo(ErrorCode.CONFLICT);
    }
  }

  @Test
  void what_the_owner_chose_interrupts_an_agent_once() throws Exception {
    var rules = new FleetRules(List.of(), null, "\u001b", 20);
    try (var scene = new FleetScene(Mode.CURRENT, rules, Duration.ofSeconds(10))) {
      var amy = amy(scene, Stage.BUSY);

      scene.fleet.cancel("amy");
      assertThat(amy.agentApi().keys()).containsExactly("\u001b");
    }
  }

  @Test
  void an_interrupt_whose_answer_is_lost_is_not_sent_again() {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      var amy = amy(scene, Stage.BUSY);
      scene.coder.fault("POST", "/@*", Fault.reset().afterwards().always());

      assertThat(refusal(() -> scene.fleet.cancel("amy")).code())
          .isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
      assertThat(amy.agentApi().keys()).hasSize(1);
      assertThat(amy.agentApi().isAlive()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "connected, shutting_down, OFFLINE",
    "connected, off, OFFLINE",
    "connected, shutdown_error, OFFLINE",
    "connected, start_timeout, IDLE",
    "connected, ready, IDLE",
    "connecting, created, STARTING",
    "timeout, created, OFFLINE"
  })
  void an_agent_is_as_it_and_its_life_are(String status, String lifecycle, FleetStatus expected)
      throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.pace(Pace.BY_HAND);
      amy(scene, Stage.IDLE).agent(status, lifecycle);

      assertThat(scene.fleet.show("amy").status()).isEqualTo(expected);
    }
  }

  @Test
  void an_app_that_comes_up_is_starting() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.pace(Pace.BY_HAND);
      amy(scene, Stage.IDLE).health("initializing");

      assertThat(scene.fleet.show("amy").status()).isEqualTo(FleetStatus.STARTING);
    }
  }

  @Test
  void one_agent_is_shown_without_a_list() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      amy(scene, Stage.IDLE);
      scene.fleet.show("amy");

      assertThat(scene.coder.requests("GET", "/api/v2/workspaces")).isEmpty();
    }
  }

  @Test
  void what_a_version_has_is_asked_for_once() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.project("Setup", "coder");
      scene.fleet.projects();
      scene.fleet.projects();
      scene.fleet.roles("Setup");
      scene.fleet.roles("Setup");

      assertThat(scene.coder.requests("GET", "/api/v2/templateversions/*/rich-parameters"))
          .hasSize(1);
      assertThat(scene.coder.requests("GET", "/api/v2/templateversions/*/presets")).hasSize(1);
    }
  }

  @Test
  void a_project_is_found_by_the_name_of_its_template_too() throws Exception {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.template("tmpl-7").displayName("Nice").forAgents();

      assertThat(scene.fleet.roles("TMPL-7").project().name()).isEqualTo("Nice");
    }
  }

  @Test
  void what_is_missing_to_make_an_agent_is_said_by_coder() {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      scene.coder.project("Setup", "coder").externalAuthMissing();
      assertThat(refusal(() -> scene.create("amy")).code()).isEqualTo(ErrorCode.FORBIDDEN);
      scene.coder.project("Other", "coder").requiredParameter("region");
      var refusal =
          refusal(() -> scene.fleet.create(new Fleet.Wanted("amy", "Other", "It.", null)));
      assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT);
      assertThat(refusal.getMessage()).contains("region");
    }
  }

  @Test
  void what_is_wrong_is_told_in_its_order() {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      amy(scene, Stage.IDLE);
      record Case(Fleet.Wanted wanted, String words) {}
      for (var it :
          List.of(
              new Case(new Fleet.Wanted("-", "No", " ", "no"), "cannot be called"),
              new Case(new Fleet.Wanted("amy", "No", " ", "no"), "The task is empty"),
              new Case(new Fleet.Wanted("amy", "No", "It.", "no"), "There is no project"),
              new Case(new Fleet.Wanted("amy", "Setup", "It.", "no"), "has no role"),
              new Case(new Fleet.Wanted("amy", "Setup", "It.", null), "already"))) {
        assertThat(refusal(() -> scene.fleet.create(it.wanted())).getMessage())
            .contains(it.words());
      }
      assertThat(scene.coder.requests("POST", "*")).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void what_was_said_in_earlier_builds_is_there_once_or_not_at_all(Mode mode) throws Exception {
    try (var scene = new FleetScene(mode)) {
      amy(scene, Stage.IDLE).report("complete", "First.", "https://example.org/1");
      scene.fleet.restart("amy");
      scene.coder.settle();
      scene.coder.workspace("amy").report("complete", "Second.", "");

      boolean hides = mode == Mode.CURRENT || mode == Mode.V2_36;
      var history = scene.fleet.history("amy", 1, 20).items();
      assertThat(history)
          .extracting(Fleet.TaskEntry::message)
          .containsExactlyElementsOf(hides ? List.of("Second.") : List.of("Second.", "First."));
      assertThat(history.getFirst().uri()).isNull();
      assertThat(scene.fleet.history("amy", 3, 1).items()).isEmpty();
    }
  }

  @Test
  void a_page_that_says_all_is_well_is_no_agent() {
    try (var scene = new FleetScene(Mode.CURRENT)) {
      amy(scene, Stage.IDLE);
      scene.coder.fault("GET", "/@*", Fault.html(200, "Welcome"));

      assertThat(refusal(() -> scene.fleet.start("amy", "It.")).code())
          .isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
      assertThat(scene.coder.appRequests()).extracting(Request::method).containsExactly("GET");
    }
  }
}
