package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.text.LiveBlock;
import dev.retinue.cli.text.RunTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `retinue ps`: who is at work.
@Command(
    name = "ps",
    description = "Show the runs that are at work or wait, each below the one that started it.",
    footer = {
      "",
      "  retinue ps -a",
      "  retinue ps --watch",
      "  retinue ps --json | jq '.agents[].id'"
    })
final class Ps implements Callable<Integer>, TalksToDaemon {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
  static final int WIDTH = 120;

  private final Terminal terminal;

  @Option(
      names = {"-a", "--all"},
      description = "Show those that have ended, too.")
  private boolean all;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "<number>",
      defaultValue = "100",
      description = "How many at most, the newest. Default: ${DEFAULT-VALUE}.")
  private int limit = 100;

  @Option(
      names = {"-w", "--watch"},
      description = "Show it again every second, until Ctrl-C.")
  private boolean watch;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  Ps(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Numbers.requireBetween("--limit", limit, 1, 1000);
    if (reach.isNew() && !watch) {
      show(List.of());
      return ExitCode.OK;
    }
    var api = reach.require(terminal);
    if (watch && terminal.isWatched()) {
      watch(api);
    }
    do {
      show(runs(api));
      if (watch) {
        terminal.requireReader();
        Thread.sleep(BETWEEN_LOOKS);
      }
    } while (watch);
    return ExitCode.OK;
  }

  private void watch(Api api) throws InterruptedException {
    try (var block = new LiveBlock(terminal.out())) {
      while (true) {
        block.draw(table(runs(api)));
        Thread.sleep(BETWEEN_LOOKS);
      }
    }
  }

  private List<JsonNode> runs(Api api) throws InterruptedException {
    var runs = new ArrayList<JsonNode>();
    api.runs((all ? "" : "status=running,ready&") + "limit=" + limit)
        .path("agents")
        .forEach(runs::add);
    return runs;
  }

  private void show(List<JsonNode> runs) {
    if (json.chosen()) {
      json.print(terminal, answer -> runs.forEach(answer.putArray("agents")::add));
    } else if (runs.isEmpty()) {
      terminal
          .out()
          .println(
              Called.in(
                  all
                      ? "There are no runs yet. 'retinue run <contract>' starts one, 'retinue demo' shows some."
                      : "Nothing is at work. 'retinue ps -a' shows what has ended."));
    } else if (terminal.isWatched()) {
      try (var block = new LiveBlock(terminal.out())) {
        block.draw(table(runs));
      }
    } else {
      table(runs).forEach(terminal.out()::println);
    }
  }

  private List<String> table(List<JsonNode> runs) {
    return new RunTable(Reach.style(terminal), WIDTH).lines(runs, Instant.now());
  }
}
