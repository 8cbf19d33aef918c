package dev.retinue.cli;

import dev.retinue.cli.text.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/// `retinue doctor`: says what is wrong, and what to do about it.
@Command(
    name = "doctor",
    description =
        "Look at everything that Retinue needs, and say what to do where something is wrong.",
    footer = {
      "",
      "It changes nothing. Ends with 1 if something fails, with 0 if there are only warnings.",
      "",
      "  retinue doctor",
      "  retinue doctor --json | jq '.findings[] | select(.level != \"ok\")'"
    })
final class Doctor implements Callable<Integer> {
  private final Terminal terminal;

  @Option(
      names = "--deep",
      description =
          "Check the store, the blobs, the lineage, the ledger and the audit trail against each other, too: that reads all of them.")
  private boolean deep;

  @Mixin private Reach reach = new Reach();
  @Mixin private JsonOption json = new JsonOption();

  Doctor(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var findings =
        new ArrayList<>(
            new Checkup(reach.daemons(), System.getProperties(), System.getenv()).findings());
    if (deep) {
      findings.addAll(new DeepCheckup(reach.daemons().data()).findings());
    }
    boolean healthy = findings.stream().noneMatch(it -> it.level() == Finding.Level.FAIL);
    if (json.chosen()) {
      json.print(terminal, answer -> describe(findings, answer.put("healthy", healthy)));
    } else {
      var style = Reach.style(terminal);
      findings.forEach(finding -> show(finding, style));
    }
    return healthy ? ExitCode.OK : ExitCode.FAILED;
  }

  private static void describe(List<Finding> findings, ObjectNode answer) {
    var list = answer.putArray("findings");
    for (var finding : findings) {
      var entry = list.addObject();
      entry.put("name", finding.name());
      entry.put("level", finding.level().word());
      entry.put("text", finding.text());
      if (finding.remedy() != null) {
        entry.put("remedy", finding.remedy());
      }
    }
  }

  private static String lines(Finding finding) {
    return finding.text().replace("\n", "\n" + " ".repeat(20));
  }

  private void show(Finding finding, Style style) {
    var word = "%-4s".formatted(finding.level().word());
    var mark =
        switch (finding.level()) {
          case OK -> style.green(word);
          case WARN -> style.yellow(word);
          case FAIL -> style.red(word);
        };
    terminal.out().println("%s  %-13s %s".formatted(mark, finding.name(), lines(finding)));
    if (finding.remedy() != null) {
      terminal.out().println("%20s→ %s".formatted("", Called.in(finding.remedy())));
    }
  }
}
