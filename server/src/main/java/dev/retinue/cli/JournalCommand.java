package dev.retinue.cli;

import dev.retinue.cli.text.Harmless;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `retinue journal`: what agents did in a project.
@Command(
    name = "journal",
    description = "Show what agents were given and answered in a project.",
    footer = {
      "",
      "It is Markdown: IAC.md, or with --context CONTEXT.md.",
      "",
      "  retinue journal",
      "  retinue journal --context ~/projects/shop"
    })
final class JournalCommand implements Callable<Integer>, TalksToDaemon {
  private final Terminal terminal;

  @Parameters(
      paramLabel = "<folder>",
      arity = "0..1",
      description = "The project. Default: the folder in which you are.")
  private @Nullable Path folder;

  @Option(names = "--context", description = "Show who is at work, and the last runs.")
  private boolean context;

  @Option(names = "--all", description = "Show all of your runs, in whichever folder.")
  private boolean all;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  JournalCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (all && folder != null) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "journal takes a folder, or --all, and not both.");
    }
    var project = all ? null : real(folder == null ? Path.of("") : folder);
    var text = reach.require(terminal).journal(project, context ? "context" : "log");
    if (json.chosen()) {
      json.print(terminal, answer -> answer.put("text", text));
    } else {
      terminal.out().print(Harmless.text(text));
    }
    return ExitCode.OK;
  }

  private static String real(Path folder) {
    try {
      return folder.toRealPath().toString();
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "there is no folder '%s'.".formatted(folder), e);
    }
  }
}
