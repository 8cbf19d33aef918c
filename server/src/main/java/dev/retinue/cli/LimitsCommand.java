package dev.retinue.cli;

import dev.retinue.cli.text.Harmless;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `retinue limits`: what is allowed, and how much of it is used.
@Command(
    name = "limits",
    description = "Show every limit: how much it allows, how much is used now, and who has set it.",
    footer = {
      "",
      "  retinue limits",
      "  retinue limits --used",
      "  retinue limits --json | jq '.limits[] | select(.used == .bound)'"
    })
final class LimitsCommand implements Callable<Integer>, TalksToDaemon {
  private static final String ROW = "%-36s %-20s %12s %10s  %s";

  private final Terminal terminal;

  @Option(
      names = {"-u", "--used"},
      description = "Show only those of which something is used.")
  private boolean used;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  LimitsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var limits =
        reach
            .require(terminal)
            .limits()
            .path("limits")
            .valueStream()
            .filter(this::isShown)
            .toList();
    if (json.chosen()) {
      json.print(terminal, answer -> limits.forEach(answer.putArray("limits")::add));
      return ExitCode.OK;
    }
    var out = terminal.out();
    out.println(ROW.formatted("LIMIT", "WHOSE", "BOUND", "USED", "SET BY"));
    limits.forEach(limit -> out.println(row(limit)));
    return ExitCode.OK;
  }

  private boolean isShown(JsonNode limit) {
    return !used || limit.path("used").asDouble(0) > 0;
  }

  private static String row(JsonNode limit) {
    return ROW.formatted(
        limit.path("limit").asString(),
        Harmless.line(limit.path("whose").asString(), 40),
        number(limit.path("bound")),
        number(limit.path("used")),
        Harmless.line(limit.path("set_by").asString(), 200));
  }

  private static String number(JsonNode number) {
    if (!number.isNumber()) {
      return "-";
    }
    return number.isIntegralNumber()
        ? String.format(Locale.ROOT, "%d", number.asLong())
        : number.asString();
  }
}
