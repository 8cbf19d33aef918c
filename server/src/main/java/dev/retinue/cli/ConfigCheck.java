package dev.retinue.cli;

import dev.retinue.cli.serve.Reach;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `retinue config check`: whether a daemon would start with this.
@Command(
    name = "check",
    description =
        "Say what is wrong with a configuration, and with what the environment says above it.")
final class ConfigCheck implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      arity = "0..1",
      paramLabel = "<file>",
      description = "The configuration file. Default: the one that 'serve' would read.")
  private @Nullable Path file;

  @Mixin private DataOption data = new DataOption();

  ConfigCheck(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var configuration = ConfigOption.read(file, List.of(), System.getenv());
    var reach = Reach.of(configuration.settings().server(), InetAddress::getAllByName);
    configuration.warnings().forEach(it -> terminal.err().println("retinue: " + it));
    reach.warnings().forEach(it -> terminal.err().println("retinue: " + it));
    TemplateShelf.of(data.place(), configuration.settings().templates())
        .current()
        .troubles()
        .forEach(it -> terminal.err().println("retinue: a template is left out: " + it));
    AgentCheck.troubles(configuration, data.place())
        .forEach(it -> terminal.err().println("retinue: a file of agents is left out: " + it));
    AgentCheck.missingDefault(configuration, data.place())
        .ifPresent(
            it -> {
              throw new RetinueException(ErrorCode.INVALID_INPUT, it);
            });
    terminal
        .out()
        .println(
            configuration
                .file()
                .map("%s is right."::formatted)
                .orElse("There is no configuration file, and everything is as it usually is."));
    return ExitCode.OK;
  }
}
