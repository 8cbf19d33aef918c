package dev.retinue.runtime.coder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.llm.scripted.HttpSocket;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.runtime.coder.fake.http.Fault;
import dev.retinue.runtime.coder.fake.http.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What goes wrong between us and Coder.
final class CoderFaultsTest {
  private static final String LIST = "/api/v2/workspaces";
  private static final String CREATE = "/api/v2/users/*/workspaces";

  private final FleetScene scene =
      new FleetScene(Mode.CURRENT, FleetRules.USUAL, Duration.ofSeconds(3));

  @AfterEach
  void close() {
    scene.close();
  }

  private static RetinueException refusal(ThrowingCallable call) {
    var refusal = catchThrowableOfType(RetinueException.class, call);
    assertThat(refusal).isNotNull();
    return refusal;
  }

  @ParameterizedTest
  @CsvSource({"429", "503"})
  void who_is_too_busy_is_asked_again(int status) throws InterruptedException {
    scene.coder.fault("GET", LIST, Fault.status(status).times(2));

    assertThat(scene.fleet.agents(null, null)).isEmpty();
    assertThat(scene.coder.requests("GET", LIST)).hasSize(3);
  }

  @Test
  void who_says_when_to_come_back_is_not_asked_before() {
    scene.coder.fault("GET", LIST, Fault.status(429).header("Retry-After", "60").always());

    assertThat(refusal(() -> scene.fleet.agents(null, null)).code())
        .isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
    assertThat(scene.coder.requests("GET", LIST)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "400, INVALID_INPUT",
    "401, UNAUTHORIZED",
    "403, FORBIDDEN",
    "404, NOT_FOUND",
    "409, CONFLICT",
    "410, NOT_FOUND",
    "413, INVALID_INPUT",
    "425, SERVICE_UNAVAILABLE",
    "500, INTERNAL_ERROR",
    "502, SERVICE_UNAVAILABLE",
    "418, INTERNAL_ERROR"
  })
  void every_refusal_has_a_code_and_words(int status, ErrorCode code) {
    scene.coder.fault("GET", LIST, Fault.status(status));

    var refusal = refusal(() -> scene.fleet.agents(null, null));
    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal.getMessage()).endsWith(".").doesNotContain(scene.coder.token());
  }

  @Test
  void pages_redirects_and_nonsense_are_not_coder() {
    scene.coder.fault("GET", LIST, Fault.html(200, "Welcome"));
    assertThat(refusal(() -> scene.fleet.agents(null, null)).getMessage())
        .contains("is not the API of Coder");
    scene.coder.fault("GET", LIST, Fault.redirect(302, "http://127.0.0.1:1/steal"));
    assertThat(refusal(() -> scene.fleet.agents(null, null)).getMessage())
        .contains("is not the API of Coder");
    scene.coder.fault("GET", LIST, Fault.text(200, "application/json", "{\"workspaces\": ["));
    assertThat(refusal(() -> scene.fleet.agents(null, null)).code())
        .isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
  }

  @ParameterizedTest
  @CsvSource({"503", "0"})
  void what_was_perhaps_done_is_not_done_twice(int status) {
    scene.coder.project("Setup", "coder");
    var fault = status == 0 ? Fault.reset() : Fault.status(status);
    scene.coder.fault("POST", CREATE, fault.afterwards().always());

    var refusal = refusal(() -> scene.create("amy"));
    assertThat(refusal.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
    assertThat(scene.coder.requests("POST", CREATE)).hasSize(1);
  }

  @Test
  void what_was_refused_for_its_rate_is_asked_again() throws InterruptedException {
    scene.coder.project("Setup", "coder");
    scene.coder.fault("POST", CREATE, Fault.status(429).header("Retry-After", "1"));

    assertThat(scene.create("amy").name()).isEqualTo("amy");
    assertThat(scene.coder.requests("POST", CREATE)).hasSize(2);
  }

  @Test
  void who_is_slow_is_given_up_in_time() {
    scene.coder.fault("GET", LIST, Fault.slowBody(Duration.ofSeconds(20)));

    var refusal = refusal(() -> scene.fleet.agents(null, null));
    assertThat(refusal.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
    assertThat(refusal.getMessage()).contains("did not answer in time");
  }

  @Test
  void who_is_not_there_is_told_with_a_remedy() {
    scene.coder.close();

    assertThat(refusal(() -> scene.fleet.agents(null, null)).getMessage())
        .contains("cannot be reached")
        .contains("CODER_URL");
  }

  @Test
  void a_version_that_is_still_imported_is_not_made_from() {
    scene.coder.project("Setup", "coder");
    scene.coder.fault("POST", CREATE, Fault.status(406));

    assertThat(refusal(() -> scene.create("amy")).getMessage()).contains("still being imported");
  }

  @ParameterizedTest
  @CsvSource({
    "303, UNAUTHORIZED",
    "403, FORBIDDEN",
    "404, SERVICE_UNAVAILABLE",
    "400, SERVICE_UNAVAILABLE",
    "502, SERVICE_UNAVAILABLE"
  })
  void pages_of_the_proxy_are_no_words_of_the_agent(int status, ErrorCode code) {
    scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), Stage.IDLE);
    scene.coder.fault(
        "GET", "/@*", status == 303 ? Fault.redirect(303, "/login") : Fault.html(status, "No"));

    assertThat(refusal(() -> scene.fleet.start("amy", "It.")).code()).isEqualTo(code);
    assertThat(scene.coder.requests("POST", "*")).isEmpty();
  }

  @Test
  void an_agentapi_that_knows_only_other_hosts_is_explained() {
    scene
        .coder
        .workspace("amy", scene.coder.project("Setup", "coder"), Stage.IDLE)
        .agentApi()
        .allowedHosts("localhost");

    assertThat(refusal(() -> scene.fleet.start("amy", "It.")).getMessage())
        .contains("AGENTAPI_ALLOWED_HOSTS");
  }

  @Test
  void an_agent_that_became_busy_meanwhile_is_a_conflict() {
    scene.coder.workspace("amy", scene.coder.project("Setup", "coder"), Stage.IDLE);
    scene.coder.fault(
        "POST",
        "/@*",
        Fault.text(
            500,
            "application/problem+json",
            "{\"detail\":\"failed: message can only be sent when the agent is waiting for user input\"}"));

    assertThat(refusal(() -> scene.fleet.start("amy", "It.")).code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(scene.coder.requests("POST", "*")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"200", "500"})
  void an_answer_without_an_end_is_given_up(int status) {
    scene.coder.fault("GET", LIST, Fault.reply(new Reply.Written(it -> endless(it, status))));

    assertThat(refusal(() -> scene.fleet.agents(null, null)).code())
        .isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
  }

  private static void endless(HttpSocket socket, int status)
      throws IOException, InterruptedException {
    socket.head(status, Map.of("Content-Type", "application/json"));
    var piece = " ".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
    while (!socket.awaitGone(Duration.ZERO)) {
      socket.write(piece);
    }
  }

  @Test
  void what_coder_finds_wrong_with_a_field_is_told() {
    scene.coder.project("Setup", "coder");
    scene.coder.fault(
        "POST",
        CREATE,
        Fault.text(
            400,
            "application/json",
            "{\"message\":\"Validation failed.\",\"validations\":[{\"field\":\"name\",\"detail\":\"Too dull.\"}]}"));

    assertThat(refusal(() -> scene.create("amy")).getMessage())
        .contains("Validation failed")
        .contains("name: Too dull");
  }

  @Test
  void a_connection_that_breaks_is_told_and_tried_by_whoever_asks_again() throws Exception {
    scene.coder.fault("GET", LIST, Fault.reset().always());

    assertThat(refusal(() -> scene.fleet.agents(null, null)).getMessage()).contains("Try again");
    scene.coder.heal();
    assertThat(scene.fleet.agents(null, null)).isEmpty();
  }
}
