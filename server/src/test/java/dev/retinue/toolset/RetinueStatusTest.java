package dev.retinue.toolset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.SessionLimits;
import dev.retinue.core.staff.AtHand;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.Validator;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.web.WebServer;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class RetinueStatusTest {
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-11-15T12:00:00Z"));
  private final InstantSource clock = now::get;
  private final RetinueStatus tool =
      new RetinueStatus(
          "1.2.3",
          clock,
          _ -> List.of("reviewer"),
          () -> new AtHand.Counts(3, 1, 2, SessionLimits.USUAL));

  /// Over the real edge, with our own client.
  @Test
  void it_answers_what_its_schema_promises() {
    var server = new McpServer(Implementation.of("retinue", "1.2.3"), "").add(tool);
    var key = new SecretKeySpec(new byte[32], "AES");
    var eras =
        new Eras(
            new Stateless2026(server, new MemoryTaskStore(clock, 1), () -> key, clock),
            new Stateful2025(server, clock));
    now.updateAndGet(time -> time.plusSeconds(90));
    try (var web = start(eras);
        var client =
            McpClient.at(
                URI.create("http://localhost:" + web.port() + "/mcp"),
                ClientOptions.named("test", "1"))) {
      var answer =
          Objects.requireNonNull(
              client.callTool("retinue_status", Json.object()).structuredContent());
      var schema = Objects.requireNonNull(ToolEntry.of(tool).info().outputSchema());
      assertThat(new Validator(schema).violations(answer)).isEmpty();
      assertThat(answer)
          .hasToString(
              "{\"version\":\"1.2.3\",\"started_at\":\"2026-11-15T12:00:00Z\","
                  + "\"uptime_seconds\":90,\"agents\":[\"reviewer\"]}");
    }
  }

  @Test
  void the_owner_sees_how_many_talk() {
    var server = new McpServer(Implementation.of("retinue", "1.2.3"), "").add(tool);
    var key = new SecretKeySpec(new byte[32], "AES");
    var eras =
        new Eras(
            new Stateless2026(server, new MemoryTaskStore(clock, 1), () -> key, clock),
            new Stateful2025(server, clock));
    try (var web = start(eras, Caller.owner());
        var client =
            McpClient.at(
                URI.create("http://localhost:" + web.port() + "/mcp"),
                ClientOptions.named("test", "1"))) {
      var answer =
          Objects.requireNonNull(
              client.callTool("retinue_status", Json.object()).structuredContent());
      assertThat(answer.path("sessions"))
          .hasToString("{\"open\":3,\"busy\":1,\"put_away\":2,\"most\":1000}");
    }
  }

  private static WebServer start(Eras eras) {
    return start(eras, new Caller("anna", "anna", Caller.Scope.RUN, null));
  }

  private static WebServer start(Eras eras, Caller caller) {
    var endpoint = new HttpEndpoint(eras, Hosts.LOCAL, Duration.ofSeconds(15));
    return WebServer.start("127.0.0.1", 0, endpoint, new Principal(caller));
  }
}
