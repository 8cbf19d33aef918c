package dev.retinue.cli;

import dev.retinue.cli.text.Harmless;
import dev.retinue.core.template.Shelf;
import dev.retinue.core.template.Template;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ObjectNode;

/// `retinue templates`: which templates there are, and where each comes from.
@Command(
    name = "templates",
    description = "Show the templates: pieces of work that are tools and prompts.",
    synopsisSubcommandLabel = "[<command>]",
    footer = {
      "",
      "Your own are Markdown files in the folder 'templates' of the data directory, and in the folders of the setting "
          + "'templates'. One that is called like a bundled one takes its place.",
      "",
      "  retinue templates",
      "  retinue templates show review_code > review_sql.md",
      "  retinue templates check review_sql.md"
    })
final class TemplatesCommand implements Callable<Integer> {
  private static final int NARROWEST = 16;
  private static final int LINE = 200;

  private final Terminal terminal;

  @Mixin private ConfigOption config = new ConfigOption();
  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  TemplatesCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  static CommandLine commands(Terminal terminal) {
    return new CommandLine(new TemplatesCommand(terminal))
        .addSubcommand(new TemplatesShow(terminal))
        .addSubcommand(new TemplatesCheck(terminal));
  }

  @Override
  public Integer call() {
    var shelf = shelf(config, data);
    if (json.chosen()) {
      json.print(terminal, answer -> describe(shelf, answer));
      return ExitCode.OK;
    }
    shelf.troubles().forEach(it -> terminal.err().println("retinue: " + Harmless.text(it)));
    int width =
        shelf.templates().stream().mapToInt(it -> it.name().length()).reduce(NARROWEST, Math::max);
    for (var template : shelf.templates()) {
      var name = template.name() + " ".repeat(width - template.name().length());
      terminal.out().println(name + "  " + Harmless.line(template.description(), LINE));
      terminal.out().println(" ".repeat(width) + "  from: " + place(template));
    }
    return ExitCode.OK;
  }

  /// The templates as a daemon of this data directory and configuration has them.
  static Shelf shelf(ConfigOption config, DataOption data) {
    var settings = config.read(List.of(), System.getenv()).settings();
    return TemplateShelf.of(data.place(), settings.templates()).current();
  }

  private static String place(Template template) {
    return Harmless.line(template.source().place(), LINE);
  }

  private static void describe(Shelf shelf, ObjectNode answer) {
    var templates = answer.putArray("templates");
    for (var template : shelf.templates()) {
      var entry =
          templates
              .addObject()
              .put("name", template.name())
              .put("prompt", template.promptName())
              .put("title", template.title())
              .put("description", template.description())
              .put("read_only", template.terms().readOnly())
              .put("from", template.source().place());
      var arguments = entry.putArray("arguments");
      template.arguments().forEach(it -> arguments.add(it.name()));
    }
    var troubles = answer.putArray("troubles");
    shelf.troubles().forEach(troubles::add);
  }
}
