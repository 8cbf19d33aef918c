package dev.retinue.cli;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `retinue console`: a link that signs one in to the console.
@Command(
    name = "console",
    description = "Print a link that signs you in to the console in a browser, once.",
    footer = {
      "",
      "With the token of somebody else in RETINUE_TOKEN it signs in as that caller. The link is a"
          + " secret until it is used: do not pass it on."
    })
final class ConsoleCommand implements Callable<Integer>, TalksToDaemon {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");

  private final Terminal terminal;

  @Option(names = "--open", description = "Open it in your browser, too.")
  private boolean open;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  ConsoleCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var link = reach.require(terminal).signInLink();
    var url = link.path("url").asString();
    var expires = link.path("expires_at").asString();
    if (json.chosen()) {
      json.print(terminal, answer -> answer.put("url", url).put("expires_at", expires));
    } else {
      terminal.out().println(url);
      var until = TIME.format(Instant.parse(expires).atZone(ZoneId.systemDefault()));
      Reach.tell(terminal, "the link is good once, until %s.".formatted(until));
    }
    terminal.flush();
    if (open) {
      new Browser(reach.daemons().data(), System.getenv()).open(url);
    }
    return ExitCode.OK;
  }
}
