package dev.retinue.cli;

import dev.retinue.cli.daemon.SessionApi;
import dev.retinue.cli.text.Amounts;
import dev.retinue.cli.text.Harmless;
import dev.retinue.cli.text.SessionTable;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `retinue sessions show`: what is known of a conversation, and what was said in it.
@Command(
    name = "show",
    description = "Show what is known of a conversation, and what was said last.")
final class SessionsShow implements Callable<Integer>, TalksToDaemon {
  private static final int LINE = 200;
  private static final int MOST = 100_000;

  private final Terminal terminal;

  @Parameters(paramLabel = "<id>", description = "Which one; the beginning of its id is enough.")
  private String named = "";

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "<number>",
      defaultValue = "50",
      description = "How many messages at most, the last: ${DEFAULT-VALUE}; 0 for all.")
  private int limit = 50;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  SessionsShow(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Numbers.requireBetween("--limit", limit, 0, MOST);
    var sessions = new SessionApi(reach.require(terminal));
    var session = sessions.require(SessionsCommand.require(sessions, named));
    var said = sessions.messages(session.path("id").asString(""), limit);
    if (json.chosen()) {
      json.print(
          terminal,
          answer -> {
            answer.setAll(session.deepCopy().asObject());
            answer.set("messages", said);
          });
      return ExitCode.OK;
    }
    describe(session);
    var style = Reach.style(terminal);
    for (var message : said) {
      SessionTable.message(message, style).ifPresent(terminal.out()::println);
    }
    return ExitCode.OK;
  }

  private void describe(JsonNode session) {
    line("session", session.path("id"));
    line("name", session.path("title"));
    line("agent", session.path("agent"));
    line("status", session.path("status"));
    line("folder", session.path("working_dir"));
    line("model", session.path("model"));
    line("forked from", session.path("forked_from"));
    line("last used", session.path("last_used_at"));
    terminal.out().println("%-12s %s".formatted("cost", Amounts.cost(session.path("cost"))));
    terminal.out().println();
  }

  private void line(String what, JsonNode value) {
    if (value.isString()) {
      terminal.out().println("%-12s %s".formatted(what, Harmless.line(value.asString(), LINE)));
    }
  }
}
