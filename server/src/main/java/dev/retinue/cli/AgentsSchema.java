package dev.retinue.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `retinue agents schema`: what an editor needs to help those who write files of agents.
@Command(
    name = "schema",
    description = "Print the JSON Schema of files of agents, for editors.",
    footer = {
      "",
      "  retinue agents schema > retinue-agents.schema.json",
      "",
      "An editor with the YAML language server takes it where the first line of a file says:",
      "",
      "  # yaml-language-server: $schema=./retinue-agents.schema.json"
    })
final class AgentsSchema implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private ConfigOption config = new ConfigOption();

  AgentsSchema(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var settings = config.read(List.of(), System.getenv()).settings();
    terminal.out().println(AgentShelf.files(settings).schema());
    return ExitCode.OK;
  }
}
