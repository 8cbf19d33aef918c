package dev.retinue.cli;

import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.toolset.RetinueStatus;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Puts the server together that both transports serve.
final class Assembly {
  private static final int MOST_TASKS = 10_000;
  private static final int KEY_BYTES = 32;
  private static final Duration QUIET = Duration.ofSeconds(15);
  private static final String INSTRUCTIONS =
      "Retinue supervises agents. This version has no agents yet; retinue_status says so.";

  private Assembly() {}

  static Eras eras() {
    var clock = InstantSource.system();
    var version = Version.number();
    var server = new McpServer(Implementation.of("retinue", version), INSTRUCTIONS);
    server.later(offers -> tools(version, clock).forEach(offers::add));
    var tasks = new MemoryTaskStore(clock, MOST_TASKS);
    return new Eras(
        new Stateless2026(server, tasks, new Key(), clock), new Stateful2025(server, clock));
  }

  /// Every tool that a client can see.
  static List<Tool<?, ?>> tools(String version, InstantSource clock) {
    return List.of(new RetinueStatus(version, clock));
  }

  static HttpEndpoint endpoint() {
    return new HttpEndpoint(eras(), Hosts.LOCAL, QUIET);
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
