package dev.retinue.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Callers;
import dev.retinue.core.staff.Surroundings;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `retinue token change`: lets a token allow something else, at once.
@Command(
    name = "change",
    description = "Let a token allow more or less, at once. The token itself stays the same.",
    footer = {
      "",
      "What is not named stays as it is; what is named replaces what was there before:",
      "  retinue token change ci --per-day 20 --clear agents,rate",
      "For the owner himself, rate, concurrency and budgets can be changed."
    })
final class TokenChange implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "<name>", description = "Whose token, as 'retinue token list' shows it.")
  private String name = "";

  @Mixin private TokenOptions options = new TokenOptions();

  @Option(
      names = "--clear",
      split = ",",
      paramLabel = "<what>",
      description =
          "Limits this no more: toolsets, agents, roots, rate, concurrency, per-day, per-month,"
              + " expires. May be said again.")
  private List<String> clear = List.of();

  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  TokenChange(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var surroundings = Surroundings.real();
    var now = surroundings.clock().instant();
    var cleared = new LinkedHashSet<String>();
    clear.forEach(it -> cleared.add(meant(it)));
    var wish = options.wish(cleared);
    if (wish.isEmpty()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "say what to change, such as --per-day 20 or --clear rate; 'retinue token show %s' shows what it allows."
              .formatted(Excerpt.of(name)));
    }
    var page = new TokenPage(terminal, json);
    try (var visit = Visit.to(data.place(), surroundings)) {
      var changed = visit.callers().change(name, terms -> wish.over(terms, now));
      page.show(changed, now);
      page.warn(changed.terms().grant(), data.place());
    }
    // A daemon may have looked just before; when this command ends, it knows.
    Thread.sleep(Callers.untilNobodyRemembers());
    return ExitCode.OK;
  }

  /// As the options are called.
  private static String meant(String word) {
    return switch (word) {
      case "per-day" -> "budget_per_day_usd";
      case "per-month" -> "budget_per_month_usd";
      default -> word;
    };
  }
}
