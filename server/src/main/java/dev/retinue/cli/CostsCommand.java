package dev.retinue.cli;

import dev.retinue.cli.text.Amounts;
import dev.retinue.cli.text.Harmless;
import java.util.ArrayList;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `retinue costs`: what was spent over time.
@Command(
    name = "costs",
    description = "Show what was spent on which day, by agent, model, caller, or in all.",
    footer = {
      "",
      "  retinue costs --by model",
      "  retinue costs --from 2026-11-01 --to 2026-11-30 --by day",
      "",
      "Days are those of UTC. The owner sees what everybody spent; with the token of somebody else in"
          + " RETINUE_TOKEN, it is what that caller spent."
    })
final class CostsCommand implements Callable<Integer>, TalksToDaemon {
  private static final int LONGEST_NAME = 60;
  private static final String ROW = "%-10s  %-32s %12s %10s %10s %6s";
  private static final String BUDGET = "%-24s %12s %12s %12s %12s";

  private final Terminal terminal;

  @Option(
      names = "--by",
      defaultValue = "agent",
      paramLabel = "<what>",
      description = "agent, model, caller or day. Default: ${DEFAULT-VALUE}.")
  private String by = "agent";

  @Option(names = "--from", paramLabel = "<day>", description = "The first day; else 30 days ago.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "<day>", description = "The last day; else today.")
  private @Nullable String to;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  CostsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var report = reach.require(terminal).costs(by, from, to);
    if (json.chosen()) {
      json.print(terminal, answer -> answer.setAll((ObjectNode) report));
    } else {
      show(report);
    }
    return ExitCode.OK;
  }

  private void show(JsonNode report) {
    if (report.path("rows").isEmpty()) {
      terminal
          .out()
          .println(
              "Nothing was spent from %s to %s."
                  .formatted(report.path("from").asString(), report.path("to").asString()));
    } else {
      table(report);
    }
    budgets(report.path("budgets"));
  }

  private void table(JsonNode report) {
    terminal.out().println(ROW.formatted("DAY", heading(), "COST", "IN", "OUT", "RUNS"));
    boolean invented = false;
    boolean unpriced = false;
    for (var row : report.path("rows")) {
      invented |= row.has("invented_usd");
      unpriced |= row.path("unpriced_tokens").asLong() > 0;
      terminal
          .out()
          .println(
              ROW.formatted(
                  row.path("day").asString(),
                  Harmless.line(key(row), LONGEST_NAME),
                  Amounts.cost(row.path("cost_usd")) + marks(row),
                  Amounts.count(row.path("input_tokens").asLong()),
                  Amounts.count(row.path("output_tokens").asLong()),
                  row.path("runs").asLong()));
    }
    terminal
        .out()
        .println(
            ROW.formatted(
                    "total",
                    "",
                    Amounts.cost(report.path("total_usd")) + (invented ? "*" : ""),
                    "",
                    "",
                    "")
                .stripTrailing());
    if (invented) {
      terminal
          .out()
          .println("* with the price of models that only played scripts: nobody has to pay it.");
    }
    if (unpriced) {
      terminal.out().println("? some of the tokens have no known price, and are not in the cost.");
    }
  }

  private String heading() {
    return by.equals("day") ? "" : by.toUpperCase(Locale.ROOT);
  }

  private String key(JsonNode row) {
    var key = row.path("key").asString();
    return by.equals("day") ? "" : key.isEmpty() ? "(not known)" : key;
  }

  private static String marks(JsonNode row) {
    return (row.has("invented_usd") ? "*" : "")
        + (row.path("unpriced_tokens").asLong() > 0 ? "?" : "");
  }

  /// Those that have any.
  private void budgets(JsonNode budgets) {
    var limited = new ArrayList<JsonNode>();
    for (var budget : budgets) {
      if (budget.has("day_limit_usd") || budget.has("month_limit_usd")) {
        limited.add(budget);
      }
    }
    if (limited.isEmpty()) {
      return;
    }
    terminal.out().println();
    terminal
        .out()
        .println(BUDGET.formatted("BUDGET OF", "TODAY", "A DAY", "THIS MONTH", "A MONTH"));
    for (var budget : limited) {
      terminal
          .out()
          .println(
              BUDGET.formatted(
                  Harmless.line(budget.path("caller").asString(), LONGEST_NAME),
                  Amounts.cost(budget.path("day_spent_usd")),
                  limit(budget.path("day_limit_usd")),
                  Amounts.cost(budget.path("month_spent_usd")),
                  limit(budget.path("month_limit_usd"))));
    }
  }

  private static String limit(JsonNode usd) {
    return usd.isNumber() ? Amounts.cost(usd) : "any";
  }
}
