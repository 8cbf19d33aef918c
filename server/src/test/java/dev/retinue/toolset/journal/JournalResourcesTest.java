package dev.retinue.toolset.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.core.group.Errand;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.mcp.Change;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.client.Notice;
import dev.retinue.mcp.client.Wanted;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ResourceInfo;
import dev.retinue.mcp.model.TemplateInfo;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.runtime.group.GroupRuntime;
import dev.retinue.runtime.group.GroupStaff;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import dev.retinue.toolset.Principal;
import dev.retinue.web.WebServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// Runs and the log as resources, over the real edge, in both eras.
final class JournalResourcesTest {
  private static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);

  @TempDir private Path folder;
  private final BlockingQueue<Notice> heard = new ArrayBlockingQueue<>(10_000);
  private TestStaff staff;
  private Journals journals;
  private McpServer server;
  private WebServer web;

  static List<Mode> eras() {
    return List.of(new Mode.Modern(), new Mode.Legacy("2025-11-25"), new Mode.Legacy("2025-06-18"));
  }

  @BeforeEach
  void open() {
    var clock = new TestClock();
    staff =
        TestStaff.in(folder, clock)
            .hire("player", "")
            .hire(GroupStaff.MEMBER)
            .begin(new ScriptedRuntime(clock), new GroupRuntime(clock));
    journals =
        new Journals(staff.staff(), staff.register(), clock, folder.resolve("journals"), null);
    server = new McpServer(Implementation.of("retinue", "1"), "");
    journals.offers().forEach(server::add);
    journals.tell(server);
    journals.begin();
    web = serve(Caller.owner());
  }

  @AfterEach
  void close() {
    web.close();
    journals.close();
    staff.close();
  }

  @Test
  void they_are_listed_also_where_they_are_only_shown() {
    var shown = new McpServer(Implementation.of("retinue", "1"), "");
    Journals.shown().forEach(shown::add);
    try (var client = connect(web, new Mode.Modern())) {
      assertThat(client.listResources())
          .extracting(ResourceInfo::uri)
          .containsExactly("agents://iac-log");
      assertThat(client.listTemplates())
          .extracting(TemplateInfo::uriTemplate)
          .containsExactly("agents://runs/{id}", "agents://runs/{id}/output");
    }
    assertThat(shown.resources().keySet()).isEqualTo(server.resources().keySet());
    assertThat(shown.templates().keySet()).isEqualTo(server.templates().keySet());
  }

  @Test
  void a_run_is_read_while_it_works_and_after_its_end() {
    var id =
        staff.start(
            "player", "learn model_answered=large-1\nsay Hm.\nask Red or blue?\ncomplete {answer}");
    staff.await(id, run -> !run.needs().isEmpty());
    try (var client = connect(web, new Mode.Modern())) {
      var waiting = run(client, id);
      assertThat(waiting.path("id").asString()).isEqualTo(id.text());
      assertThat(waiting.path("status").asString()).isEqualTo("running");
      assertThat(waiting.path("state").asString()).isEqualTo("waiting");
      assertThat(waiting.has("success")).isFalse();
      assertThat(waiting.path("model_id").asString()).isEqualTo("large-1");
      assertThat(waiting.at("/waiting_for/0/kind").asString()).isEqualTo("answer");
      assertThat(waiting.path("task_summary").asString()).isEqualTo("learn model_answered=large-1");
      assertThat(output(client, id)).isEqualTo("Hm.");

      staff.staff().answer(Caller.owner(), id, staff.run(id).needs().getFirst().id(), "Blue");
      staff.awaitEnd(id);

      var done = run(client, id);
      assertThat(done.path("state").asString()).isEqualTo("completed");
      assertThat(done.path("success").asBoolean()).isTrue();
      assertThat(done.path("summary").asString()).isEqualTo("Blue");
      assertThat(done.path("cost_usd").decimalValue()).isZero();
      assertThat(done.at("/links/output").asString()).isEqualTo("agents://runs/" + id + "/output");
      assertThat(output(client, id)).isEqualTo("Blue");
      assertThat(text(client, "agents://iac-log")).contains("Blue", id.text());
    }
  }

  @Test
  void a_long_result_is_whole_as_output_and_a_part_of_the_run() {
    var id = staff.start("player", "hang");
    staff.await(id, run -> run.state().active());
    var summary = "s".repeat(32_000);
    staff.staff().complete(Caller.owner(), id, summary, new byte[0]);
    try (var client = connect(web, new Mode.Modern())) {
      assertThat(text(client, "agents://runs/" + id).length()).isLessThan(45_000);
      assertThat(output(client, id)).isEqualTo(summary);
    }
  }

  @Test
  void a_group_has_the_prompts_of_its_agents_and_all_that_they_cost() {
    var told = new Errand.How(null, null, "Context of the project.", Map.of());
    var errands =
        List.of(
            Errand.of("player", "spend 0.25\ncomplete One"),
            Errand.of("player", "spend 0.5\ncomplete Two"),
            new Errand("player", "complete Three", told, Errand.Bounds.NONE));
    var id = staff.start(GroupPlan.AGENT, new GroupPlan(2, errands).json());
    staff.awaitEnd(id);
    try (var client = connect(web, new Mode.Modern())) {
      assertThat(run(client, id).path("cost_usd").doubleValue()).isEqualTo(0.75);
      assertThat(text(client, "agents://iac-log").split("### 🤖 ", -1)[1])
          .startsWith("1. player: spend 0.25")
          .contains("1. player: spend 0.25\ncomplete One\n\n2. player: spend 0.5\ncomplete Two")
          .contains("3. player: complete Three", "$0.7500")
          .doesNotContain("Context of the project", "max_concurrency");
    }
  }

  @Test
  void what_is_anothers_looks_like_what_does_not_exist() {
    var id = staff.start("player", "complete secret");
    staff.awaitEnd(id);
    try (var others = serve(ANNA);
        var anna = connect(others, new Mode.Modern())) {
      for (var part : List.of("", "/output")) {
        assertThatThrownBy(() -> anna.readResource("agents://runs/" + id + part))
            .hasMessageContaining("There is no run '%s'.".formatted(id));
      }
      assertThatThrownBy(() -> anna.readResource("agents://runs/nonsense"))
          .hasMessageContaining("There is no run 'nonsense'.");
      assertThat(text(anna, "agents://iac-log")).contains("No runs yet.").doesNotContain("secret");
    }
  }

  @ParameterizedTest
  @MethodSource("eras")
  void who_watches_a_run_hears_of_it_and_of_its_end(Mode era) throws Exception {
    var id = staff.start("player", "say one\nask Go on?\nsay two\ncomplete Done");
    staff.await(id, run -> !run.needs().isEmpty());
    var address = "agents://runs/" + id;
    try (var client = connect(web, era);
        var _ = client.listen(Wanted.resources(address, "agents://iac-log"))) {
      heard.clear();
      staff.staff().answer(Caller.owner(), id, staff.run(id).needs().getFirst().id(), "Yes");
      staff.awaitEnd(id);
      // What is told after the end is read as ended.
      hear(address);
      while (!run(client, id).path("state").asString().equals("completed")) {
        hear(address);
      }
      while (!text(client, "agents://iac-log").contains("**Done**")) {
        hear("agents://iac-log");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("eras")
  void nobody_hears_of_what_is_anothers(Mode era) throws Exception {
    var id = staff.start("player", "ask Go on?\ncomplete Done");
    staff.await(id, run -> !run.needs().isEmpty());
    try (var others = serve(ANNA);
        var anna = connect(others, era);
        var _ = anna.listen(Wanted.resources("agents://runs/" + id, "agents://iac-log"))) {
      heard.clear();
      staff.staff().answer(Caller.owner(), id, staff.run(id).needs().getFirst().id(), "Yes");
      staff.awaitEnd(id);
      var own = staff.staff().start(ANNA, StartRequest.of("player", "complete Mine")).id();
      // Hers comes after all of the other: what she hears first is of hers.
      hear("agents://iac-log");
      assertThat(text(anna, "agents://iac-log")).contains(own.text()).doesNotContain(id.text());
      assertThat(heard)
          .noneMatch(
              notice ->
                  notice instanceof Notice.Changed(Change.ResourceUpdated(var uri, var _, var _))
                      && uri.contains(id.text()));
    }
  }

  @Test
  void a_run_that_says_much_is_told_of_about_once_a_second() throws Exception {
    var told = new ArrayBlockingQueue<String>(10_000);
    var _ =
        server.onChange(
            change -> {
              if (change instanceof Change.ResourceUpdated(var uri, var _, var _)) {
                told.add(uri);
              }
            });
    long begun = System.nanoTime();
    var id = staff.start("player", "repeat 300\n  say more\nend\ncomplete Done");
    staff.awaitEnd(id);
    String uri = "";
    while (!uri.equals("agents://runs/" + id) || !staff.run(id).ended()) {
      uri = Objects.requireNonNull(told.poll(30, TimeUnit.SECONDS), "nothing was told");
    }
    long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
    // Its beginning, its end, what follows the end, and one a second.
    assertThat(told.stream().filter(("agents://runs/" + id)::equals).count())
        .isLessThanOrEqualTo(seconds + 3);
  }

  private void hear(String uri) throws InterruptedException {
    while (true) {
      var notice = heard.poll(30, TimeUnit.SECONDS);
      assertThat(notice).as("nothing is heard of %s", uri).isNotNull();
      if (Objects.equals(notice, new Notice.Changed(new Change.ResourceUpdated(uri)))) {
        return;
      }
    }
  }

  private static JsonNode run(McpClient client, RunId id) {
    return Json.WIRE.readTree(text(client, "agents://runs/" + id));
  }

  private static String output(McpClient client, RunId id) {
    return text(client, "agents://runs/" + id + "/output");
  }

  private static String text(McpClient client, String uri) {
    return Objects.requireNonNull(client.readResource(uri).getFirst().text());
  }

  private WebServer serve(Caller caller) {
    var key = new SecretKeySpec(new byte[32], "AES");
    var eras =
        new Eras(
            new Stateless2026(
                server, new MemoryTaskStore(staff.clock(), 10), () -> key, staff.clock()),
            new Stateful2025(server, staff.clock()));
    var endpoint = new HttpEndpoint(eras, Hosts.LOCAL, Duration.ofSeconds(15));
    return WebServer.start("127.0.0.1", 0, endpoint, new Principal(caller));
  }

  private McpClient connect(WebServer to, Mode era) {
    var place = URI.create("http://localhost:" + to.port() + "/mcp");
    return McpClient.at(place, ClientOptions.named("test", "1").in(era).hearing(heard::add));
  }
}
