package dev.retinue.cli;

import dev.retinue.cli.chat.AsJson;
import dev.retinue.cli.chat.Current;
import dev.retinue.cli.chat.Desk;
import dev.retinue.cli.chat.ForPerson;
import dev.retinue.cli.chat.ForPipe;
import dev.retinue.cli.chat.Greeting;
import dev.retinue.cli.chat.Showing;
import dev.retinue.cli.chat.Talk;
import dev.retinue.cli.daemon.SessionApi;
import dev.retinue.cli.daemon.SessionIds;
import dev.retinue.cli.text.Amounts;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// `retinue chat`: a conversation with an agent, at a terminal or in a pipe.
@Command(
    name = "chat",
    description = "Speak with an agent, at a terminal or in a pipe.",
    footer = {
      "",
      "The conversation belongs to the daemon: it can be gone on with from here, over MCP and over REST. At a "
          + "terminal /help says which commands there are; Ctrl-C interrupts the agent, a second one leaves. In a pipe "
          + "each line is a message, and only answers are printed; it ends with the first message that is not "
          + "answered, with 1 if that failed, 3 if it was stopped, 5 if its time was over.",
      "",
      "  retinue chat",
      "  retinue chat reviewer --name \"the parser\"",
      "  retinue chat --continue",
      "  git diff | retinue chat reviewer --whole"
    })
final class Chat implements Callable<Integer>, TalksToDaemon {
  private final Terminal terminal;

  @Parameters(
      arity = "0..1",
      paramLabel = "<agent>",
      description = "With whom. Default: the configured one.")
  private @Nullable String agent;

  @ArgGroup private Former former = new Former();

  @Option(names = "--name", paramLabel = "<text>", description = "How the conversation is called.")
  private @Nullable String name;

  @Option(
      names = "--model",
      paramLabel = "<name>",
      description = "Another model than the agent's own.")
  private @Nullable String model;

  @Option(
      names = "--dir",
      paramLabel = "<folder>",
      description = "Where it works; one of the folders that the daemon allows.")
  private @Nullable Path directory;

  @Option(
      names = "--max-cost-usd",
      paramLabel = "<dollars>",
      description = "What all answers together may cost.")
  private @Nullable BigDecimal maxCostUsd;

  @Option(
      names = "--whole",
      description = "Take all of standard input as one message, rather than each line.")
  private boolean whole;

  @Mixin private Reach reach = new Reach();

  @Option(names = "--json", description = "Print each event as one line of JSON, for programs.")
  private boolean json;

  /// One excludes the other.
  private static final class Former {
    @Option(
        names = "--session",
        paramLabel = "<id>",
        description = "Go on with this one; the beginning of its id is enough, or its name.")
    private @Nullable String session;

    @Option(
        names = {"-c", "--continue"},
        description = "Go on with the one that was used last.")
    private boolean newest;

    boolean isNamed() {
      return session != null || newest;
    }
  }

  Chat(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Numbers.requireNotNegative("--max-cost-usd", maxCostUsd);
    requireNoTermsOfAnother();
    Terminal.letLinesBeEdited();
    boolean watched = terminal.isWatched() && !json && !whole;
    var api = reach.require(terminal);
    // Until the end: what works with our keys needs them again if the daemon starts anew.
    try (var seat = new SeatedHere(reach.daemons(), api)) {
      var showing = showing(watched);
      var desk = new ChatDesk(reach.daemons(), seat, showing::tell);
      return talk(desk, showing, watched);
    }
  }

  private void requireNoTermsOfAnother() {
    boolean terms =
        agent != null || name != null || model != null || directory != null || maxCostUsd != null;
    if (former.isNamed() && terms) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "a conversation that was begun keeps its agent, name, model, folder and budget; leave them out. "
              + "/transfer lets another agent answer, 'retinue sessions rename' gives it another name.");
    }
  }

  private Showing showing(boolean watched) {
    if (json) {
      return new AsJson(terminal.out(), terminal.err(), Called::in);
    }
    return watched
        ? new ForPerson(terminal.out(), Reach.style(terminal), Called::in)
        : new ForPipe(terminal.out(), terminal.err(), Called::in);
  }

  private int talk(Desk desk, Showing showing, boolean watched) throws InterruptedException {
    var current =
        former.isNamed()
            ? Current.found(desk, opening(), former(desk))
            : Current.begun(desk, opening());
    if (current.shown().path("status").asString("").equals("closed")) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "session %s is closed; 'retinue sessions fork %1$s' makes one that goes on with it."
              .formatted(Amounts.shortSession(current.id())));
    }
    var lines = watched ? new TypedLines(terminal) : new PipedLines(terminal.in(), whole);
    var talk = new Talk(desk, current, lines, showing, Reach.style(terminal), watched);
    talk.onTurn(() -> Interrupts.handle(() -> interrupt(talk, current)));
    if (watched) {
      new Greeting(desk, showing, Reach.style(terminal)).say(current, !former.isNamed());
      var busy = current.shown().path("run_id").asString("");
      if (!busy.isEmpty()) {
        talk.follow(busy);
      }
    }
    var wrong = talk.converse();
    if (current.leave() && watched) {
      showing.tell(goOn(current));
    }
    return wrong.map(Endings::exitCode).orElse(ExitCode.OK);
  }

  private String former(Desk desk) throws InterruptedException {
    var ids = new SessionIds(new SessionApi(desk.api()));
    return former.session == null ? ids.newest() : ids.require(former.session);
  }

  private void interrupt(Talk talk, Current current) {
    if (talk.interrupt()) {
      Reach.tell(terminal, goOn(current));
      terminal.flush();
      Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }
  }

  private static String goOn(Current current) {
    return "to go on: retinue chat --session " + Amounts.shortSession(current.id());
  }

  private ObjectNode opening() {
    var opening = JsonMapper.shared().createObjectNode();
    if (agent != null) {
      opening.put("agent", agent);
    }
    if (name != null) {
      opening.put("title", name);
    }
    if (model != null) {
      opening.put("model", model);
    }
    if (directory != null) {
      opening.put("working_dir", directory.toAbsolutePath().normalize().toString());
    }
    if (maxCostUsd != null) {
      opening.putObject("budget").put("max_cost_usd", maxCostUsd);
    }
    return opening;
  }
}
