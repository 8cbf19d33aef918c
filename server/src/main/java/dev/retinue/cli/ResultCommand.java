package dev.retinue.cli;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Follower;
import dev.retinue.cli.daemon.RunIds;
import dev.retinue.cli.text.Amounts;
import dev.retinue.cli.text.EventText;
import dev.retinue.cli.text.Harmless;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `retinue result`: what a run delivered.
@Command(
    name = "result",
    description = "Print what a run delivered; wait for it if it is still at work.",
    footer = {
      "",
      "That is its payload if it has one, else what it said at the end. Ends as the run did: with 0 if it completed, 1 if it failed, 3 if it was stopped.",
      "",
      "  id=$(retinue run -d \"count the cups\") && retinue result $id > cups.txt"
    })
final class ResultCommand implements Callable<Integer>, TalksToDaemon {
  private static final int LONGEST = 64 << 20;
  private static final Set<String> ENDED = Set.of("completed", "failed", "stopped");

  private final Terminal terminal;

  @Parameters(paramLabel = "<id>", description = "The run; the beginning of its id is enough.")
  private String named = "";

  @Option(names = "--no-wait", description = "Say that it is still at work instead of waiting.")
  private boolean noWait;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  ResultCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var api = reach.require(terminal);
    var id = new RunIds(api).require(named);
    var run = ended(api, api.run(id), id);
    var payload = run.path("payload_size").isNumber() ? api.payload(id, LONGEST) : null;
    if (json.chosen()) {
      var answer = (ObjectNode) run.deepCopy();
      if (payload != null) {
        answer.put("payload", payload);
      }
      terminal.out().println(answer);
    } else {
      var said = payload == null ? run.path("summary").asString("") : payload;
      print(said);
      if (said.isEmpty()) {
        Reach.tell(terminal, Endings.sentence(run, Reach.style(terminal), Instant.now()));
      } else if (!run.path("state").asString("").equals("completed")) {
        var why = EventText.once(run.path("error").asString("it did not complete"));
        Reach.tell(terminal, Harmless.text(why));
      }
    }
    return Endings.exitCode(run);
  }

  private JsonNode ended(Api api, JsonNode run, String id) throws InterruptedException {
    if (ENDED.contains(run.path("state").asString(""))) {
      return run;
    }
    var name = Amounts.shortId(id);
    if (noWait) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "%s is still at work; 'retinue result %s' waits for it.".formatted(name, name));
    }
    Reach.tell(terminal, "%s is still at work; Ctrl-C leaves it so.".formatted(name));
    var follower = new Follower(reach.daemons(), api, it -> Reach.tell(terminal, it));
    follower.follow(id, 0, _ -> {});
    return follower.api().run(id);
  }

  /// At a terminal what an agent wrote cannot change it; a program gets every letter.
  private void print(String text) {
    var shown = terminal.isWatched() ? Harmless.text(text) : text;
    terminal.out().print(shown);
    if (!shown.isEmpty() && !shown.endsWith("\n")) {
      terminal.out().println();
    }
  }
}
