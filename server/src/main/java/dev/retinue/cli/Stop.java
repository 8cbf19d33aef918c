package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.RunIds;
import dev.retinue.cli.text.Amounts;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `retinue stop`: ends runs.
@Command(
    name = "stop",
    description = "Stop runs, and everything that they started.",
    footer = {
      "",
      "A run that has ended already stays as it is, and that is no mistake.",
      "",
      "  retinue stop agent-1a2b",
      "  retinue stop --all"
    })
final class Stop implements Callable<Integer>, TalksToDaemon {
  private static final int MOST_ROUNDS = 100;

  private final Terminal terminal;

  @Parameters(
      paramLabel = "<id>",
      arity = "0..*",
      description = "The runs; the beginnings of their ids are enough.")
  private List<String> named = new ArrayList<>();

  @Option(names = "--all", description = "Stop all that are at work, wait, or are ready.")
  private boolean all;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  Stop(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (all == !named.isEmpty()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "stop takes the ids of runs, or --all, and not both.");
    }
    var api = reach.require(terminal);
    var stopped = new ArrayList<JsonNode>();
    if (all) {
      stopAll(api, stopped);
    } else {
      var ids = new ArrayList<String>();
      for (var name : named) {
        ids.add(new RunIds(api).require(name));
      }
      for (var id : ids) {
        stopped.add(api.stop(id));
      }
    }
    show(stopped);
    return ExitCode.OK;
  }

  /// Page by page, until nothing is left: what was stopped is no longer in the list.
  private static void stopAll(Api api, List<JsonNode> stopped) throws InterruptedException {
    for (int round = 0; round < MOST_ROUNDS; round++) {
      var open = api.runs("status=running,ready&limit=1000").path("agents");
      if (open.isEmpty()) {
        return;
      }
      for (var run : open) {
        stopped.add(api.stop(run.path("id").asString("")));
      }
    }
  }

  private void show(List<JsonNode> stopped) {
    if (json.chosen()) {
      json.print(terminal, answer -> stopped.forEach(answer.putArray("agents")::add));
      return;
    }
    for (var run : stopped) {
      terminal
          .out()
          .println(
              "%s is %s."
                  .formatted(
                      Amounts.shortId(run.path("id").asString("")),
                      run.path("state").asString("stopped")));
    }
    if (stopped.isEmpty()) {
      terminal.out().println("Nothing was at work.");
    }
  }
}
