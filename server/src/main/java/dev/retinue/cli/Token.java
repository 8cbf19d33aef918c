package dev.retinue.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `retinue token`: who may call.
@Command(
    name = "token",
    description = "Make, list, change, rotate and revoke the tokens with which others call.",
    synopsisSubcommandLabel = "<command>",
    footer = {
      "",
      "These commands work while the daemon runs, and count for it at once. "
          + "The owner's own token is in the file 'token' of the data directory."
    })
final class Token implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  static CommandLine commands(Terminal terminal) {
    return new CommandLine(new Token())
        .addSubcommand(new TokenCreate(terminal))
        .addSubcommand(new TokenList(terminal))
        .addSubcommand(new TokenShow(terminal))
        .addSubcommand(new TokenChange(terminal))
        .addSubcommand(new TokenRotate(terminal))
        .addSubcommand(new TokenRevoke(terminal));
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return ExitCode.OK;
  }
}
