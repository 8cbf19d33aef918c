package dev.retinue.mcp.era;

import static dev.retinue.mcp.testing.TestServer.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.testing.Rpc;
import dev.retinue.mcp.testing.StdioClient;
import dev.retinue.mcp.testing.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Long lists come in pages, in one order, whatever comes and goes meanwhile.
final class PagesTest {
  private final TestServer test = new TestServer();

  @Test
  void entries_that_come_and_go_neither_repeat_nor_hide_others() {
    for (int i = 100; i < 700; i++) {
      test.server().add(tool("t" + i, (_, _) -> ToolResult.of()));
    }
    try (var client = new StdioClient(test.eras())) {
      var names = new ArrayList<String>();
      var cursor = "";
      do {
        client.send(
            Rpc.modern(
                "1", "tools/list", cursor.isEmpty() ? "{}" : "{\"cursor\":\"" + cursor + "\"}"));
        var page = client.next().get("result");
        page.get("tools").forEach(info -> names.add(info.get("name").asString()));
        cursor = page.path("nextCursor").asString("");
        // The entry that the cursor names goes, one before it comes, one behind it goes.
        var last = names.getLast();
        test.server().removeTool(last);
        test.server().add(tool("a" + last, (_, _) -> ToolResult.of()));
        test.server().removeTool("t699");
      } while (!cursor.isEmpty());
      assertThat(names).isSorted().doesNotHaveDuplicates().doesNotContain("t699");
      assertThat(names.stream().filter(name -> name.startsWith("t"))).hasSize(599);
    }
  }

  @Test
  void the_order_does_not_depend_on_who_asks_or_in_which_order_they_came() {
    for (var name : List.of("z", "B", "a", "_", "1")) {
      test.server().add(tool(name, (_, _) -> ToolResult.of()));
    }
    try (var one = new StdioClient(test.eras());
        var other = new StdioClient(test.eras())) {
      one.send(Rpc.modern("1", "tools/list", "{}"));
      other.send(Rpc.modern("1", "tools/list", "{}"));
      var first = one.next();
      assertThat(first).isEqualTo(other.next());
      var names = new ArrayList<String>();
      first.at("/result/tools").forEach(info -> names.add(info.get("name").asString()));
      assertThat(names).isSorted();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"nonsense\"", "\"\"", "\"!\"", "5", "{}", "[]", "true", "\"YQ\""})
  void a_cursor_that_nobody_gave_is_refused(String cursor) {
    try (var client = new StdioClient(test.eras())) {
      for (var method :
          List.of("tools/list", "resources/list", "resources/templates/list", "prompts/list")) {
        client.send(Rpc.modern("1", method, "{\"cursor\":%s}".formatted(cursor)));
        assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32602);
      }
    }
  }
}
