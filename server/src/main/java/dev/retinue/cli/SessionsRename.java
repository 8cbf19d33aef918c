package dev.retinue.cli;

import dev.retinue.cli.daemon.SessionApi;
import dev.retinue.cli.text.Amounts;
import dev.retinue.cli.text.Harmless;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `retinue sessions rename`: gives a conversation another name.
@Command(name = "rename", description = "Give a conversation another name.")
final class SessionsRename implements Callable<Integer>, TalksToDaemon {
  private static final int LINE = 200;

  private final Terminal terminal;

  @Parameters(
      index = "0",
      paramLabel = "<id>",
      description = "Which one; the beginning of its id is enough.")
  private String named = "";

  @Parameters(index = "1", paramLabel = "<name>", description = "How it is called from now on.")
  private String name = "";

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  SessionsRename(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var sessions = new SessionApi(reach.require(terminal));
    var renamed = sessions.rename(SessionsCommand.require(sessions, named), name);
    terminal
        .out()
        .println(
            json.chosen()
                ? renamed.toString()
                : "%s is called %s."
                    .formatted(
                        Amounts.shortSession(renamed.path("id").asString("")),
                        Harmless.line(name, LINE)));
    return ExitCode.OK;
  }
}
