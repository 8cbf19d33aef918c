package dev.retinue.runtime.llm.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Permissions;
import dev.retinue.core.RunId;
import dev.retinue.core.tool.ServerState;
import dev.retinue.core.tool.ToolServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// Servers over HTTP that say anything.
final class McpServersTest extends ServersOverHttp {
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
  void a_result_does_not_show_the_key_that_its_server_was_given() {
    begin(
        new ToolServer(
            "web", new ToolServer.Reached(server.url(), Map.of("X-Key", "key ${WEB_KEY}"))));
    server.answer("tools/call", _ -> ScriptedMcp.text("I was called with key s3cret-value."));
    var run = start("web__echo");
    staff.awaitEnd(run);
    assertThat(staff.events(run).toString())
        .contains("I was called with ***.")
        .doesNotContain("s3cret");
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
}
