package dev.retinue.runtime.coder;

import dev.retinue.core.fleet.Fleet.Level;
import dev.retinue.core.fleet.Fleet.Log;
import dev.retinue.core.fleet.Fleet.LogEntry;
import dev.retinue.core.fleet.Fleet.Source;
import dev.retinue.core.fleet.Fleet.TaskEntry;
import dev.retinue.core.fleet.Paged;
import dev.retinue.core.fleet.SentTasks;
import dev.retinue.runtime.coder.client.AppClient;
import dev.retinue.runtime.coder.client.BuildLine;
import dev.retinue.runtime.coder.client.Workspace;
import dev.retinue.runtime.coder.repository.Deployment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What agents were told, what they said of their work, and what was said in between.
final class Chronicle {
  /// What moves the cursor or colours the text of a terminal.
  private static final Pattern TERMINAL =
      Pattern.compile(
          "\u001b\\[[0-9;?]*[ -/]*[@-~]|\u001b\\][^\u0007\u001b]*(\u0007|\u001b\\\\)|\u001b.");

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\n\t]]");
  private static final Pattern BLANK_ENDS = Pattern.compile("[ \t]+(?=\n|$)");
  private static final Pattern MANY_LINES = Pattern.compile("\n{3,}");

  private final Deployment deployment;
  private final Reach reach;
  private final SentTasks sent;
  private final Backlog backlog;

  Chronicle(Deployment deployment, Reach reach, SentTasks sent, Backlog backlog) {
    this.deployment = deployment;
    this.reach = reach;
    this.sent = sent;
    this.backlog = backlog;
  }

  Paged<TaskEntry> history(Workspace workspace, int page, int size) throws InterruptedException {
    var entries = new ArrayList<TaskEntry>();
    for (var status : deployment.agents().statuses(workspace)) {
      entries.add(
          new TaskEntry(
              workspace.name(), status.message(), status.uri(), status.state(), status.at()));
    }
    for (var told : sent.of(workspace.id())) {
      entries.add(new TaskEntry(workspace.name(), told.task(), null, null, told.at()));
    }
    for (var waits : backlog.of(workspace)) {
      entries.add(
          new TaskEntry(workspace.name(), waits.task(), null, TaskEntry.QUEUED, waits.at()));
    }
    entries.sort(Comparator.comparing(TaskEntry::at).reversed());
    return Paged.of(entries, page, size);
  }

  Log log(Workspace workspace, int page, int size) throws InterruptedException {
    var said = conversation(workspace);
    var entries = said.isPresent() ? said.get() : build(workspace);
    return new Log(
        workspace.name(),
        said.isPresent() ? Source.CONVERSATION : Source.BUILD,
        Paged.of(entries.reversed(), page, size));
  }

  /// From the agent itself; where it cannot be asked, what the tasks of Coder have kept of it.
  private Optional<List<LogEntry>> conversation(Workspace workspace) throws InterruptedException {
    if (reach.seen(workspace).status().isUp() && reach.app(workspace) != null) {
      return Optional.of(entries(reach.apps().messages(reach.line(workspace))));
    }
    return reach.tasks().areThere()
        ? reach.tasks().messages(workspace).filter(it -> !it.isEmpty()).map(Chronicle::entries)
        : Optional.empty();
  }

  private static List<LogEntry> entries(List<AppClient.Message> messages) {
    return messages.stream().map(Chronicle::entry).toList();
  }

  private static LogEntry entry(AppClient.Message message) {
    return new LogEntry(message.at(), plain(message.text()), Level.INFO, message.input());
  }

  private List<LogEntry> build(Workspace workspace) throws InterruptedException {
    return deployment.client().buildLog(workspace.build().id()).stream()
        .map(Chronicle::entry)
        .toList();
  }

  private static LogEntry entry(BuildLine line) {
    var level =
        switch (line.level()) {
          case "trace", "debug" -> Level.DEBUG;
          case "warn" -> Level.WARN;
          case "error" -> Level.ERROR;
          default -> Level.INFO;
        };
    var text = line.stage().isEmpty() ? line.text() : line.stage() + ": " + line.text();
    return new LogEntry(line.at(), plain(text), level, false);
  }

  /// Text of a screen as text.
  static String plain(String screen) {
    var text = TERMINAL.matcher(screen.replace("\r\n", "\n")).replaceAll("");
    text = CONTROL.matcher(text).replaceAll("");
    text = BLANK_ENDS.matcher(text).replaceAll("");
    return MANY_LINES.matcher(text).replaceAll("\n\n").strip();
  }
}
