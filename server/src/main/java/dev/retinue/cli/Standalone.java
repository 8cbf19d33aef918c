package dev.retinue.cli;

import dev.retinue.cli.serve.Logs;
import dev.retinue.cli.serve.Reach;
import dev.retinue.core.Caller;
import dev.retinue.core.Origin;
import dev.retinue.core.Workplace;
import dev.retinue.mcp.transport.StdioServer;
import dev.retinue.toolset.Principal;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `retinue mcp --standalone`: a daemon whose client sits on its standard streams, and that ends
/// with him. Its runs do not: the next one goes on with them.
final class Standalone {
  private final Terminal terminal;
  private final Duration lastMoment;

  Standalone(Terminal terminal, Duration lastMoment) {
    this.terminal = terminal;
    this.lastMoment = lastMoment;
  }

  int serve(Path data, @Nullable Path config) {
    // First of all: whatever a library prints must not get between the messages.
    var out = terminal.claimOutput();
    Logs.begin();
    var environment = System.getenv();
    var configuration = ConfigOption.read(config, List.of(), environment);
    var settings = configuration.settings();
    var reach = Reach.of(settings.server(), InetAddress::getAllByName);
    configuration.warnings().forEach(this::warn);
    AgentCheck.missingDefault(configuration, data).ifPresent(this::warn);
    var service = Service.begin(Assembly.household(configuration, data), settings, reach, true);
    try {
      var place = new Workplace(Path.of("").toAbsolutePath(), environment);
      var owner = new Principal(Caller.owner().at(place).by(Origin.by(Origin.Surface.STDIO)));
      var client = new StdioServer(service.eras(), owner, terminal.in(), out, lastMoment);
      service.attend(client);
      client.run();
      return ExitCode.OK;
    } catch (IOException e) {
      warn("standard input cannot be read: " + e.getMessage());
      return ExitCode.FAILED;
    } finally {
      service.end();
    }
  }

  private void warn(String sentence) {
    terminal.err().println("retinue: " + sentence);
    terminal.err().flush();
  }
}
