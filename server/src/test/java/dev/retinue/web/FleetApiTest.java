package dev.retinue.web;

import static dev.retinue.web.TestApi.ANNA;
import static dev.retinue.web.TestApi.OWNER;
import static dev.retinue.web.TestApi.READER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.runtime.coder.FleetScene;
import dev.retinue.runtime.coder.fake.FakeCoder;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.runtime.coder.fake.http.Fault;
import dev.retinue.toolset.fleet.Fleets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The fleet over REST: the same as by its tools.
final class FleetApiTest {
  private static final String ALL = "/api/fleet/workspaces";

  @TempDir private Path folder;
  private FleetScene scene;
  private TestApi api;

  @BeforeEach
  void open() {
    scene = new FleetScene(Mode.CURRENT);
    var setup = scene.coder.project("Tea shop", "Coder", "reviewer");
    scene.coder.workspace("amy", setup, Stage.IDLE);
    api = TestApi.with(new Fleets(Map.of("test", scene.fleet), "test"), folder);
  }

  @AfterEach
  void close() {
    api.close();
    scene.close();
  }

  @Test
  void a_workspace_is_shown_with_its_template_its_owner_and_its_health_and_without_secrets() {
    var all = api.get(OWNER, ALL);
    var amy = all.json().path("workspaces").get(0);
    assertThat(amy.at("/agent/name").asString()).isEqualTo("amy");
    assertThat(amy.at("/agent/status").asString()).isEqualTo("idle");
    assertThat(amy.at("/agent/project").asString()).isEqualTo("Tea shop");
    assertThat(amy.at("/home/template").asString()).isEqualTo("tea-shop");
    assertThat(amy.at("/home/owner").asString()).isEqualTo(scene.coder.owner());
    assertThat(amy.at("/home/health").asString()).isEqualTo("healthy");
    assertThat(all.body()).doesNotContain(FakeCoder.SECRET).doesNotContain(scene.coder.token());
  }

  @Test
  void an_agent_is_made_told_interrupted_read_and_deleted() {
    var roles = api.get(OWNER, "/api/fleet/roles?project=Tea%20shop").json();
    assertThat(roles.path("roles").get(1).path("name").asString()).isEqualTo("reviewer");
    var made =
        api.post(
            OWNER,
            ALL,
            "{\"name\":\"bob\",\"project\":\"Tea shop\",\"task\":\"Do it.\",\"role\":\"reviewer\"}");
    assertThat(made.json().at("/agent/role").asString()).as(made.body()).isEqualTo("reviewer");
    scene.coder.settle();
    scene.coder.workspace("bob").agentApi().finish("Done.");

    var told = api.post(OWNER, ALL + "/bob/tasks", "{\"task\":\"Another.\"}");
    assertThat(told.json().path("message").asString()).isEqualTo("Task assigned to agent 'bob'");
    assertThat(api.post(OWNER, ALL + "/bob/tasks", "{\"task\":\"More.\"}").status()).isEqualTo(409);
    var waiting = api.post(OWNER, ALL + "/bob/tasks", "{\"task\":\"More.\",\"queue\":true}");
    assertThat(waiting.json().path("ahead").asInt(-1)).as(waiting.body()).isEqualTo(0);
    var tasks = api.get(OWNER, ALL + "/bob/tasks?page_size=100").json().path("tasks");
    assertThat(tasks.findValuesAsString("kind")).contains("queued", "assigned");
    assertThat(tasks.findValuesAsString("message")).contains("Another.", "More.");

    var cancelled = api.post(OWNER, ALL + "/bob/cancel", "{\"drop_queued\":true}");
    assertThat(cancelled.json().path("dropped").asInt()).as(cancelled.body()).isEqualTo(1);
    var log = api.get(OWNER, ALL + "/bob/log?page_size=100").json();
    assertThat(log.path("logs").findValuesAsString("message")).contains("Done.");

    assertThat(api.send(OWNER, "POST", ALL + "/bob/restart", "").json().path("status").asString())
        .isEqualTo("starting");
    scene.coder.settle();
    assertThat(api.send(OWNER, "DELETE", ALL + "/bob", "").status()).isEqualTo(200);
    scene.coder.settle();
    assertThat(api.get(OWNER, ALL + "/bob").status()).isEqualTo(404);
  }

  @Test
  void nobody_but_the_owner_asks_the_fleet_and_nothing_reaches_the_deployment() {
    scene.coder.forgetRequests();
    for (var caller : List.of(ANNA, READER)) {
      for (var path :
          List.of(
              "/api/fleet",
              "/api/fleet/projects",
              "/api/fleet/roles?project=x",
              ALL,
              ALL + "/amy",
              ALL + "/amy/tasks",
              ALL + "/amy/log")) {
        assertThat(api.get(caller, path).code()).as(path).isEqualTo("FORBIDDEN");
      }
      for (var path : List.of(ALL + "/amy/restart", ALL + "/amy/cancel")) {
        assertThat(api.send(caller, "POST", path, "").code()).as(path).isEqualTo("FORBIDDEN");
      }
      assertThat(api.send(caller, "DELETE", ALL + "/amy", "").code()).isEqualTo("FORBIDDEN");
      assertThat(api.post(caller, ALL + "/amy/tasks", "{\"task\":\"x\"}").code())
          .isEqualTo("FORBIDDEN");
      assertThat(api.post(caller, ALL, "{\"name\":\"x\",\"project\":\"x\",\"task\":\"x\"}").code())
          .isEqualTo("FORBIDDEN");
    }
    assertThat(scene.coder.requests()).isEmpty();
  }

  @Test
  void what_is_wrong_is_said() {
    assertThat(api.get(OWNER, ALL + "?status=sleepy").status()).isEqualTo(400);
    assertThat(api.get(OWNER, ALL + "/amy/log?page=zero").status()).isEqualTo(400);
    assertThat(api.get(OWNER, ALL + "/amy/log?page_size=101").status()).isEqualTo(400);
    assertThat(api.get(OWNER, ALL + "?deployment=other").code()).isEqualTo("NOT_FOUND");
    assertThat(api.get(OWNER, "/api/fleet/roles").message()).contains("'project' is missing");
    assertThat(api.get(OWNER, ALL + "/zoe").code()).isEqualTo("NOT_FOUND");
    assertThat(api.post(OWNER, ALL + "/amy/tasks", "{}").message()).contains("task");
    scene.coder.fault("GET", "/api/v2/workspaces", Fault.status(503).always());
    var broken = api.get(OWNER, ALL);
    assertThat(broken.status()).as(broken.body()).isEqualTo(503);
  }

  @Test
  void where_there_is_no_deployment_it_is_said_how_there_would_be_one(@TempDir Path other) {
    try (var without = TestApi.with(null, other)) {
      var answer = without.get(OWNER, "/api/fleet").json();
      assertThat(answer.path("available").asBoolean(true)).isFalse();
      assertThat(answer.path("how").asString()).contains("CODER_URL");
      var refused = without.get(OWNER, ALL);
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.message()).contains("CODER_URL");
    }
  }
}
