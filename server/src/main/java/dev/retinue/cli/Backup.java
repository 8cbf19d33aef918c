package dev.retinue.cli;

import dev.retinue.core.audit.Action;
import dev.retinue.store.backup.LiveBackup;
import dev.retinue.store.backup.Manifest;
import dev.retinue.store.files.DataFolder;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `retinue backup`: the store in one file, while the daemon works on.
@Command(
    name = "backup",
    description = "Write all that Retinue has stored into one file, while it works on.",
    footer = {
      "",
      "What was acknowledged before the command began is in the file: runs, events, costs, "
          + "sessions, results, output, and who may call. Secrets are not: of tokens it has hashes, "
          + "and neither the owner's token nor the key. Prompts and results are as they were written, "
          + "so keep the file as private as the data directory. The files of agents and templates, and "
          + "the folders in which runs work, are not in it."
    })
final class Backup implements Callable<Integer> {
  private static final int MOST_NAMED = 20;

  private final Terminal terminal;

  @Parameters(paramLabel = "<file.zip>", description = "The file to write; only you can read it.")
  private Path file = Path.of("");

  @Option(names = "--force", description = "Replace a file that is there already.")
  private boolean force;

  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  Backup(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var clock = InstantSource.system();
    var folder = DataFolder.visit(data.place(), Version.number(), clock);
    try (var progress = new ProgressLine(terminal, "backing up", System::nanoTime)) {
      show(new LiveBackup(folder, Version.number(), clock).write(file, force, progress));
    }
    Visit.note(data.place(), Action.HOUSE_BACKUP);
    return ExitCode.OK;
  }

  private void show(LiveBackup.Report report) {
    var manifest = report.manifest();
    var counts = manifest.counts();
    if (json.chosen()) {
      json.print(
          terminal,
          answer -> {
            answer.put("file", report.file().toString()).put("bytes", report.bytes());
            Restore.describe(manifest, answer);
          });
      return;
    }
    terminal
        .out()
        .println(
            "Backed up %d runs, %d events and %d blobs to %s (%s)."
                .formatted(
                    counts.records().runs(),
                    counts.records().events(),
                    counts.blobs(),
                    report.file(),
                    ProgressLine.size(report.bytes())));
    warn(manifest, terminal);
  }

  /// Says what is not in a backup.
  static void warn(Manifest manifest, Terminal terminal) {
    var missing = manifest.missing();
    missing.stream()
        .limit(MOST_NAMED)
        .forEach(it -> terminal.err().println("Not in it: %s (%s)".formatted(it.file(), it.why())));
    if (missing.size() > MOST_NAMED) {
      terminal
          .err()
          .println("Not in it: %d more, see its manifest".formatted(missing.size() - MOST_NAMED));
    }
  }
}
