package dev.retinue.cli;

import dev.retinue.cli.daemon.RunIds;
import dev.retinue.cli.daemon.SessionApi;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `retinue export`: runs and sessions in one file.
@Command(
    name = "export",
    description = "Write runs, with all below and above them, and sessions into one file.",
    footer = {
      "",
      "Prompts, events, results and output are in it as they were written; keep it as private as they are. "
          + "'retinue import' takes it in elsewhere.",
      "",
      "  retinue export 4dk2p tea.zip",
      "  retinue export --session 1a2b3c4d talk.zip"
    })
final class ExportCommand implements Callable<Integer>, TalksToDaemon {
  private final Terminal terminal;

  @Parameters(
      paramLabel = "<id>… <file.zip>",
      arity = "1..*",
      description =
          "Runs, the beginnings of their ids are enough; and at last the file to write, which only you can read.")
  private List<String> words = List.of();

  @Option(
      names = "--session",
      paramLabel = "<id>",
      description = "A session with all that was said in it; may be repeated.")
  private List<String> sessions = List.of();

  @Option(names = "--force", description = "Replace a file that is there already.")
  private boolean force;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  ExportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var file = Path.of(words.getLast());
    if (!words.getLast().toLowerCase(Locale.ROOT).endsWith(".zip") || Files.isDirectory(file)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "the last word is the file to write, such as tea.zip; '%s' is none."
              .formatted(words.getLast()));
    }
    if (Files.exists(file) && !force) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "There is a file %s already; choose another name, or replace it with --force."
              .formatted(file));
    }
    var api = reach.require(terminal);
    var runs = new ArrayList<String>();
    for (var word : words.subList(0, words.size() - 1)) {
      runs.add(new RunIds(api).require(word));
    }
    var talks = new ArrayList<String>();
    for (var word : sessions) {
      talks.add(SessionsCommand.require(new SessionApi(api), word));
    }
    if (runs.isEmpty() && talks.isEmpty()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Nothing is named to export; name runs before the file, or --session <id>.");
    }
    long bytes = api.export(runs, talks, file);
    if (json.chosen()) {
      json.print(terminal, answer -> answer.put("file", file.toString()).put("bytes", bytes));
    } else {
      terminal.out().println("Exported to %s (%s).".formatted(file, ProgressLine.size(bytes)));
    }
    return ExitCode.OK;
  }
}
