package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.Caller;
import dev.retinue.core.RunId;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Capability;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.InputHandler;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the log tells of calls, to those who collect it.
final class ToldCallsTest {
  private static final Logger EVENTS = Logger.getLogger("dev.retinue.events");

  @TempDir private Path folder;
  private final List<Map<?, ?>> lines = new CopyOnWriteArrayList<>();
  private final Handler ear = new Ear();
  private ServedDaemon daemon;

  private final class Ear extends Handler {
    @Override
    public void publish(LogRecord record) {
      if (record.getParameters()[0] instanceof Map<?, ?> facts
          && "tool.call".equals(facts.get("event"))) {
        lines.add(facts);
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void open() {
    EVENTS.addHandler(ear);
    daemon = ServedDaemon.of(ServedHousehold.open(folder));
    daemon.household().condition().watch().tellLog(true);
  }

  @AfterEach
  void close() {
    daemon.close();
    EVENTS.removeHandler(ear);
  }

  private void assertTold(String tool, String caller, @Nullable RunId run, String outcome) {
    assertThat(lines)
        .anyMatch(
            it ->
                tool.equals(it.get("tool"))
                    && caller.equals(it.get("caller"))
                    && Objects.equals(run == null ? null : run.text(), it.get("run"))
                    && outcome.equals(it.get("outcome"))
                    && it.get("ms") instanceof Double);
  }

  @Test
  void a_call_is_told_with_its_caller_and_its_run() throws InterruptedException {
    var staff = daemon.household().staff();
    var token = daemon.token("anna", Caller.Scope.RUN);
    var anna = daemon.household().callers().authenticate(token).orElseThrow();
    var run = staff.start(anna, StartRequest.of("player", "ask Go on?\ncomplete done"));
    var asking = staff.await(anna, run.id(), it -> !it.needs().isEmpty(), Duration.ofSeconds(30));
    var unknown = Json.object().put("agent_id", "nobody-12345678");

    try (var client = daemon.client(token);
        var below = daemon.client(daemon.household().callers().tokenOf(asking))) {
      client.callTool("agent_stop", unknown);
      below.callTool("agent_stop", unknown);
      client.callTool("agent_stop", Json.object().put("agent_id", 5));
      assertThatThrownBy(() -> client.callTool("no_such_tool", Json.object())).isNotNull();
    }

    assertTold("agent_stop", "anna", null, "error");
    assertTold("agent_stop", "anna", run.id(), "error");
    assertTold("agent_stop", "anna", null, "invalid");
    assertTold("other", "anna", null, "invalid");
    assertThat(lines).hasSize(4);
    staff.stop(anna, run.id(), "enough");
  }

  @Test
  void a_call_that_asks_its_client_has_not_failed() {
    var options =
        ClientOptions.named("test", "1")
            .in(new Mode.Modern())
            .bearer(daemon.ownerToken())
            .able(
                question -> InputHandler.accepted(Json.object().put("answer", "red")),
                Capability.ELICITATION);
    try (var client = McpClient.at(daemon.at("/mcp"), options)) {
      var result =
          client.callTool(
              "spawn_agent",
              Json.object().put("agent", "player").put("prompt", "ask Which?\ncomplete {answer}"));
      assertThat(result.isError()).as(result.content().toString()).isFalse();
    }

    assertTold("spawn_agent", "owner", null, "asked");
    assertTold("spawn_agent", "owner", null, "ok");
    assertThat(lines).hasSize(2);
  }
}
