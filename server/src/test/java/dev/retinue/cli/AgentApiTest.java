package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.agentapi.Hire;
import dev.retinue.cli.agentapi.Names;
import dev.retinue.testing.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// AgentAPI in front of a program that answers at once, or waits until it is interrupted.
final class AgentApiTest {
  private static final String BUSY =
      "message can only be sent when the agent is waiting for user input";

  /// It says what it hears, and does what its last word says. Told to wait, it waits in a child.
  private static final String PROGRAM =
      """
      #!/bin/sh
      heard=$(cat)
      case $heard in
        *wait.) tail -f "$PWD/agent.sh" > /dev/null & : > child; wait ;;
        *fail.) echo "it broke" >&2; exit 3 ;;
        *variables.) env ;;
        *) echo "I heard: $heard" ;;
      esac
      """;

  @TempDir private Path folder;
  private AgentApiService service;
  private AgentApiClient client;

  @BeforeEach
  void begin() throws IOException {
    Files.createDirectories(folder.resolve("project"));
    var file = folder.resolve("project/agent.sh");
    Files.writeString(file, PROGRAM);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    open("", null);
  }

  @AfterEach
  void end() {
    service.close();
  }

  private void open(String prompt, @Nullable String hosts) {
    var project = folder.resolve("project");
    var environment = new HashMap<>(System.getenv());
    environment.putAll(Map.of("CODER_AGENT_TOKEN", "secret-1", "GREETING", "hello", "OTHER", "x"));
    var wish =
        new AgentApiService.Wish(
            Hire.of(List.of("./agent.sh"), null, List.of("GREETING"), project),
            Names.of(hosts, null),
            new AgentApiService.Address("127.0.0.1", 0),
            project,
            prompt,
            null,
            environment);
    var settings = ConfigOption.read(null, List.of(), Map.of()).settings();
    service = AgentApiService.open(wish, settings, folder.resolve("data"));
    client = AgentApiClient.at(service.port());
  }

  private void awaitChild() {
    while (!Files.exists(folder.resolve("project/child"))) {
      Thread.onSpinWait();
    }
  }

  @Test
  void a_message_is_taken_at_once_and_answered_later() {
    var status = client.get("/status");
    assertThat(status.status()).isEqualTo(200);
    assertThat(status.json().path("status").asString()).isEqualTo("stable");
    assertThat(status.json().path("agent_type").asString()).isEqualTo("custom");
    assertThat(status.json().path("transport").asString()).isEqualTo("pty");
    assertThat(client.messages().isEmpty()).isTrue();

    try (var events = client.events()) {
      events.await("status_change", it -> it.path("status").asString().equals("stable"));
      assertThat(client.say("Good day.").json().path("ok").asBoolean()).isTrue();
      assertThat(client.messages().path(0).path("content").asString()).isEqualTo("Good day.");
      events.await("status_change", it -> it.path("status").asString().equals("running"));
      var answer = events.await("message_update", it -> it.path("role").asString().equals("agent"));
      assertThat(answer.path("message").asString()).contains("I heard:").contains("Good day.");
      events.await("status_change", it -> it.path("status").asString().equals("stable"));
    }
    var all = client.messages();
    assertThat(all.findValuesAsString("role")).containsExactly("user", "agent");
    assertThat(all.findValuesAsString("id")).containsExactly("0", "1");
    assertThat(all.path(1).propertyNames()).containsOnly("id", "role", "content", "time");
  }

  @Test
  void who_comes_later_hears_all_that_was_said_first() {
    client.say("One.");
    client.await("stable");
    try (var events = client.events()) {
      assertThat(events.await("message_update", _ -> true).path("message").asString())
          .isEqualTo("One.");
      assertThat(events.await("message_update", _ -> true).path("id").asInt()).isEqualTo(1);
      events.await("status_change", _ -> true);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0003", "\u001b"})
  void busy_is_said_in_the_words_that_clients_know_and_a_key_interrupts(String key) {
    client.say("Please wait.");
    awaitChild();
    assertThat(client.status()).isEqualTo("running");

    var refused = client.say("Hurry.");
    assertThat(refused.status()).isEqualTo(500);
    assertThat(refused.type()).isEqualTo("application/problem+json");
    assertThat(refused.json().path("detail").asString()).isEqualTo(BUSY);
    assertThat(client.messages()).hasSize(1);

    assertThat(client.press(key).json().path("ok").asBoolean()).isTrue();
    client.press(key);
    client.await("stable");
    assertThat(Traces.of(folder)).isEmpty();
    assertThat(client.last()).isEqualTo("[stopped: it was interrupted]");
    client.press(key);
    client.say("Once more.");
    client.await("stable");
    assertThat(client.last()).contains("Once more.");
  }

  @Test
  void what_fails_is_said_and_the_conversation_goes_on() {
    client.say("Do fail.");
    client.await("stable");
    assertThat(client.last()).startsWith("[").contains("it broke");
    assertThat(client.say("Again.").status()).isEqualTo(200);
  }

  @Test
  void after_a_restart_everything_is_there_and_the_first_message_is_not_sent_again() {
    service.close();
    open("Begin.", null);
    client.await("stable");
    client.say("Go on.");
    client.await("stable");
    var before = client.get("/messages").text();
    service.close();

    open("Begin.", null);
    try (var events = client.events()) {
      events.await("message_update", it -> it.path("id").asInt() == 3);
    }
    assertThat(client.get("/messages").text()).isEqualTo(before);
    assertThat(before).containsOnlyOnce("\"content\":\"Begin.\"");
    client.say("And now?");
    client.await("stable");
    assertThat(client.messages()).hasSize(6);
  }

  @Test
  void its_end_is_the_end_of_the_program_and_its_children() {
    client.say("Please wait.");
    awaitChild();
    service.close();
    assertThat(Traces.of(folder)).isEmpty();
    open("", null);
  }

  @Test
  void the_program_sees_what_it_may_and_no_token() {
    client.say("Show your variables.");
    client.await("stable");
    assertThat(client.last()).contains("GREETING=hello").doesNotContain("secret-1", "OTHER=");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|422|expected required property content to be present",
        "{\"content\":\"x\"}|422|expected required property type to be present",
        "{\"content\":1,\"type\":\"user\"}|422|expected string",
        "{\"content\":\"x\",\"type\":\"loud\"}|422|expected value to be one of",
        "{\"content\":\"x\",\"type\":\"user\",\"more\":1}|422|unexpected property",
        "[]|422|expected object",
        "{|400|not valid JSON",
        "{\"content\":\" \",\"type\":\"user\"}|500|message must not be empty",
        "{\"content\":\"ls\\r\",\"type\":\"raw\"}|500|there is no terminal here",
      })
  void what_cannot_be_taken_is_a_problem(String body, int status, String words) {
    var answer = client.post("/message", body);
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.type()).isEqualTo("application/problem+json");
    assertThat(answer.text()).contains(words);
    assertThat(answer.json().path("status").asInt()).isEqualTo(status);
    assertThat(client.messages().isEmpty()).isTrue();
  }

  @Test
  void what_is_not_there_or_too_large_is_a_problem_too() {
    assertThat(client.get("/").status()).isEqualTo(404);
    assertThat(client.get("/message").status()).isEqualTo(405);
    var large = "{\"content\":\"%s\"}".formatted("x".repeat(5 << 20));
    assertThat(client.post("/message", large).status()).isEqualTo(413);
  }

  @Test
  void it_answers_to_its_names_and_lets_no_foreign_page_in() {
    var refused = client.send("GET", "/status", "Host: evil.example\r\n", "");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text())
        .isEqualTo("Invalid host header. Allowed hosts: localhost, 127.0.0.1, [::1]\n");
    assertThat(client.send("GET", "/status", "Host: localhost:1\r\n", "").status()).isEqualTo(200);
    var page = "Origin: https://evil.example\r\nContent-Type: application/json\r\n";
    assertThat(client.send("POST", "/message", page, "{}").status()).isEqualTo(403);

    service.close();
    open("", "*");
    assertThat(client.send("GET", "/status", "Host: any.example\r\n", "").status()).isEqualTo(200);
    var own = "Host: any.example\r\nOrigin: https://any.example\r\n";
    assertThat(client.send("GET", "/status", own, "").status()).isEqualTo(200);
  }

  @Test
  void a_file_is_kept_where_the_agent_can_read_it() throws IOException {
    var form =
        "--b1\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nx\r\n"
            + "--b1\r\nContent-Disposition: form-data; name=\"file\"; filename=\"../../a b.txt\"\r\n"
            + "Content-Type: text/plain\r\n\r\none\r\ntwo\r\n--b1--\r\n";
    var type = "Content-Type: multipart/form-data; boundary=b1\r\n";
    var kept = client.send("POST", "/upload", type, form);
    assertThat(kept.status()).isEqualTo(200);
    assertThat(kept.json().path("ok").asBoolean()).isTrue();
    var file = Path.of(kept.json().path("filePath").asString());
    assertThat(file)
        .hasFileName("a b.txt")
        .startsWith(folder.toRealPath())
        .hasContent("one\r\ntwo");

    assertThat(client.send("POST", "/upload", type, "--b1--").status()).isEqualTo(422);
    assertThat(client.post("/upload", "{}").status()).isEqualTo(422);
    var large = form.replace("one", "1".repeat(10 << 20));
    assertThat(client.send("POST", "/upload", type, large).status()).isEqualTo(413);
  }

  @Test
  void only_so_many_may_follow() {
    var all = new ArrayList<AgentApiClient.Events>();
    try {
      for (int i = 0; i < 100; i++) {
        var events = client.events();
        all.add(events);
        events.await("status_change", _ -> true);
      }
      assertThat(client.get("/events").status()).isEqualTo(503);
    } finally {
      all.forEach(AgentApiClient.Events::close);
    }
  }
}
