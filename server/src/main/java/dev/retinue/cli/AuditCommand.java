package dev.retinue.cli;

import dev.retinue.cli.text.AuditText;
import dev.retinue.core.audit.AuditLine;
import dev.retinue.core.port.AuditLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `retinue audit`: who did what.
@Command(
    name = "audit",
    description = "Show who did what to which run, session, agent and token.",
    synopsisSubcommandLabel = "[<command>]",
    footer = {
      "",
      "These commands read the data directory itself, while the daemon runs and while it does not. 'verify' finds "
          + "what was changed, removed, added or put in another order.",
      "",
      "  retinue audit --since 2h --outcome refused",
      "  retinue audit --subject 4dk2p --json",
      "  retinue audit verify"
    })
final class AuditCommand implements Callable<Integer> {
  private static final int USUAL = 50;
  private static final int MOST = 100_000;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private final Terminal terminal;

  @Option(
      names = "--since",
      paramLabel = "<time>",
      description = "Only from then on: 2h, 7d, 2026-11-18 or 2026-11-18T12:00:00Z.")
  private @Nullable String since;

  @Option(names = "--caller", paramLabel = "<name>", description = "Only what this caller did.")
  private @Nullable String caller;

  @Option(
      names = "--action",
      paramLabel = "<word>",
      description = "Only this action, or all of a kind: run.stop, token.")
  private @Nullable String action;

  @Option(
      names = "--subject",
      paramLabel = "<id>",
      description =
          "Only what was done to this run, session, token or agent; the beginning of an id is enough.")
  private @Nullable String subject;

  @Option(
      names = "--outcome",
      paramLabel = "<word>",
      description = "ok, refused, failed, or a code such as forbidden.")
  private @Nullable String outcome;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "<number>",
      defaultValue = "" + USUAL,
      description = "How many at most, the last: ${DEFAULT-VALUE}.")
  private int limit = USUAL;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on with what comes, until Ctrl-C.")
  private boolean follow;

  @Option(names = "--json", description = "Each entry as a line of JSON, as it is exported.")
  private boolean json;

  @Mixin private DataOption data = new DataOption();

  AuditCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  static CommandLine commands(Terminal terminal) {
    return new CommandLine(new AuditCommand(terminal))
        .addSubcommand(new AuditVerify(terminal))
        .addSubcommand(new AuditExport(terminal));
  }

  @Override
  public Integer call() throws InterruptedException {
    Numbers.requireBetween("--limit", limit, 1, MOST);
    var archive = new AuditArchive(data.place());
    var wanted = AuditWords.query(since, caller, action, subject, outcome);
    var lines = archive.newest(wanted, limit);
    if (lines.isEmpty() && !follow && !json) {
      Reach.tell(terminal, "there is no such entry in the audit trail.");
    }
    lines.reversed().forEach(this::show);
    if (follow) {
      terminal.requireReader();
      follow(archive, wanted, lines);
    }
    return ExitCode.OK;
  }

  private void follow(AuditArchive archive, AuditLog.Query wanted, List<AuditLine> shown)
      throws InterruptedException {
    long last = shown.isEmpty() ? archive.last() : shown.getFirst().entry().number();
    while (true) {
      Thread.sleep(BETWEEN_LOOKS);
      var news = new ArrayList<AuditLine>();
      for (var line : archive.latest(wanted)) {
        if (line.entry().number() <= last) {
          break;
        }
        news.add(line);
      }
      if (!news.isEmpty()) {
        last = news.getFirst().entry().number();
        news.reversed().forEach(this::show);
        terminal.requireReader();
      }
    }
  }

  private void show(AuditLine line) {
    terminal.out().println(json ? line.text() : AuditText.line(line, Reach.style(terminal)));
  }
}
