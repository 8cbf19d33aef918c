package dev.retinue.cli;

import dev.retinue.core.Agent;
import dev.retinue.core.Run;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.ToolEntry;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.model.ToolInfo;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.toolset.DurableTasks;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.RetinueStatus;
import dev.retinue.toolset.lifecycle.Lifecycle;
import dev.retinue.web.api.Api;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Puts the server together that both transports serve.
final class Assembly {
  /// The toolsets that there are.
  static final Set<String> TOOLSETS = Set.of("lifecycle");

  private static final int MOST_TASKS = 10_000;
  private static final int KEY_BYTES = 32;
  private static final Duration QUIET = Duration.ofSeconds(15);

  /// How a model should use it.
  static final String INSTRUCTIONS =
      "Retinue supervises agents. agent_start gives a contract to one and returns at once; agent_status says"
          + " what has become of it; agent_stop ends it. Agents go on when you disconnect.";

  private Assembly() {}

  /// What shows these offers to a client, and does nothing of it itself.
  static Eras shown(McpServer offers) {
    var clock = InstantSource.system();
    var tasks = new MemoryTaskStore(clock, 1);
    return new Eras(
        new Stateless2026(offers, tasks, new Key(), clock), new Stateful2025(offers, clock));
  }

  /// What a daemon will offer, where none has said so yet.
  static void show(McpServer offers) {
    offers.add(ToolEntry.shown(RetinueStatus.class));
    Lifecycle.TYPES.forEach(type -> offers.add(ToolEntry.shown(type)));
  }

  /// What the owner has decided about all that is served.
  ///
  /// @param defaultAgent who works when nobody is named; null for the first of the staff
  /// @param hosts the names that it answers to
  /// @param payloadUrl where the payload of a run can be fetched
  record Serving(@Nullable String defaultAgent, Hosts hosts, Function<Run, String> payloadUrl) {
    static Serving usual(Function<Run, String> payloadUrl) {
      return new Serving(null, Hosts.LOCAL, payloadUrl);
    }

    private String agent(Staff staff) {
      return defaultAgent != null ? defaultAgent : names(staff).getFirst();
    }
  }

  /// REST beside it, for the same staff.
  static Api api(Household household, McpServer server, Serving serving) {
    var staff = household.staff();
    return new Api(
        new Api.Desk(staff, household.register(), household.links()),
        new Api.House(Version.number(), () -> Map.of("retinue", infos(server)), QUIET),
        () -> serving.agent(staff),
        serving.payloadUrl());
  }

  private static List<ToolInfo> infos(McpServer server) {
    return server.tools().values().stream().map(ToolEntry::info).toList();
  }

  /// The tools that the daemon offers.
  static McpServer server(Household household, Serving serving) {
    var version = Version.number();
    var staff = household.staff();
    var server = new McpServer(Implementation.of("retinue", version), INSTRUCTIONS);
    server.add(new RetinueStatus(version, InstantSource.system(), () -> names(staff)));
    Lifecycle.tools(staff, serving.agent(staff), serving.payloadUrl()).forEach(server::add);
    return server;
  }

  /// Everything that the daemon serves. Calls that were tasks when an earlier one ended go on.
  static Eras eras(Household household, McpServer server) {
    var clock = InstantSource.system();
    var tasks = new DurableTasks(household.tasks(), clock, MOST_TASKS);
    var modern = new Stateless2026(server, tasks, new Key(), clock);
    modern.resume(id -> household.callers().find(id).map(Principal::new));
    return new Eras(modern, new Stateful2025(server, clock));
  }

  static HttpEndpoint endpoint(Eras eras, Hosts hosts) {
    return new HttpEndpoint(eras, hosts, QUIET);
  }

  private static List<String> names(Staff staff) {
    return staff.roster().all().stream().map(Agent::name).toList();
  }

  /// Made when it is first needed. What is sealed with it need not outlive the process.
  private static final class Key implements Supplier<SecretKey> {
    private @Nullable SecretKey key;

    @Override
    public synchronized SecretKey get() {
      if (key == null) {
        var bytes = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(bytes);
        key = new SecretKeySpec(bytes, "AES");
      }
      return key;
    }
  }
}
