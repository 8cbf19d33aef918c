package dev.retinue.toolset.compat;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Manners;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.process.LeftoverProcesses;
import dev.retinue.process.Supervisor;
import dev.retinue.runtime.cli.CliRuntime;
import dev.retinue.runtime.cli.Profile;
import dev.retinue.runtime.cli.Programs;
import dev.retinue.runtime.cli.claude.Claude;
import dev.retinue.runtime.cli.codex.Codex;
import dev.retinue.testing.Spawning;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import dev.retinue.toolset.Principal;
import dev.retinue.web.WebServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;

/// The toolset over the real edge, on a staff of `codex` and `claude`. A second scene in the same
/// folder finds what the first has left.
public final class CompatScene implements AutoCloseable {
  /// A client of this name is answered at once, whatever there is to say.
  static final String HASTY = "hasty";

  private static final Manners MANNERS =
      new Manners(
          Duration.ZERO, Duration.ofSeconds(30), List.of("test"), true, Manners.USUAL.grace());

  private final Path data;
  private final TestStaff staff;
  private final McpServer server;
  private final WebServer web;

  /// @param folder in which agents may work, in a folder `work`
  /// @param environment where the programs are
  public CompatScene(Path folder, Map<String, String> environment) throws IOException {
    data = folder.resolve("data");
    var work = Files.createDirectories(folder.resolve("work")).toRealPath();
    var roots = Roots.of(List.of(work), folder.resolve("home"));
    var rules = new Rules(Limits.DEFAULT, Rate.ANY, Rate.ANY, roots);
    staff = TestStaff.in(data, new TestClock(), rules).hire(agent("codex"), agent("claude"));
    staff.begin(runtime(new Codex(), environment), runtime(new Claude(), environment));
    server = new McpServer(Implementation.of("retinue", "1"), "");
    var spawns = Spawning.spawns(staff, MANNERS);
    Compat.toolset(spawns, staff.register()).tools().forEach(server::add);
    web = serve(Caller.owner());
  }

  private CliRuntime runtime(Profile profile, Map<String, String> environment) {
    return new CliRuntime(
        profile,
        new Programs(environment),
        new Supervisor(data, System.getenv()),
        data.resolve("run"),
        staff.clock());
  }

  private static Agent agent(String program) {
    return new Agent(
        program,
        "writes code",
        new Agent.Means(program, null),
        "",
        List.of("read", "search", "edit", "shell"),
        Agent.Limits.NONE);
  }

  /// Lets somebody else in.
  WebServer serve(Caller caller) {
    var key = new SecretKeySpec(new byte[32], "AES");
    var tasks = new MemoryTaskStore(staff.clock(), 10);
    var eras =
        new Eras(
            new Stateless2026(server, tasks, () -> key, staff.clock()),
            new Stateful2025(server, staff.clock()));
    var endpoint = new HttpEndpoint(eras, Hosts.LOCAL, Duration.ofSeconds(15));
    return WebServer.start("127.0.0.1", 0, endpoint, new Principal(caller));
  }

  public McpClient client() {
    return at(web, ClientOptions.named("test", "1"));
  }

  McpClient client(ClientOptions options) {
    return at(web, options);
  }

  static McpClient at(WebServer web, ClientOptions options) {
    return McpClient.at(URI.create("http://localhost:" + web.port() + "/mcp"), options);
  }

  TestStaff staff() {
    return staff;
  }

  McpServer server() {
    return server;
  }

  @Override
  public void close() {
    web.close();
    staff.close();
    new LeftoverProcesses(data).reap(List.of());
  }
}
