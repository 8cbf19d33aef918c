package dev.retinue.toolset.spawner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Manners;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.port.AgentRuntime;
import dev.retinue.core.port.Work;
import dev.retinue.core.staff.Follower;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.ClientOptions.Mode;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ToolResult;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.runtime.group.GroupRuntime;
import dev.retinue.runtime.group.GroupStaff;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.Spawning;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.spawner.context.OwnContext;
import dev.retinue.web.WebServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The toolset behind a real edge: `player` plays its prompt, and `holder` works until the test
/// lets it go.
final class SpawnScene implements AutoCloseable {
  static final String HELD = "What it did.";

  private final TestStaff staff;
  private final CountDownLatch released = new CountDownLatch(1);
  private final BlockingQueue<Recorded> seen = new LinkedBlockingQueue<>(100_000);
  private final McpServer server = new McpServer(Implementation.of("retinue", "1"), "");
  private final Eras eras;
  private final Follower following;
  private final WebServer web;

  /// @param others who work as well
  SpawnScene(Path folder, Rules rules, Manners manners, AgentRuntime... others) {
    this(folder, rules, manners, OwnContext.NONE, others);
  }

  /// @param own what a caller's agents are told of each other
  SpawnScene(Path folder, Rules rules, Manners manners, OwnContext own, AgentRuntime... others) {
    var clock = new TestClock();
    var runtimes = new ArrayList<>(List.of(others));
    runtimes.add(new ScriptedRuntime(clock));
    runtimes.add(new GroupRuntime(clock));
    runtimes.add(new Held());
    staff =
        TestStaff.in(folder, clock, rules)
            .hire(GroupStaff.MEMBER)
            .hire("player", "")
            .hire(member("holder", "held"))
            .begin(runtimes.toArray(AgentRuntime[]::new));
    following =
        staff.staff().feed().followAll(Caller.owner(), 0, (events, _) -> seen.addAll(events));
    var who = new DefaultAgent("player", staff.staff().roster(), staff.staff().crew()::runtime);
    Spawning.toolset(staff, who, manners, own).tools().forEach(server::add);
    var key = new SecretKeySpec(new byte[32], "AES");
    eras =
        new Eras(
            new Stateless2026(server, new MemoryTaskStore(clock, 100), () -> key, clock),
            new Stateful2025(server, clock));
    web = serve(Caller.owner());
  }

  static Agent member(String name, String runtime) {
    return new Agent(
        name, "works", new Agent.Means(runtime, null), "", List.of(), Agent.Limits.NONE);
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
        work.complete(HELD, State.Evidence.CLAIMED);
      }
    }

    @Override
    public boolean canResume(Run run) {
      return false;
    }
  }

  TestStaff staff() {
    return staff;
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
    return client(ClientOptions.named("test", "1"));
  }

  McpClient client(String version) {
    return client(ClientOptions.named("test", "1").in(mode(version)));
  }

  McpClient client(ClientOptions options) {
    return at(web, options);
  }

  static McpClient at(WebServer edge, ClientOptions options) {
    return McpClient.at(URI.create("http://localhost:%d/mcp".formatted(edge.port())), options);
  }

  static Mode mode(String version) {
    return version.startsWith("2026") ? new Mode.Modern() : new Mode.Legacy(version);
  }

  /// Waits for something that happens in any run, without asking for that run: who asks adopts it.
  RunId awaitSeen(Predicate<RunEvent> wished) throws InterruptedException {
    while (true) {
      var next = Objects.requireNonNull(seen.poll(30, TimeUnit.SECONDS), "it did not happen");
      if (wished.test(next.event())) {
        return next.run();
      }
    }
  }

  RunId awaitStarted() throws InterruptedException {
    return awaitSeen(RunEvent.Started.class::isInstance);
  }

  /// How a run is, for one who does not ask for it.
  State stateOf(RunId id) {
    return staff.all().stream()
        .filter(run -> run.id().equals(id))
        .findFirst()
        .orElseThrow()
        .state();
  }

  static ObjectNode order(String agent, String prompt) {
    return Json.object().put("agent", agent).put("prompt", prompt);
  }

  static ObjectNode ids(JsonNode... ids) {
    var arguments = Json.object();
    var list = arguments.putArray("spawn_ids");
    for (var id : ids) {
      list.add(id.asString());
    }
    return arguments;
  }

  static JsonNode call(McpClient client, String tool, ObjectNode arguments) {
    var result = client.callTool(tool, arguments);
    assertThat(result.isError()).as("%s", result).isFalse();
    return structured(result);
  }

  static JsonNode structured(ToolResult result) {
    return Objects.requireNonNull(result.structuredContent(), result::toString);
  }

  @Override
  public void close() {
    release();
    web.close();
    following.close();
    staff.close();
  }
}
