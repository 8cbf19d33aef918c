package dev.retinue.toolset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.LimitHit.Frees;
import dev.retinue.core.LimitHit.Whose;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.transport.StdioServer;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/// The protocol knows nothing of our limits, but has some: they are told as ours are.
final class McpLimitsTest {
  static Stream<RpcError> refusals() {
    return Stream.of(StdioServer.TOO_MANY, Stateful2025.TOO_MANY_SUBSCRIPTIONS);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void a_limit_of_the_protocol_is_listed_and_told_as_ours_are(RpcError refusal) {
    var data = (ObjectNode) Objects.requireNonNull(refusal.data());
    var limit = Limit.find(data.path("limit").asString()).orElseThrow();
    var event = data.path("frees").asString().substring("when ".length());
    var ours = LimitHit.fixed(limit, new Whose(Whose.Kind.CONNECTION, ""), Frees.when(event));

    ObjectNode expected = Json.WIRE.valueToTree(ours.facts());
    expected.put("code", "LIMIT_EXCEEDED");
    assertThat(Json.WIRE.readTree(data.toString()))
        .isEqualTo(Json.WIRE.readTree(expected.toString()));
    assertThat(refusal.message()).endsWith("(%s)".formatted(ours));
  }
}
