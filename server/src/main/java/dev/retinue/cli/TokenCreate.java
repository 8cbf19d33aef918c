package dev.retinue.cli;

import dev.retinue.core.Caller.Scope;
import dev.retinue.core.Credential.Terms;
import dev.retinue.core.staff.Surroundings;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `retinue token create`: makes a token, and shows it once.
@Command(
    name = "create",
    description = "Make a token and show it, once: Retinue keeps only its hash.",
    footer = {
      "",
      "The token is all that is written to standard output:",
      "  export RETINUE_TOKEN=$(retinue token create ci)",
      "  retinue token create guest --scope read --expires 30d",
      "  retinue token create builds --toolset spawner --agent claude --per-day 5 --concurrency 2"
    })
final class TokenCreate implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      paramLabel = "<name>",
      description =
          "Who calls with it: lower-case letters, digits, '.', '-' and '_'. What a caller starts"
              + " belongs to this name.")
  private String name = "";

  @Mixin private TokenOptions options = new TokenOptions();
  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  TokenCreate(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var surroundings = Surroundings.real();
    var now = surroundings.clock().instant();
    var terms = options.wish(Set.of()).over(Terms.of(Scope.RUN), now);
    var page = new TokenPage(terminal, json);
    try (var visit = Visit.to(data.place(), surroundings)) {
      page.show(visit.callers().create(name, terms), now);
    }
    page.warn(terms.grant(), data.place());
    return ExitCode.OK;
  }
}
