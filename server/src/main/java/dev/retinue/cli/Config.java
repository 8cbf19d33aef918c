package dev.retinue.cli;

import picocli.CommandLine;

/// `retinue config`: what is configured, and whether it is right. Without a further word it shows.
final class Config {
  private Config() {}

  static CommandLine commands(Terminal terminal) {
    var config =
        new CommandLine(new ConfigShow(terminal))
            .addSubcommand(new ConfigShow(terminal))
            .addSubcommand(new ConfigCheck(terminal));
    config
        .getCommandSpec()
        .name("config")
        .usageMessage()
        .description("Show the settings as they count, or check a configuration.")
        .synopsisSubcommandLabel("[<command>]");
    return config;
  }
}
