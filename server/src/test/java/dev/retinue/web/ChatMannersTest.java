package dev.retinue.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.chat.Current;
import dev.retinue.cli.chat.Desk;
import dev.retinue.cli.chat.Greeting;
import dev.retinue.cli.chat.Lines;
import dev.retinue.cli.chat.Partner;
import dev.retinue.cli.chat.Showing;
import dev.retinue.cli.chat.Talk;
import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Daemon;
import dev.retinue.cli.daemon.Daemons;
import dev.retinue.cli.daemon.Follower;
import dev.retinue.cli.text.Style;
import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rules;
import dev.retinue.runtime.llm.LlmRuntime;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What somebody sees who speaks with an agent, against the API as it is served.
final class ChatMannersTest {
  @TempDir private Path folder;
  private TestApi served;
  private Desk desk;
  private final Screen screen = new Screen();
  private final Writer writer = new Writer();

  @BeforeEach
  void open() {
    served = new TestApi(folder, Duration.ofSeconds(15), Rules.of(Limits.DEFAULT), writer);
    served.staff().hire(guide());
    var daemon = new Daemon("127.0.0.1", served.port(), TestApi.ANNA.name(), "1", null, 1);
    desk = new ServedDesk(folder, Api.to(daemon));
  }

  @AfterEach
  void close() {
    served.close();
    writer.close();
  }

  private static Agent guide() {
    var craft =
        new Craft(
            new Craft.Origin("/guide.yaml", true),
            "Welcome. What do you want to see?",
            List.of(),
            Team.NONE,
            Craft.Background.NONE,
            Thought.USUAL,
            Map.of("tour", new Craft.Shortcut("Shows all.", "Show all.")),
            List.of(),
            null);
    return new Agent(
        "guide",
        "shows things",
        new Agent.Means(ScriptedRuntime.NAME, null),
        "deliver You said: {prompt}\ncomplete answered",
        List.of(),
        Agent.Limits.NONE,
        Conduct.USUAL,
        craft);
  }

  @Test
  void who_comes_is_welcomed_and_who_comes_back_sees_what_was_said() throws Exception {
    var current = Current.begun(desk, JsonMapper.shared().createObjectNode().put("agent", "guide"));
    new Greeting(desk, screen, Style.PLAIN).say(current, true);
    assertThat(screen.shown).contains("Welcome. What do you want to see?");

    say(current, "the tower");
    screen.shown.clear();
    var again = Current.found(desk, JsonMapper.shared().createObjectNode(), current.id());
    new Greeting(desk, screen, Style.PLAIN).say(again, false);
    assertThat(screen.shown).endsWith("> the tower", "guide: You said: the tower");
    assertThat(screen.shown).doesNotContain("Welcome. What do you want to see?");
  }

  @Test
  void who_lacks_a_key_is_told_so_with_those_who_can_answer() throws Exception {
    var means = new Agent.Means(LlmRuntime.NAME, "openai/gpt-5");
    served.staff().hire(new Agent("poet", "", means, "", List.of(), Agent.Limits.NONE));
    var current = Current.begun(desk, JsonMapper.shared().createObjectNode().put("agent", "guide"));
    new Greeting(desk, screen, Style.PLAIN).say(current, true);
    assertThat(screen.shown).noneMatch(it -> it.contains("cannot answer"));
    assertThat(Partner.of(desk, "poet").unready(desk).orElseThrow())
        .startsWith("poet cannot answer yet: it needs OPENAI_API_KEY for openai/gpt-5")
        .contains("Set that, and begin anew; or speak with guide, player,")
        .doesNotContain("poet.");
    var needs = served.get(TestApi.ANNA, "/api/staff").json().path("agents").valueStream();
    assertThat(needs.filter(it -> it.has("needs")).map(it -> it.path("name").asString()))
        .containsExactly("poet");
  }

  @Test
  void what_is_mistyped_is_not_said_and_the_own_commands_of_the_agent_are() throws Exception {
    var current = Current.begun(desk, JsonMapper.shared().createObjectNode().put("agent", "guide"));
    say(current, "/hlep", "/tuor", "/tour", "//help", "/help");
    assertThat(screen.shown)
        .contains("there is no /hlep; did you mean /help? //hlep says it to the agent.")
        .contains("there is no /tuor; did you mean /tour? //tuor says it to the agent.")
        .contains("You said: /tour", "You said: /help")
        .contains("guide knows /tour");
  }

  private void say(Current current, String... lines) throws InterruptedException {
    new Talk(desk, current, new Typed(lines), screen, Style.PLAIN, true).converse();
  }

  /// At a daemon that stays.
  private record ServedDesk(Path data, Api api) implements Desk {
    @Override
    public Api renewed() {
      return api;
    }

    @Override
    public Follower follower() {
      var daemons = new Daemons(data, () -> data, "1", null, Map.of());
      return new Follower(daemons, api, _ -> {});
    }
  }

  /// What is shown, in its order.
  private static final class Screen implements Showing {
    private final List<String> shown = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void event(JsonNode event) {}

    @Override
    public void draft(JsonNode draft) {}

    @Override
    public boolean wantsDrafts() {
      return false;
    }

    @Override
    public void ended(Ending ending) {
      shown.add(ending.said().strip());
    }

    @Override
    public void tell(String sentence) {
      shown.add(sentence);
    }

    @Override
    public void print(String text) {
      shown.add(text);
    }
  }

  private static final class Typed implements Lines {
    private final Deque<String> lines;

    Typed(String... lines) {
      this.lines = new ArrayDeque<>(List.of(lines));
    }

    @Override
    public Heard next(String prompt) {
      var line = lines.poll();
      return line == null ? new Heard.End() : new Heard.Line(line);
    }

    @Override
    public Optional<Heard> meanwhile() {
      return Optional.empty();
    }
  }
}
