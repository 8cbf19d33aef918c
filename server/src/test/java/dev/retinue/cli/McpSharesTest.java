package dev.retinue.cli;

import static dev.retinue.cli.TwoCallers.ANNA;
import static dev.retinue.cli.TwoCallers.BERT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.cli.TwoCallers.Answer;
import dev.retinue.core.Caller;
import dev.retinue.core.Limit;
import dev.retinue.core.staff.Share;
import dev.retinue.mcp.client.Wanted;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// MCP clients of one caller cannot lock out those of another.
final class McpSharesTest {
  @TempDir private Path folder;
  private TwoCallers house;

  @BeforeEach
  void open() {
    house = new TwoCallers(folder);
  }

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void who_has_all_his_sessions_is_told_so_and_the_other_gets_his() {
    var places = fill("anna", Limit.MCP_SESSIONS, Limit.MCP_SESSIONS_OF_CALLER);

    var refused = hello(ANNA, "/mcp");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.headers()).contains("retry-after=[1]");
    assertThat(refused.json().at("/error/data/limit").asString())
        .isEqualTo("fixed.mcp-sessions-per-caller");
    assertThat(refused.json().at("/error/data/whose").asString()).isEqualTo("caller:anna");
    assertThat(refused.json().at("/error/message").asString()).contains("caller:anna");
    // Whichever endpoint he tries.
    assertThat(hello(ANNA, "/mcp/relay").status()).isEqualTo(429);
    assertThat(hello(BERT, "/mcp").status()).isEqualTo(200);
    places.getFirst().giveBack();
    assertThat(hello(ANNA, "/mcp").status()).isEqualTo(200);
    assertThat(hello(ANNA, "/mcp").status()).isEqualTo(429);
  }

  @Test
  void a_session_that_ends_gives_its_place_back() {
    var before = open(Limit.MCP_SESSIONS);
    hello(ANNA, "/mcp");
    assertThat(open(Limit.MCP_SESSIONS)).isEqualTo(before + 1);
    house.send(ANNA, "DELETE", "/mcp", "", "Mcp-Session-Id", house.mcpSession());
    assertThat(open(Limit.MCP_SESSIONS)).isEqualTo(before);
  }

  @Test
  void who_has_all_his_subscriptions_is_told_so_and_the_other_gets_his() {
    fill("anna", Limit.MCP_SUBSCRIPTIONS, Limit.MCP_SUBSCRIPTIONS_OF_CALLER);
    try (var annas = house.modern(ANNA);
        var berts = house.modern(BERT)) {
      var refused =
          catchThrowableOfType(RpcException.class, () -> annas.listen(Wanted.LISTS).close());
      var data = Objects.requireNonNull(refused.error().data());
      assertThat(data.path("limit").asString()).isEqualTo("fixed.mcp-subscriptions-per-caller");
      berts.listen(Wanted.LISTS).close();
    }
  }

  @Test
  void who_is_refused_at_the_door_of_mcp_is_told_in_its_own_words() {
    fill("anna", Limit.OPEN_REQUESTS, Limit.OPEN_REQUESTS_OF_CALLER);

    var refused = hello(ANNA, "/mcp");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.json().path("jsonrpc").asString()).isEqualTo("2.0");
    assertThat(refused.json().at("/error/data/code").asString()).isEqualTo("LIMIT_EXCEEDED");
    assertThat(refused.json().at("/error/data/limit").asString())
        .isEqualTo("fixed.open-requests-per-caller");
  }

  @Test
  void each_refusal_is_counted_once_by_its_limit() {
    fill("anna", Limit.MCP_SESSIONS, Limit.MCP_SESSIONS_OF_CALLER);
    assertThat(hello(ANNA, "/mcp").status()).isEqualTo(429);
    assertThat(hello(ANNA, "/mcp").status()).isEqualTo(429);
    // Counted a moment after it was answered, in the order of the answers or nearly so.
    awaitNumber("{limit=\"fixed.mcp-sessions-per-caller\"} 2\n");

    fill("bert", Limit.OPEN_REQUESTS, Limit.OPEN_REQUESTS_OF_CALLER);
    assertThat(hello(BERT, "/mcp").status()).isEqualTo(429);
    awaitNumber("{limit=\"fixed.open-requests-per-caller\"} 1\n");
    assertThat(house.numbers()).contains("{limit=\"fixed.mcp-sessions-per-caller\"} 2\n");
  }

  private void awaitNumber(String number) {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!house.numbers().contains("retinue_refusals_total" + number)) {
      assertThat(System.nanoTime()).as(house.numbers()).isLessThan(end);
    }
  }

  private List<Share.Place> fill(String caller, Limit all, Limit each) {
    var share = house.staff().limits().share(all, each, "things");
    var places = new ArrayList<Share.Place>();
    for (int i = 0; i < each.count(); i++) {
      places.add(share.take(caller));
    }
    return places;
  }

  private long open(Limit limit) {
    var row =
        house.staff().limits().rows(Caller.owner()).stream()
            .filter(it -> it.limit() == limit)
            .findFirst()
            .orElseThrow();
    return Objects.requireNonNull(row.used()).longValueExact();
  }

  private Answer hello(Caller caller, String path) {
    var params = Json.object().put("protocolVersion", "2025-06-18");
    params.putObject("capabilities");
    params.putObject("clientInfo").put("name", "test").put("version", "1");
    var message = Json.object().put("jsonrpc", "2.0").put("id", 1).put("method", "initialize");
    message.set("params", params);
    return house.send(caller, "POST", path, message.toString());
  }
}
