package dev.retinue.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/// `retinue import`: takes in what was exported.
@Command(
    name = "import",
    description = "Take in runs and sessions that were exported, as history that belongs to you.",
    footer = {
      "",
      "Nothing of it is carried out. Ids stay where they are free. What is damaged is refused, all of it."
    })
final class ImportCommand implements Callable<Integer>, TalksToDaemon {
  private final Terminal terminal;

  @Parameters(paramLabel = "<file.zip>", description = "What 'retinue export' wrote.")
  private Path file = Path.of("");

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  ImportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (!Files.isRegularFile(file)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "There is no file %s to import.".formatted(file));
    }
    var answer = reach.require(terminal).take(file);
    if (json.chosen() && answer instanceof ObjectNode whole) {
      json.print(terminal, it -> it.setAll(whole));
      return ExitCode.OK;
    }
    terminal
        .out()
        .println(
            "Imported %d runs and %d sessions%s."
                .formatted(
                    answer.path("runs").size(),
                    answer.path("sessions").size(),
                    answer.path("renamed").isEmpty()
                        ? ""
                        : "; %d of them have new ids".formatted(answer.path("renamed").size())));
    answer.path("runs").forEach(it -> terminal.out().println(it.asString("")));
    answer.path("sessions").forEach(it -> terminal.out().println(it.asString("")));
    return ExitCode.OK;
  }
}
