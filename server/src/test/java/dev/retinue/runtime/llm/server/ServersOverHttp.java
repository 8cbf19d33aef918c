package dev.retinue.runtime.llm.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Conduct;
import dev.retinue.core.Confinement;
import dev.retinue.core.Permissions;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Vigilance;
import dev.retinue.core.tool.ServerState;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.process.Enclosure;
import dev.retinue.process.Supervisor;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/// Runs that borrow the tools of a server over HTTP, which says anything.
abstract class ServersOverHttp {
  static final String ECHO =
      "{'name':'echo','description':'Says it again.','inputSchema':{'type':'object'}}";

  @TempDir Path folder;
  final ScriptedMcp server = new ScriptedMcp();
  final TestClock clock = new TestClock();
  final List<AutoCloseable> open = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  McpServers servers;

  @SuppressWarnings("NullAway.Init")
  TestStaff staff;

  @AfterEach
  void close() throws Exception {
    for (var it : open.reversed()) {
      it.close();
    }
    server.close();
  }

  ToolServer usual() {
    return new ToolServer("web", new ToolServer.Reached(server.url(), Map.of()));
  }

  /// Nobody listens there any more.
  static URI nowhere() {
    try (var gone = new ScriptedMcp()) {
      return gone.url();
    }
  }

  void begin(ToolServer... specs) {
    begin(Permissions.NONE, specs);
  }

  void begin(Permissions house, ToolServer... specs) {
    var environment = Map.of("WEB_KEY", "s3cret-value", "PATH", "/usr/bin:/bin");
    var grounds =
        new Grounds(
            new Supervisor(folder, environment),
            folder.resolve("run"),
            environment,
            (_, _, _) -> Enclosure.LIMITS);
    servers = new McpServers(List.of(specs), grounds, house, (InstantSource) clock);
    open.add(servers);
    staff = TestStaff.in(folder.resolve("data"), clock);
    open.add(staff);
    hire("agent", List.of(), Permissions.NONE);
    staff.begin(new Borrower(servers));
  }

  void hire(String name, List<String> tools, Permissions permissions) {
    staff.hire(
        new Agent(
            name,
            "borrows tools",
            new Agent.Means("llm", null),
            "",
            tools,
            Agent.Limits.NONE,
            new Conduct(permissions, Confinement.USUAL, Vigilance.USUAL, null)));
  }

  RunId start(String prompt) {
    return staff.start("agent", prompt);
  }

  List<String> said(RunId run) {
    assertThat(staff.awaitEnd(run)).matches(Run::ended);
    return staff.events(run).stream()
        .filter(RunEvent.Said.class::isInstance)
        .map(event -> ((RunEvent.Said) event).text())
        .toList();
  }

  List<String> noted(RunId run) {
    staff.awaitEnd(run);
    return staff.events(run).stream()
        .filter(RunEvent.Noted.class::isInstance)
        .map(event -> ((RunEvent.Noted) event).text())
        .toList();
  }

  ServerState state() {
    return servers.states().getFirst();
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
