package dev.retinue.mcp.era;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.Places;
import dev.retinue.mcp.rpc.RpcError;
import dev.retinue.mcp.rpc.RpcException;
import dev.retinue.mcp.testing.HttpClients;
import dev.retinue.mcp.testing.Rpc;
import dev.retinue.mcp.testing.TestServer;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Legacy sessions end when nobody uses them any more, and not before.
final class SessionsTest {
  private static final Duration LONG = Duration.ofHours(5);

  private final TestServer test = new TestServer();
  private final HttpClients client = new HttpClients(test.endpoint(), "somebody");

  @Test
  void ids_are_long_random_and_visible() {
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      var id = client.initialize("2025-11-25");
      assertThat(id).matches("[\\x21-\\x7e]{32,}");
      ids.add(id);
    }
    assertThat(ids).hasSize(100);
  }

  @Test
  void a_session_that_nobody_uses_ends() {
    var session = client.initialize("2025-11-25");
    test.pass(LONG);
    assertThat(client.legacy(session, ping()).left().status()).isEqualTo(404);
  }

  @Test
  void a_session_that_is_used_goes_on() {
    var session = client.initialize("2025-11-25");
    for (int i = 0; i < 5; i++) {
      test.pass(Duration.ofHours(3));
      assertThat(client.legacy(session, ping()).left().status()).isEqualTo(200);
    }
  }

  @Test
  void a_session_goes_on_while_somebody_listens_and_ends_when_nobody_does() {
    var session = client.initialize("2025-11-25");
    var stream = client.listen(session);
    stream.left().event();
    test.pass(LONG);
    assertThat(client.legacy(session, ping()).left().status()).isEqualTo(200);
    stream.vanish();
    test.pass(LONG);
    assertThat(client.legacy(session, ping()).left().status()).isEqualTo(404);
  }

  @Test
  void a_session_goes_on_while_a_call_of_it_is_at_work() {
    var session = client.initialize("2025-11-25");
    var params = Rpc.call("hold", "{\"name\":\"x\"}").toString();
    var call = client.legacy(session, Rpc.legacy("1", "tools/call", params));
    assertThat(test.heard()).isEqualTo("began x");
    test.pass(LONG);
    client.initialize("2025-11-25");
    test.release("x");
    assertThat(call.json().at("/result/content/0/text").asString()).isEqualTo("held x");
  }

  @Test
  void whose_host_allows_as_many_as_there_may_be_is_told_by_the_host_that_there_are_no_more() {
    int most = 10_000;
    var taken = new AtomicInteger();
    var places =
        new Places() {
          @Override
          public Runnable session(Caller caller) {
            if (taken.get() == most) {
              throw new RpcException(
                  RpcError.limit("the-houses", most, "one ends", "There are enough."), 503);
            }
            taken.incrementAndGet();
            return () -> {};
          }

          @Override
          public Runnable subscription(Caller caller) {
            return () -> {};
          }
        };
    var legacy = new Stateful2025(test.server(), InstantSource.system(), places);
    var many =
        new HttpClients(
            new HttpEndpoint(new Eras(test.eras().modern(), legacy), Hosts.LOCAL, LONG), "anna");
    for (int i = 0; i < most; i++) {
      many.initialize("2025-11-25");
    }
    var refused = many.post(Rpc.initialize("0", "2025-11-25"), Map.of()).end();
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.json().at("/error/data/limit").asString()).isEqualTo("the-houses");
  }

  private static tools.jackson.databind.JsonNode ping() {
    return Rpc.legacy("1", "ping", "{}");
  }
}
