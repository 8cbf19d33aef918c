package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.cli.agentapi.Hire;
import dev.retinue.cli.agentapi.Names;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.scripted.Turn;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.RealPrograms;
import dev.retinue.testing.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// AgentAPI in front of the real programs, for a model that plays scripts.
@EndToEnd
final class RealAgentApiTest {
  @TempDir private Path folder;
  private ScriptedLlm llm;

  @SuppressWarnings("NullAway.Init")
  private AgentApiService service;

  @SuppressWarnings("NullAway.Init")
  private AgentApiClient client;

  @BeforeEach
  void begin() throws IOException {
    assumeTrue(Npm.isInstalled(), "npm could not install the programs");
    Files.createDirectories(folder.resolve("project"));
    llm = ScriptedLlm.start();
  }

  @AfterEach
  void end() {
    if (service != null) {
      service.close();
    }
    llm.close();
    assertThat(Traces.of(folder)).isEmpty();
  }

  private void open(String... words) {
    var project = folder.resolve("project");
    var wish =
        new AgentApiService.Wish(
            Hire.of(List.of(words), null, List.of(), project),
            Names.of(null, null),
            new AgentApiService.Address("127.0.0.1", 0),
            project,
            "",
            null,
            RealPrograms.in(folder.resolve("home"), llm.url(), 0).environment());
    var settings = ConfigOption.read(null, List.of(), Map.of()).settings();
    service = AgentApiService.open(wish, settings, folder.resolve("data"));
    client = AgentApiClient.at(service.port());
  }

  private void say(String words, Turn... turns) {
    assertThat(client.say(words + "\n" + ScriptedLlm.script(turns)).status()).isEqualTo(200);
  }

  private void ask(String words, Turn... turns) {
    say(words, turns);
    client.await("stable");
  }

  @ParameterizedTest
  @ValueSource(strings = {"claude", "codex"})
  void a_conversation_is_interrupted_and_goes_on_after_a_restart(String program)
      throws InterruptedException {
    var words = new ArrayList<>(List.of(program));
    words.addAll(program.equals("claude") ? List.of("--model", "opus") : List.of("-m", "gpt-5.5"));
    open(words.toArray(String[]::new));
    ask("My cup is red.", Turn.text("Red, I see."));
    assertThat(client.last()).contains("Red, I see.");
    assertThat(client.get("/status").json().path("agent_type").asString()).isEqualTo(program);

    say("Paint it.", Turn.hang());
    llm.await("Paint it.");
    assertThat(client.status()).isEqualTo("running");
    assertThat(client.say("Hurry.").status()).isEqualTo(500);
    client.press("\u0003");
    client.await("stable");
    llm.awaitHangUp("Paint it.");
    assertThat(client.last()).contains("it was interrupted");

    service.close();
    open(words.toArray(String[]::new));
    ask("Which colour?", Turn.text("Red."));
    assertThat(client.last()).isEqualTo("Red.");
    var asked = llm.await("Which colour?");
    assertThat(asked.heard("My cup is red.")).as("it remembers").isTrue();
    assertThat(asked.heard("This was said in our conversation before")).isFalse();
    assertThat(client.messages().findValuesAsString("role"))
        .containsExactly("user", "agent", "user", "agent", "user", "agent");
  }

  @Test
  void what_claude_may_not_do_by_itself_it_asks_and_the_next_message_answers() {
    open("claude");
    say("Make it.", Turn.shell("touch made"), Turn.text("It is made."));
    try (var events = client.events()) {
      events.await("message_update", it -> it.path("message").asString().contains("Answer with"));
    }
    client.await("stable");
    assertThat(folder.resolve("project/made")).doesNotExist();
    assertThat(client.say("perhaps").json().path("detail").asString()).contains("allow");
    assertThat(client.say("allow").status()).isEqualTo(200);
    try (var events = client.events()) {
      events.await("message_update", it -> it.path("message").asString().contains("It is made."));
    }
    client.await("stable");
    assertThat(folder.resolve("project/made")).exists();
    assertThat(client.messages().findValuesAsString("role"))
        .containsExactly("user", "agent", "user", "agent");
    assertThat(client.messages().path(2).path("content").asString()).isEqualTo("allow");
    assertThat(client.last()).contains("It is made.").doesNotContain("Answer with");
  }

  @Test
  void who_skips_permissions_is_not_asked() {
    open("claude", "--dangerously-skip-permissions");
    ask("Make it.", Turn.shell("touch made"), Turn.text("It is made."));
    assertThat(client.last()).contains("→ Bash").endsWith("It is made.");
    assertThat(folder.resolve("project/made")).exists();
  }
}
