package dev.retinue.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `retinue templates check`: whether a file is a template.
@Command(name = "check", description = "Say what is wrong with the file of a template.")
final class TemplatesCheck implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "<file>", description = "The file.")
  private Path file = Path.of("");

  TemplatesCheck(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    // It need not be in any folder of templates yet.
    var template = TemplateShelf.of(Path.of(""), List.of()).require(file);
    terminal
        .out()
        .println(
            "%s is right: the tool %s and the prompt %s."
                .formatted(file, template.name(), template.promptName()));
    return ExitCode.OK;
  }
}
