package dev.retinue.cli;

import dev.retinue.core.audit.Action;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `retinue audit export`: the whole trail as lines of JSON.
@Command(
    name = "export",
    description = "Write the whole audit trail into a file, a line of JSON for each entry.",
    footer = {
      "",
      "The first line says how many follow and with which hash they end, so that 'retinue audit verify <file>' notices "
          + "what was removed from its end."
    })
final class AuditExport implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "<file>", description = "The file to write; only you can read it.")
  private Path file = Path.of("");

  @Option(names = "--force", description = "Replace a file that is there already.")
  private boolean force;

  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  AuditExport(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var written = AuditExportFile.write(new AuditArchive(data.place()), file, force);
    Visit.note(data.place(), Action.AUDIT_EXPORT);
    if (json.chosen()) {
      json.print(
          terminal,
          answer ->
              answer
                  .put("file", file.toString())
                  .put("entries", written.entries())
                  .put("last", written.last())
                  .put("hash", written.hash()));
    } else {
      terminal
          .out()
          .println(
              "Exported %d entries to %s; the last is %d, its hash %s."
                  .formatted(written.entries(), file, written.last(), written.hash()));
    }
    return ExitCode.OK;
  }
}
