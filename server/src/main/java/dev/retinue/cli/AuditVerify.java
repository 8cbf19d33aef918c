package dev.retinue.cli;

import dev.retinue.core.audit.ChainCheck;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `retinue audit verify`: whether the audit trail is as it was written.
@Command(
    name = "verify",
    description = "Check that nothing in the audit trail was changed, removed, added or reordered.",
    footer = {
      "",
      "Ends with 0 if all is well, and with 1 and a sentence for each fault. Whoever can write to the data directory "
          + "could make a whole new trail: so keep an export or the last hash somewhere else, and compare."
    })
final class AuditVerify implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      paramLabel = "<file>",
      arity = "0..1",
      description =
          "What was exported, or the copy of the setting audit.file; else the trail itself.")
  private @Nullable Path file;

  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  AuditVerify(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    show(file == null ? new AuditArchive(data.place()).check() : AuditExportFile.check(file));
    return sound ? ExitCode.OK : ExitCode.FAILED;
  }

  private boolean sound;

  private void show(ChainCheck.Report report) {
    sound = report.sound();
    if (json.chosen()) {
      json.print(
          terminal,
          answer -> {
            answer
                .put("sound", report.sound())
                .put("entries", report.count())
                .put("last", report.last())
                .put("hash", report.hash());
            report.faults().forEach(answer.putArray("faults")::add);
          });
      return;
    }
    report.faults().forEach(terminal.out()::println);
    terminal
        .out()
        .println(
            report.sound()
                ? "%d entries, and nothing is wrong with them. The last is %d, its hash %s."
                    .formatted(report.count(), report.last(), report.hash())
                : "The audit trail is not as it was written; compare it with an export or a backup.");
  }
}
