package dev.retinue.cli;

import dev.retinue.cli.text.Harmless;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import dev.retinue.core.template.Shelf;
import dev.retinue.core.template.Template;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `retinue templates show`: the file of one, to read or to begin another with.
@Command(name = "show", description = "Print the file of a template.")
final class TemplatesShow implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "<name>", description = "Its name.")
  private String name = "";

  @Mixin private ConfigOption config = new ConfigOption();
  @Mixin private DataOption data = new DataOption();

  TemplatesShow(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var template = require(TemplatesCommand.shelf(config, data));
    terminal.out().print(Harmless.text(template.source().text()));
    return ExitCode.OK;
  }

  /// By its name, or by that of its prompt.
  private Template require(Shelf shelf) {
    var names = shelf.templates().stream().map(Template::name).toList();
    return shelf
        .find(name.replace('-', '_'))
        .orElseThrow(
            () ->
                new RetinueException(
                    ErrorCode.NOT_FOUND,
                    "there is no template '%s'; there are %s.%s"
                        .formatted(
                            Excerpt.of(name),
                            String.join(", ", names),
                            Nearest.to(name, names)
                                .map(" Did you mean '%s'?"::formatted)
                                .orElse(""))));
  }
}
