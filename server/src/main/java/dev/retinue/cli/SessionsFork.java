package dev.retinue.cli;

import dev.retinue.cli.daemon.SessionApi;
import dev.retinue.cli.text.Amounts;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `retinue sessions fork`: another conversation that goes on with what was said in one.
@Command(name = "fork", description = "Make a conversation that goes on with what was said in one.")
final class SessionsFork implements Callable<Integer>, TalksToDaemon {
  private final Terminal terminal;

  @Parameters(paramLabel = "<id>", description = "Which one; the beginning of its id is enough.")
  private String named = "";

  @Option(names = "--name", paramLabel = "<text>", description = "How the new one is called.")
  private @Nullable String name;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  SessionsFork(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var sessions = new SessionApi(reach.require(terminal));
    var fork = sessions.fork(SessionsCommand.require(sessions, named), name);
    if (json.chosen()) {
      terminal.out().println(fork.toString());
    } else {
      var id = fork.path("id").asString("");
      terminal.out().println(id);
      Reach.tell(terminal, "to speak in it: retinue chat --session " + Amounts.shortSession(id));
    }
    return ExitCode.OK;
  }
}
