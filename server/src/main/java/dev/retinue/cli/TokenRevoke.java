package dev.retinue.cli;

import dev.retinue.core.staff.Callers;
import dev.retinue.core.staff.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `retinue token revoke`: ends a token at once.
@Command(name = "revoke", description = "End a token at once. What its caller has started goes on.")
final class TokenRevoke implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "<name>", description = "Whose token, as 'retinue token list' shows it.")
  private String name = "";

  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  TokenRevoke(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    try (var visit = Visit.to(data.place(), Surroundings.real())) {
      visit.callers().revoke(name);
    }
    // A daemon may have looked just before; when this command ends, the token has, too.
    Thread.sleep(Callers.untilNobodyRemembers());
    if (json.chosen()) {
      json.print(terminal, answer -> answer.put("name", name).put("revoked", true));
    } else {
      terminal.out().println("The token of '%s' is revoked.".formatted(name));
    }
    return ExitCode.OK;
  }
}
