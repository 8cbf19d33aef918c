package dev.retinue.runtime.llm.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.Permissions;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Vigilance;
import dev.retinue.core.tool.ServerState;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.process.Enclosure;
import dev.retinue.process.Supervisor;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Servers over HTTP that say anything.
final class McpServersTest {
  private static final String ECHO =
      "{'name':'echo','description':'Says it again.','inputSchema':{'type':'object'}}";

  @TempDir private Path folder;
  private final ScriptedMcp server = new ScriptedMcp();
  private final TestClock clock = new TestClock();
  private final List<AutoCloseable> open = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  private McpServers servers;

  @SuppressWarnings("NullAway.Init")
  private TestStaff staff;

  @AfterEach
  void close() throws Exception {
    for (var it : open.reversed()) {
      it.close();
    }
    server.close();
  }

  @Test
  void a_tool_is_called_and_what_it_says_is_the_result() {
    begin(usual());
    var run = start("tools\nweb__echo {\"a\":1}");
    assertThat(said(run)).containsExactly("web__echo", "{\"a\":1}");
    assertThat(state().health().phase()).isEqualTo(ServerState.Phase.READY);
    assertThat(state().transport()).isEqualTo("http");
    assertThat(state().runs()).isZero();
  }

  @Test
  void nothing_is_begun_before_somebody_needs_it() {
    begin(usual());
    assertThat(state().health().phase()).isEqualTo(ServerState.Phase.IDLE);
    assertThat(server.heard).isEmpty();
  }

  @Test
  void many_runs_at_once_share_one_start() {
    begin(usual());
    var runs = new ArrayList<RunId>();
    for (int i = 0; i < 20; i++) {
      runs.add(staff.start("agent", "web__echo {\"a\":1}"));
    }
    runs.forEach(run -> assertThat(said(run)).containsExactly("{\"a\":1}"));
    assertThat(server.times("initialize")).isEqualTo(1);
    assertThat(server.times("tools/list")).isEqualTo(1);
  }

  @Test
  void what_others_say_of_their_tools_is_bounded_and_what_does_not_fit_is_left_out() {
    server.tools(
        "{'name':'long','description':'%s','inputSchema':{'type':'object'}}"
            .formatted("x".repeat(50_000)),
        "{'name':'huge','inputSchema':{'type':'object','description':'%s'}}"
            .formatted("x".repeat(50_000)),
        "{'name':'none'}",
        "{'name':'list','inputSchema':{'type':'array'}}",
        "{'name':'text','inputSchema':'object'}",
        "{'description':'nameless','inputSchema':{'type':'object'}}",
        "{'name':'same','inputSchema':{}}",
        "{'name':'same','inputSchema':{'type':'object'}}",
        "{'name':'with spaces / and more','inputSchema':{'type':'object'},'annotations':{'readOnlyHint':true}}",
        "{'name':'%s','inputSchema':{'type':'object'}}".formatted("y".repeat(100)));
    begin(usual());
    var names = said(start("tools")).getFirst().split(" ", -1);
    assertThat(names)
        .hasSize(4)
        .startsWith("web__long", "web__same")
        .allSatisfy(name -> assertThat(name).matches("[A-Za-z0-9_-]{1,64}"));
    assertThat(state().warnings()).hasSize(6);
    assertThat(state().tools())
        .allSatisfy(tool -> assertThat(tool.description().length()).isLessThan(2_100))
        .extracting(ServerState.Offered::repeatable)
        .containsExactly(false, false, true, false);
  }

  @Test
  void lists_have_pages() {
    server.answer(
        "tools/list",
        params ->
            params.has("cursor")
                ? ScriptedMcp.json("{'tools':[{'name':'b','inputSchema':{'type':'object'}}]}")
                : ScriptedMcp.json(
                    "{'tools':[{'name':'a','inputSchema':{'type':'object'}}],'nextCursor':'2'}"));
    begin(usual());
    assertThat(said(start("tools"))).containsExactly("web__a web__b");
  }

  @Test
  void only_the_tools_that_the_operator_allows_are_there() {
    server.tools(ECHO, "{'name':'other','inputSchema':{'type':'object'}}");
    begin(
        new ToolServer(
            "web",
            new ToolServer.Reached(server.url(), Map.of()),
            ToolServer.Share.DAEMON,
            ToolServer.USUAL_TIMEOUT,
            ToolServer.USUAL_IDLE,
            List.of("other", "absent")));
    assertThat(said(start("tools"))).containsExactly("web__other");
    assertThat(state().warnings())
        .containsExactly("It offers no tool 'absent', which 'tools' names.");
  }

  @Test
  void an_agent_has_the_servers_and_tools_that_it_names() {
    server.tools(ECHO, "{'name':'other','inputSchema':{'type':'object'}}");
    var second = new ToolServer("second", new ToolServer.Reached(server.url(), Map.of()));
    begin(usual(), second);
    hire("one", List.of("web/other"), Permissions.NONE);
    hire("two", List.of("second", "web/absent", "third"), Permissions.NONE);
    hire("nobody", List.of("none"), Permissions.NONE);
    assertThat(said(staff.start("one", "tools"))).containsExactly("web__other");
    var two = staff.start("two", "tools");
    assertThat(said(two)).containsExactly("second__echo second__other");
    assertThat(noted(two))
        .containsExactly(
            "There is no tool server for 'third'.",
            "There is no tool 'web/absent', which the agent names.");
    assertThat(said(staff.start("nobody", "tools"))).containsExactly("");
  }

  @Test
  void what_a_server_refuses_is_a_failed_result() {
    server.answer(
        "tools/call",
        _ -> {
          throw new IllegalStateException("the connection is closed in the middle");
        });
    begin(usual());
    assertThat(said(start("web__echo")).getFirst())
        .startsWith("failed: The tool server 'web' ")
        .endsWith(".");
  }

  @Test
  void a_tool_that_does_not_answer_in_time_fails_and_the_run_goes_on() {
    var asked = new CountDownLatch(1);
    server.answer(
        "tools/call",
        params -> {
          if (params.path("arguments").has("hang")) {
            await(asked);
          }
          return ScriptedMcp.text("here");
        });
    begin(within(Duration.ofSeconds(1)));
    try {
      assertThat(said(start("web__echo {\"hang\":1}\nweb__echo")))
          .containsExactly(
              "failed: The tool did not answer within 1 s. Whether it did its work is not known.",
              "here");
    } finally {
      asked.countDown();
    }
  }

  @Test
  void to_begin_may_take_longer_than_a_call() {
    begin(within(Duration.ofNanos(1)));
    assertThat(said(start("tools"))).containsExactly("web__echo");
  }

  private ToolServer within(Duration timeout) {
    return new ToolServer(
        "web",
        new ToolServer.Reached(server.url(), Map.of()),
        ToolServer.Share.DAEMON,
        timeout,
        ToolServer.USUAL_IDLE,
        List.of());
  }

  @Test
  void a_session_that_the_server_forgot_is_begun_anew() {
    begin(usual());
    assertThat(said(start("web__echo {\"a\":1}"))).containsExactly("{\"a\":1}");
    server.forget();
    assertThat(said(start("web__echo {\"a\":2}"))).containsExactly("{\"a\":2}");
    assertThat(server.times("initialize")).isEqualTo(2);
  }

  @Test
  void a_server_that_is_not_there_costs_a_run_only_its_tools() {
    begin(usual(), new ToolServer("gone", new ToolServer.Reached(nowhere(), Map.of())));
    var run = start("tools");
    assertThat(said(run)).containsExactly("web__echo");
    assertThat(noted(run)).hasSize(1);
    assertThat(noted(run).getFirst())
        .startsWith("The run goes on without some of its tools: The tool server 'gone' does not");
    var gone = servers.states().get(1).health();
    assertThat(gone.phase()).isEqualTo(ServerState.Phase.BACKING_OFF);
    assertThat(gone.error()).startsWith("The tool server 'gone' does not begin: ");
    clock.advance(Duration.ofSeconds(2));
    assertThat(servers.states().get(1).health().phase()).isEqualTo(ServerState.Phase.FAILED);
  }

  @Test
  void a_server_that_did_not_begin_a_moment_ago_is_not_waited_for_by_the_next_run() {
    begin(usual(), new ToolServer("gone", new ToolServer.Reached(nowhere(), Map.of())));
    staff.awaitEnd(start("tools"));
    var next = start("tools");
    assertThat(said(next)).containsExactly("web__echo");
    assertThat(noted(next).getFirst()).contains("The tool server 'gone' does not begin: ");
    clock.advance(Duration.ofSeconds(1)); // After a second try it would be left alone for two.
    assertThat(servers.states().get(1).health().phase()).isEqualTo(ServerState.Phase.FAILED);
  }

  @Test
  void headers_are_taken_from_the_environment_and_seen_nowhere() {
    begin(
        new ToolServer(
            "web",
            new ToolServer.Reached(
                server.url(), Map.of("X-Key", "key ${WEB_KEY}", "X-Other", "${ABSENT:-usual}"))),
        new ToolServer(
            "open", new ToolServer.Reached(server.url(), Map.of("X-Key", "${NOT_THERE}"))));
    server.answer(
        "tools/call",
        _ -> {
          throw new IllegalStateException();
        });
    var run = start("web__echo");
    staff.awaitEnd(run);
    assertThat(server.headers.getFirst())
        .containsEntry("X-key", List.of("key s3cret-value"))
        .containsEntry("X-other", List.of("usual"));
    assertThat(noted(run).getFirst())
        .contains("names the variable NOT_THERE, which the daemon does not have");
    assertThat(servers.states() + "" + staff.events(run)).doesNotContain("s3cret");
  }

  @Test
  void rules_hold_for_the_tools_of_servers() {
    server.tools(ECHO, "{'name':'other','inputSchema':{'type':'object'}}");
    var house = new Permissions(List.of(), List.of(), List.of("mcp__web__other"));
    begin(house, usual());
    var run = start("web__echo {\"a\":1}\nweb__other");
    assertThat(said(run))
        .containsExactly(
            "{\"a\":1}", "failed: It is not allowed: the rule 'mcp__web__other' denies it.");
    assertThat(noted(run)).hasSize(1);
    assertThat(server.times("tools/call")).isEqualTo(1);
  }

  @Test
  void a_rule_may_name_a_whole_server_or_what_a_tool_is_used_on() {
    begin(usual());
    hire("no", List.of(), new Permissions(List.of(), List.of(), List.of("mcp__web")));
    hire(
        "some",
        List.of(),
        new Permissions(List.of(), List.of(), List.of("mcp__web__echo(/etc/**)")));
    assertThat(said(staff.start("no", "web__echo")).getFirst()).startsWith("failed: ");
    assertThat(
            said(
                staff.start(
                    "some", "web__echo {\"path\":\"/etc/x\"}\nweb__echo {\"path\":\"/x\"}")))
        .satisfies(said -> assertThat(said.getFirst()).startsWith("failed: It is not allowed"))
        .satisfies(said -> assertThat(said.getLast()).isEqualTo("{\"path\":\"/x\"}"));
  }

  @Test
  void somebody_is_asked_where_a_rule_says_so_and_at_the_deadline_it_is_denied() {
    begin(usual());
    var ask = new Permissions(List.of(), List.of("mcp__web"), List.of());
    hire("asks", List.of(), ask);
    hire(
        "impatient",
        List.of(),
        new Permissions(
            List.of(), List.of("mcp__web"), List.of(), null, Duration.ofMillis(1), false));
    var run = staff.start("asks", "web__echo {\"a\":1}\nweb__echo {\"a\":1}");
    var need = staff.await(run, it -> !it.needs().isEmpty()).needs().getFirst();
    staff.staff().answer(TestStaff.OWNER, run, need.id(), "always");
    assertThat(said(run)).containsExactly("{\"a\":1}", "{\"a\":1}");
    assertThat(said(staff.start("impatient", "web__echo")))
        .containsExactly("failed: It was denied: nobody answered within 0.001 s");
  }

  @Test
  void a_changed_list_is_seen_by_the_next_run() {
    begin(usual());
    start("tools");
    staff.awaitEnd(start("tools"));
    // Over HTTP without a stream nobody tells: who begins anew asks anew.
    server.tools(ECHO, "{'name':'new','inputSchema':{'type':'object'}}");
    clock.advance(ToolServer.USUAL_IDLE.plusSeconds(1));
    servers.tidy();
    assertThat(state().health().phase()).isEqualTo(ServerState.Phase.IDLE);
    assertThat(said(start("tools"))).containsExactly("web__echo web__new");
  }

  private ToolServer usual() {
    return new ToolServer("web", new ToolServer.Reached(server.url(), Map.of()));
  }

  /// Nobody listens there any more.
  private static URI nowhere() {
    try (var gone = new ScriptedMcp()) {
      return gone.url();
    }
  }

  private void begin(ToolServer... specs) {
    begin(Permissions.NONE, specs);
  }

  private void begin(Permissions house, ToolServer... specs) {
    var environment = Map.of("WEB_KEY", "s3cret-value", "PATH", "/usr/bin:/bin");
    var grounds =
        new Grounds(
            new Supervisor(folder, environment),
            folder.resolve("run"),
            environment,
            (_, _, _) -> Enclosure.LIMITS);
    servers = new McpServers(List.of(specs), grounds, house, (InstantSource) clock);
    open.add(servers);
    staff = TestStaff.in(folder.resolve("data"), clock);
    open.add(staff);
    hire("agent", List.of(), Permissions.NONE);
    staff.begin(new Borrower(servers));
  }

  private void hire(String name, List<String> tools, Permissions permissions) {
    staff.hire(
        new Agent(
            name,
            "borrows tools",
            new Agent.Means("llm", null),
            "",
            tools,
            Agent.Limits.NONE,
            new Conduct(permissions, Confinement.USUAL, Vigilance.USUAL, null)));
  }

  private RunId start(String prompt) {
    return staff.start("agent", prompt);
  }

  private List<String> said(RunId run) {
    assertThat(staff.awaitEnd(run)).matches(Run::ended);
    return staff.events(run).stream()
        .filter(RunEvent.Said.class::isInstance)
        .map(event -> ((RunEvent.Said) event).text())
        .toList();
  }

  private List<String> noted(RunId run) {
    staff.awaitEnd(run);
    return staff.events(run).stream()
        .filter(RunEvent.Noted.class::isInstance)
        .map(event -> ((RunEvent.Noted) event).text())
        .toList();
  }

  private ServerState state() {
    return servers.states().getFirst();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
