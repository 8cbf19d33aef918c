package dev.retinue.runtime.llm.server;

import dev.retinue.core.Agent;
import dev.retinue.core.Permissions;
import dev.retinue.core.RunEvent;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.core.tool.ToolServer.Share;
import dev.retinue.process.Enclosure;
import dev.retinue.process.Supervisor;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// A process with servers at work, of which somebody puts an end.
final class ServersProgram {
  private ServersProgram() {}

  /// Begins them, says so, and stays.
  ///
  /// @param args the data directory, and the program of the servers
  public static void main(String[] args) throws InterruptedException {
    var folder = Path.of(args[0]);
    var environment = Map.of("PATH", "/usr/bin:/bin");
    var grounds =
        new Grounds(
            new Supervisor(folder, environment),
            folder.resolve("run"),
            environment,
            (_, _, _) -> Enclosure.LIMITS);
    var servers =
        new McpServers(
            List.of(server("all", args[1], Share.DAEMON), server("one", args[1], Share.RUN)),
            grounds,
            Permissions.NONE,
            InstantSource.system());
    var staff = TestStaff.in(folder.resolve("data"), new TestClock());
    staff.hire(
        new Agent("agent", "", new Agent.Means("llm", null), "", List.of(), Agent.Limits.NONE));
    staff.begin(new Borrower(servers));
    var run =
        staff.start(
            "agent",
            "all__play {\"do\":\"fork\"}\none__play {\"do\":\"fork\"}\none__play {\"do\":\"hang\"}");
    staff.await(
        run, _ -> staff.events(run).stream().filter(RunEvent.Said.class::isInstance).count() == 2);
    System.out.println("begun");
    new CountDownLatch(1).await();
  }

  private static ToolServer server(String name, String program, Share share) {
    return new ToolServer(
        name,
        new ToolServer.Started(program, List.of(), Map.of(), null),
        share,
        ToolServer.USUAL_TIMEOUT,
        ToolServer.USUAL_IDLE,
        List.of());
  }
}
