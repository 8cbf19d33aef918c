package dev.retinue.runtime.coder.fake;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TasksOfTheFakeTest {
  @ParameterizedTest
  @CsvSource({"CURRENT, 404, 404", "V2_36, 200, 404", "V2_28, 404, 200", "BEFORE_2_28, 404, 200"})
  void tasks_are_where_their_version_has_them(Mode mode, int stable, int experimental) {
    try (var coder = FakeCoder.start(mode);
        var ask = new Asking(coder)) {
      assertThat(ask.get("/api/v2/tasks").status()).isEqualTo(stable);
      assertThat(ask.get("/api/experimental/tasks").status()).isEqualTo(experimental);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "V2_36, /api/v2/tasks, 404, 200, 200, active",
    "V2_28, /api/experimental/tasks, 404, 200, 200, active",
    "BEFORE_2_28, /api/experimental/tasks, 200, 404, 400, running"
  })
  void a_task_is_found_by_the_ids_of_its_version(
      Mode mode, String at, int byWorkspace, int byTask, int byName, String status) {
    try (var coder = FakeCoder.start(mode);
        var ask = new Asking(coder)) {
      var amy = coder.workspace("amy", coder.project("Setup"), Stage.IDLE);
      assertThat(ask.get(at + "/me/" + amy.id()).status()).isEqualTo(byWorkspace);
      assertThat(ask.get(at + "/me/" + amy.taskId()).status()).isEqualTo(byTask);
      assertThat(ask.get(at + "/me/amy").status()).isEqualTo(byName);
      assertThat(ask.get(at).json().at("/tasks/0/status").stringValue()).isEqualTo(status);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CURRENT, false, false, false",
    "V2_36, true, true, false",
    "V2_28, false, true, true",
    "BEFORE_2_28, false, true, true"
  })
  void workspaces_have_the_fields_of_their_version(
      Mode mode, boolean taskId, boolean hasAiTask, boolean sidebar) {
    try (var coder = FakeCoder.start(mode);
        var ask = new Asking(coder)) {
      coder.workspace("amy", coder.project("Setup"), Stage.IDLE);
      var json = ask.get("/api/v2/users/me/workspace/amy").json();
      assertThat(json.has("task_id")).isEqualTo(taskId);
      assertThat(json.path("latest_build").has("has_ai_task")).isEqualTo(hasAiTask);
      assertThat(json.path("latest_build").has("ai_task_sidebar_app_id")).isEqualTo(sidebar);
    }
  }

  @ParameterizedTest
  @CsvSource({"V2_36, /api/v2/tasks, 409, 409", "V2_28, /api/experimental/tasks, 502, 400"})
  void what_is_sent_arrives_once_and_a_busy_agent_takes_nothing(
      Mode mode, String at, int busy, int stopped) {
    try (var coder = FakeCoder.start(mode);
        var ask = new Asking(coder)) {
      var setup = coder.project("Setup");
      var amy = coder.workspace("amy", setup, Stage.IDLE);
      coder.workspace("ben", setup, Stage.STOPPED);
      var body = "{\"input\":\"Mow the lawn\"}";
      assertThat(ask.post(at + "/me/amy/send", body).status()).isEqualTo(204);
      assertThat(ask.post(at + "/me/amy/send", body).status()).isEqualTo(busy);
      assertThat(ask.post(at + "/me/ben/send", body).status()).isEqualTo(stopped);
      assertThat(amy.agentApi().messages().stream().filter(it -> it.role().equals("user")))
          .singleElement()
          .satisfies(it -> assertThat(it.content()).isEqualTo("Mow the lawn"));
      assertThat(ask.get(at + "/me/amy/logs").json().at("/logs/1/type").stringValue())
          .isEqualTo("input");
    }
  }

  @Test
  void a_task_can_be_made_paused_and_resumed_and_its_end_is_kept_meanwhile() {
    try (var coder = FakeCoder.start(Mode.V2_36);
        var ask = new Asking(coder)) {
      var setup = coder.project("Setup", "coder");
      var made =
          ask.post(
              "/api/v2/tasks/me",
              "{\"name\":\"amy\",\"template_version_id\":\"%s\",\"input\":\"Mow the lawn\"}"
                  .formatted(setup.activeVersion()));
      assertThat(made.status()).isEqualTo(201);
      assertThat(made.json().path("status").stringValue()).isEqualTo("pending");
      coder.settle();
      coder.workspace("amy").agentApi().finish("It is short.");
      assertThat(ask.post("/api/v2/tasks/me/amy/pause", "").status()).isEqualTo(202);
      coder.settle();
      var logs = ask.get("/api/v2/tasks/me/amy/logs").json();
      assertThat(logs.path("snapshot").booleanValue()).isTrue();
      assertThat(logs.toString()).contains("It is short.");
      assertThat(ask.get("/api/v2/tasks/me/amy").json().path("status").stringValue())
          .isEqualTo("paused");
      assertThat(ask.post("/api/v2/tasks/me/amy/resume", "").status()).isEqualTo(202);
      coder.settle();
      assertThat(coder.workspace("amy").status()).isEqualTo("running");
    }
  }
}
