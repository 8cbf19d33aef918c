package dev.retinue.cli;

import dev.retinue.core.staff.Callers;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.toolset.TokenWish;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `retinue token rotate`: makes another token for the same caller.
@Command(
    name = "rotate",
    description =
        "Make another token for the same caller, who keeps his name, his things and what he may"
            + " use. The old one ends at once, or after a while of grace.",
    footer = {"", "  retinue token rotate ci --grace 1h"})
final class TokenRotate implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "<name>", description = "Whose token, as 'retinue token list' shows it.")
  private String name = "";

  @Option(
      names = "--grace",
      defaultValue = "0s",
      paramLabel = "<time>",
      description = "The old one counts for so long: 15m, 1h, at most 30d. Default: at once.")
  private String grace = "0s";

  @Option(
      names = "--expires",
      paramLabel = "<time>",
      description = "When the new one ends by itself; else when the old one would.")
  private @Nullable String expires;

  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  TokenRotate(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var surroundings = Surroundings.real();
    var now = surroundings.clock().instant();
    var end = expires == null ? null : TokenWish.moment(expires, now);
    try (var visit = Visit.to(data.place(), surroundings)) {
      var issued = visit.callers().rotate(name, end, TokenWish.span(grace));
      new TokenPage(terminal, json).show(issued, now);
    }
    // A daemon may have looked just before; when this command ends, it knows.
    Thread.sleep(Callers.untilNobodyRemembers());
    return ExitCode.OK;
  }
}
