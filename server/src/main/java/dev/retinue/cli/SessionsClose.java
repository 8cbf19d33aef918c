package dev.retinue.cli;

import dev.retinue.cli.daemon.SessionApi;
import dev.retinue.cli.text.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `retinue sessions close`: nothing more is said in them.
@Command(name = "close", description = "Close conversations; who speaks in them is stopped.")
final class SessionsClose implements Callable<Integer>, TalksToDaemon {
  private final Terminal terminal;

  @Parameters(
      paramLabel = "<id>",
      arity = "1..*",
      description = "Which ones; the beginnings of their ids are enough.")
  private List<String> named = new ArrayList<>();

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  SessionsClose(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var sessions = new SessionApi(reach.require(terminal));
    var ids = new ArrayList<String>();
    for (var name : named) {
      ids.add(SessionsCommand.require(sessions, name));
    }
    for (var id : ids) {
      var closed = sessions.close(id);
      terminal
          .out()
          .println(json.chosen() ? closed.toString() : Amounts.shortSession(id) + " is closed.");
    }
    return ExitCode.OK;
  }
}
