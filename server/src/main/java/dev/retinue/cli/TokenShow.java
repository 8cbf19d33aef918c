package dev.retinue.cli;

import dev.retinue.core.staff.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `retinue token show`: what a token allows.
@Command(name = "show", description = "Show what a token allows. Never the token.")
final class TokenShow implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "<name>", description = "Whose token, as 'retinue token list' shows it.")
  private String name = "";

  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  TokenShow(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var surroundings = Surroundings.real();
    try (var visit = Visit.to(data.place(), surroundings)) {
      new TokenPage(terminal, json)
          .show(visit.callers().require(name), surroundings.clock().instant());
    }
    return ExitCode.OK;
  }
}
