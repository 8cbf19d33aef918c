package dev.retinue.toolset.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Conduct;
import dev.retinue.core.Manners;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Steering;
import dev.retinue.core.craft.Craft;
import dev.retinue.core.craft.Team;
import dev.retinue.core.craft.Thought;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.Talking;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import dev.retinue.testing.Writer;
import dev.retinue.toolset.Principal;
import dev.retinue.web.WebServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The toolset behind a real edge: `player` plays what it is told, `holder` works until the test
/// lets it go, `listener` answers with what was said to it meanwhile, `writer` writes, and `desk`
/// is written in a file together with `desk.expert`.
final class SessionScene implements AutoCloseable {
  static final Caller ANNA = new Caller("anna", "anna", Caller.Scope.RUN, null);
  static final Caller BERT = new Caller("bert", "bert", Caller.Scope.RUN, null);
  static final String FILE = "/home/somebody/agents/desk.yaml";

  private final TestStaff staff;
  private final Writer writer = new Writer();
  private final CountDownLatch released = new CountDownLatch(1);
  private final McpServer server = new McpServer(Implementation.of("retinue", "1"), "");
  private final Eras eras;
  private final WebServer web;

  SessionScene(Path folder, Rules rules, Manners manners) {
    var clock = new TestClock();
    staff =
        TestStaff.in(folder, clock, rules)
            .hire("player", "")
            .hire(member("holder", "held"), member("listener", "listening"))
            .hire(
                written("desk", "say desk heard {prompt}\ncomplete From the desk: {prompt}"),
                written("desk.expert", "complete From the expert: {prompt}"))
            .hire(writer.agent())
            .begin(new ScriptedRuntime(clock), new Held(), new Listening(), writer.runtime(clock));
    var paths = new AgentPaths(Path.of("/home/somebody"));
    var toolset = Talking.toolset(staff, manners, paths);
    toolset.tools().forEach(server::add);
    toolset.offers().forEach(server::add);
    var key = new SecretKeySpec(new byte[32], "AES");
    eras =
        new Eras(
            new Stateless2026(server, new MemoryTaskStore(clock, 100), () -> key, clock),
            new Stateful2025(server, clock));
    web = serve(Caller.owner());
  }

  private static Agent member(String name, String runtime) {
    return new Agent(
        name, "works", new Agent.Means(runtime, null), "", List.of(), Agent.Limits.NONE);
  }

  private static Agent written(String name, String script) {
    var craft =
        new Craft(
            new Craft.Origin(FILE, true),
            "Welcome.",
            List.of(),
            Team.NONE,
            Craft.Background.NONE,
            Thought.USUAL,
            Map.of(),
            List.of(),
            null);
    return new Agent(
        name,
        "answers at the %s".formatted(name),
        new Agent.Means(ScriptedRuntime.NAME, null),
        script,
        List.of(),
        Agent.Limits.NONE,
        Conduct.USUAL,
        craft);
  }

  /// Works until it is let go, or stopped.
  private final class Held implements AgentRuntime {
    @Override
    public String name() {
      return "held";
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      var go = new CountDownLatch(1);
      work.whenEnded(go::countDown);
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  released.await();
                  go.countDown();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      go.await();
      if (!work.ended()) {
        work.complete("Held: " + work.prompt(), State.Evidence.CLAIMED);
      }
    }

    @Override
    public boolean canResume(Run run) {
      return false;
    }
  }

  /// Waits until something is said to it, and answers with that.
  private final class Listening implements AgentRuntime {
    @Override
    public String name() {
      return "listening";
    }

    @Override
    public boolean hears() {
      return true;
    }

    @Override
    public void carryOut(Work work) throws InterruptedException {
      work.tell(new RunEvent.Said(TestClock.NOON, "I listen."));
      var heard = new LinkedBlockingQueue<Optional<RunEvent.Steered>>();
      work.whenEnded(() -> heard.add(Optional.empty()));
      try (var _ =
          staff
              .staff()
              .feed()
              .follow(Caller.owner(), work.run().id(), 0, (events, _) -> hear(events, heard))) {
        var said = heard.take();
        if (said.isPresent()) {
          var text = said.get().text();
          work.tell(new RunEvent.Told(said.get().at(), text));
          work.tell(new RunEvent.Learned(said.get().at(), Steering.heard(1)));
          work.complete("I heard: " + text, State.Evidence.CLAIMED);
        }
      }
    }

    private static boolean hear(List<Recorded> events, Queue<Optional<RunEvent.Steered>> heard) {
      for (var recorded : events) {
        if (recorded.event() instanceof RunEvent.Steered steered) {
          heard.add(Optional.of(steered));
        }
      }
      return true;
    }

    @Override
    public boolean canResume(Run run) {
      return false;
    }
  }

  TestStaff staff() {
    return staff;
  }

  Writer writer() {
    return writer;
  }

  Eras eras() {
    return eras;
  }

  /// Lets all go who are held, from now on.
  void release() {
    released.countDown();
  }

  /// The edge for somebody else.
  WebServer serve(Caller caller) {
    var endpoint = new HttpEndpoint(eras, Hosts.LOCAL, Duration.ofMillis(100));
    return WebServer.start("127.0.0.1", 0, endpoint, new Principal(caller));
  }

  McpClient client() {
    return at(web, ClientOptions.named("test", "1"));
  }

  McpClient client(ClientOptions options) {
    return at(web, options);
  }

  static McpClient at(WebServer edge, ClientOptions options) {
    return McpClient.at(URI.create("http://localhost:%d/mcp".formatted(edge.port())), options);
  }

  static McpClient at(WebServer edge) {
    return at(edge, ClientOptions.named("test", "1"));
  }

  /// A new session with this agent.
  static String open(McpClient client, String agent) {
    return call(client, "create_session", Json.object().put("agent_file", agent))
        .path("session_id")
        .asString();
  }

  static ObjectNode message(String session, String text) {
    return Json.object().put("session_id", session).put("message", text);
  }

  static JsonNode send(McpClient client, String session, String text) {
    return call(client, "send_message", message(session, text));
  }

  static JsonNode call(McpClient client, String tool, ObjectNode arguments) {
    var result = client.callTool(tool, arguments);
    assertThat(result.isError()).as("%s", result).isFalse();
    return structured(result);
  }

  static JsonNode refused(McpClient client, String tool, ObjectNode arguments) {
    var result = client.callTool(tool, arguments);
    assertThat(result.isError()).as("%s", result).isTrue();
    return structured(result).path("error");
  }

  static JsonNode info(McpClient client, String session) {
    return call(client, "get_session_info", Json.object().put("session_id", session));
  }

  static JsonNode history(McpClient client, String session) {
    return call(client, "get_session_history", Json.object().put("session_id", session));
  }

  static List<String> texts(JsonNode list, String key) {
    return list.valueStream().map(it -> it.path(key).asString("")).toList();
  }

  static JsonNode structured(ToolResult result) {
    return Objects.requireNonNull(result.structuredContent(), result::toString);
  }

  Run awaitEnd(JsonNode answer) {
    return staff.awaitEnd(RunId.of(answer.path("run_id").asString()));
  }

  @Override
  public void close() {
    release();
    web.close();
    staff.close();
    writer.close();
  }
}
