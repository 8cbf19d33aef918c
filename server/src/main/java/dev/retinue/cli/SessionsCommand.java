package dev.retinue.cli;

import dev.retinue.cli.daemon.SessionApi;
import dev.retinue.cli.daemon.SessionIds;
import dev.retinue.cli.text.SessionTable;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `retinue sessions`: the conversations, wherever they were begun.
@Command(
    name = "sessions",
    description = "Show conversations, and close, fork or rename one.",
    synopsisSubcommandLabel = "[<command>]",
    footer = {
      "",
      "Without a command it lists them. They are the same that 'retinue chat', MCP clients and REST speak in. The "
          + "beginning of an id is enough, or the name.",
      "",
      "  retinue sessions list --all",
      "  retinue sessions show 1a2b3c4d",
      "  retinue sessions fork 1a2b3c4d --name \"another try\""
    })
final class SessionsCommand implements Callable<Integer>, TalksToDaemon {
  private static final int USUAL = 100;
  private static final int MOST = 1_000;

  private final Terminal terminal;
  @Mixin private Listing listing = new Listing();

  /// How they are listed, with the word 'list' and without.
  static final class Listing {
    @Option(
        names = {"-a", "--all"},
        description = "Those that are closed, too.")
    private boolean all;

    @Option(
        names = {"-n", "--limit"},
        paramLabel = "<number>",
        defaultValue = "" + USUAL,
        description = "How many at most, the last used: ${DEFAULT-VALUE}.")
    private int limit = USUAL;

    @Mixin private Reach reach = new Reach();
    @Mixin private JsonOption json = new JsonOption();

    int show(Terminal terminal) throws InterruptedException {
      Numbers.requireBetween("--limit", limit, 1, MOST);
      if (reach.isNew()) {
        Reach.tell(terminal, "there are no sessions yet. 'retinue chat' begins one.");
        return ExitCode.OK;
      }
      var found = new SessionApi(reach.require(terminal)).list(all, limit);
      if (json.chosen()) {
        json.print(terminal, answer -> answer.set("sessions", found));
      } else if (found.isEmpty()) {
        Reach.tell(terminal, "there are no sessions. 'retinue chat' begins one.");
      } else {
        var style = Reach.style(terminal);
        new SessionTable(style).lines(found, "").forEach(terminal.out()::println);
      }
      return ExitCode.OK;
    }
  }

  @Command(name = "list", description = "List conversations, the one first that was used last.")
  private static final class ListThem implements Callable<Integer>, TalksToDaemon {
    private final Terminal terminal;
    @Mixin private Listing listing = new Listing();

    ListThem(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
      return listing.show(terminal);
    }
  }

  SessionsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  static CommandLine commands(Terminal terminal) {
    return new CommandLine(new SessionsCommand(terminal))
        .addSubcommand(new ListThem(terminal))
        .addSubcommand(new SessionsShow(terminal))
        .addSubcommand(new SessionsClose(terminal))
        .addSubcommand(new SessionsFork(terminal))
        .addSubcommand(new SessionsRename(terminal));
  }

  static String require(SessionApi sessions, String named) throws InterruptedException {
    return new SessionIds(sessions).require(named);
  }

  @Override
  public Integer call() throws InterruptedException {
    return listing.show(terminal);
  }
}
