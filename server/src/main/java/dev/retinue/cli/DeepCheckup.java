package dev.retinue.cli;

import dev.retinue.core.RetinueException;
import dev.retinue.store.check.DeepCheck;
import dev.retinue.store.check.Fault;
import dev.retinue.store.check.Fault.Area;
import dev.retinue.store.files.DataFolder;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// Whether all that is kept agrees with itself, for `retinue doctor --deep`.
final class DeepCheckup {
  private static final int MOST_OF_ONE_AREA = 10;

  private final Path data;

  DeepCheckup(Path data) {
    this.data = data;
  }

  List<Finding> findings() {
    var folder = new DataFolder(data);
    if (!folder.hasDatabase()) {
      return List.of(Finding.ok("store", "nothing is kept yet, so there is nothing to check"));
    }
    try {
      return findings(new DeepCheck(folder, InstantSource.system()).run());
    } catch (RetinueException e) {
      return List.of(
          Finding.fail(
              "store",
              e.getMessage(),
              "Stop the daemon, and put the last good backup back: retinue restore <file.zip> --force"));
    }
  }

  private static List<Finding> findings(DeepCheck.Report report) {
    var findings = new ArrayList<Finding>();
    for (var area : Area.values()) {
      var faults = report.faults().stream().filter(it -> it.area() == area).toList();
      if (faults.isEmpty()) {
        findings.add(Finding.ok(area.word(), well(area, report)));
      }
      faults.stream().limit(MOST_OF_ONE_AREA).forEach(it -> findings.add(finding(it)));
      if (faults.size() > MOST_OF_ONE_AREA) {
        findings.add(
            Finding.fail(
                area.word(),
                "and %d more like these".formatted(faults.size() - MOST_OF_ONE_AREA),
                "Mend those above, and look again."));
      }
    }
    return findings;
  }

  private static Finding finding(Fault fault) {
    return fault.harmless()
        ? Finding.warn(fault.area().word(), fault.sentence(), fault.remedy())
        : Finding.fail(fault.area().word(), fault.sentence(), fault.remedy());
  }

  private static String well(Area area, DeepCheck.Report report) {
    return switch (area) {
      case STORE ->
          "%d runs and %d events, and all rows agree"
              .formatted(report.counts().runs(), report.counts().events());
      case LINEAGE -> "every run hangs on those above it";
      case LEDGER -> "accounts add up from events to roots";
      case SPENDING -> "the spend book has all that was spent";
      case BLOBS -> "%d were read to their end".formatted(report.blobs());
      case AUDIT -> "the chain is whole";
    };
  }
}
