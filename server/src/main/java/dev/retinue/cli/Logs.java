package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Follower;
import dev.retinue.cli.daemon.RunIds;
import dev.retinue.cli.text.EventText;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `retinue logs`: what happened in a run.
@Command(
    name = "logs",
    description = "Show what a run said and did.",
    footer = {
      "",
      "With -f it goes on until the run has ended, through restarts of the daemon: nothing is "
          + "missed, nothing comes twice. With --json each event is one line.",
      "",
      "  retinue logs -f agent-1a2b",
      "  retinue logs --after 120 --json agent-1a2b"
    })
final class Logs implements Callable<Integer>, TalksToDaemon {
  private static final int PAGE = 500;

  private final Terminal terminal;

  @Parameters(paramLabel = "<id>", description = "The run; the beginning of its id is enough.")
  private String named = "";

  @Option(
      names = {"-f", "--follow"},
      description = "Go on until it has ended.")
  private boolean follow;

  @Option(
      names = "--after",
      paramLabel = "<number>",
      defaultValue = "0",
      description = "Only events after the one with this number ('seq' in the JSON).")
  private long after;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  Logs(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Numbers.requireBetween("--after", after, 0, Long.MAX_VALUE);
    var api = reach.require(terminal);
    var id = new RunIds(api).require(named);
    var text = new EventText(Reach.style(terminal), ZoneId.systemDefault());
    if (follow) {
      new Follower(reach.daemons(), api, sentence -> Reach.tell(terminal, sentence))
          .follow(id, after, event -> show(event, text));
    } else {
      showAll(api, id, text);
    }
    return ExitCode.OK;
  }

  private void showAll(Api api, String id, EventText text) throws InterruptedException {
    long cursor = after;
    while (true) {
      var page = api.events(id, cursor, PAGE).path("events");
      for (var event : page) {
        cursor = event.path("seq").asLong();
        show(event, text);
      }
      if (page.size() < PAGE) {
        return;
      }
    }
  }

  private void show(JsonNode event, EventText text) {
    if (json.chosen()) {
      terminal.out().println(event.toString());
    } else {
      text.timed(event).ifPresent(terminal.out()::println);
    }
    if (follow) {
      terminal.requireReader();
    }
  }
}
