package dev.retinue.cli;

import dev.retinue.store.backup.Manifest;
import dev.retinue.store.backup.Restoration;
import dev.retinue.store.files.DataDirectory;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/// `retinue restore`: puts a backup back, all of it or nothing.
@Command(
    name = "restore",
    description = "Put a backup in the data directory: all of it, or nothing.",
    footer = {
      "",
      "The daemon must not run. Everything is checked before anything is put in place. The next "
          + "start leads every run that was at work to a truthful state: resumed, or interrupted. The "
          + "owner's token is the one in the folder, or a new one."
    })
final class Restore implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "<file.zip>", description = "What 'retinue backup' wrote.")
  private Path file = Path.of("");

  @Option(
      names = "--force",
      description = "Move a store that is there aside, into a folder beside it; never delete it.")
  private boolean force;

  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  Restore(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var clock = InstantSource.system();
    try (var restoration = new Restoration(file, clock);
        var directory = DataDirectory.open(data.place(), Version.number(), clock);
        var progress = new ProgressLine(terminal, "restoring", System::nanoTime)) {
      var aside = restoration.into(directory, force, progress);
      show(restoration.manifest(), directory.folder(), aside);
    }
    return ExitCode.OK;
  }

  private void show(Manifest manifest, Path folder, Optional<Path> aside) {
    if (json.chosen()) {
      json.print(
          terminal,
          answer -> {
            answer.put("data", folder.toString());
            answer.put("replaced", aside.map(Path::toString).orElse(null));
            describe(manifest, answer);
          });
      return;
    }
    terminal
        .out()
        .println(
            "Restored %d runs as they were at %s to %s."
                .formatted(
                    manifest.counts().records().runs(),
                    manifest.origin().createdAt().truncatedTo(ChronoUnit.SECONDS),
                    folder));
    aside.ifPresent(old -> terminal.out().println("What was there before is in " + old));
    Backup.warn(manifest, terminal);
  }

  /// What both commands say of a backup.
  static void describe(Manifest manifest, ObjectNode into) {
    var records = manifest.counts().records();
    into.put("created_at", manifest.origin().createdAt().toString());
    into.put("runs", records.runs());
    into.put("events", records.events());
    into.put("sessions", records.sessions());
    into.put("tokens", records.tokens());
    into.put("blobs", manifest.counts().blobs());
    var missing = into.putArray("missing");
    manifest
        .missing()
        .forEach(it -> missing.addObject().put("file", it.file()).put("why", it.why()));
  }
}
