package dev.retinue.crash;

import dev.retinue.core.RunId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// Looks again and again at one data directory, each time when nobody works on it.
final class Audit {
  private final Path data;
  private int acknowledgedBefore;
  private long positionBefore;

  Audit(Path data) {
    this.data = data;
  }

  /// What is wrong with what was touched since the last time.
  List<String> inspectNew(List<Acknowledgements.Line> acknowledged) throws IOException {
    var fresh = acknowledged.subList(acknowledgedBefore, acknowledged.size());
    try (var remains = new Remains(data)) {
      var inspection = new Inspection(remains);
      inspection.inspectDatabase();
      inspection.inspectTreesOf(remains.runsWithEventsAfter(positionBefore));
      inspection.inspectTreesOf(runsIn(fresh));
      new Claims(inspection).inspect(fresh);
      positionBefore = remains.position();
      acknowledgedBefore = acknowledged.size();
      return inspection.problems();
    }
  }

  /// What is wrong with anything.
  List<String> inspectAll(List<Acknowledgements.Line> acknowledged) {
    try (var remains = new Remains(data)) {
      var inspection = new Inspection(remains);
      inspection.inspectDatabase();
      inspection.inspectAll();
      new Claims(inspection).inspect(acknowledged);
      return inspection.problems();
    }
  }

  /// Contracts that were begun more than once, where each was asked for only once.
  List<String> begunTwice() {
    try (var remains = new Remains(data)) {
      var known = new HashSet<String>();
      var twice = new ArrayList<String>();
      for (var run : remains.runs()) {
        var contract = remains.store().prompt(run.id()).orElse("");
        if (!known.add(contract)) {
          twice.add("%s was begun again as %s".formatted(contract, run.id()));
        }
      }
      return twice;
    }
  }

  int runs() {
    try (var remains = new Remains(data)) {
      return remains.runs().size();
    }
  }

  private static List<RunId> runsIn(List<Acknowledgements.Line> lines) {
    return lines.stream()
        .filter(line -> line.kind().equals("start"))
        .map(line -> new RunId(line.run()))
        .toList();
  }
}
