package dev.retinue.runtime.llm.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Permissions;
import dev.retinue.testing.TestStaff;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The rules of the operator and of an agent, for the tools of servers.
final class ToolRulesTest extends ServersOverHttp {
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
}
