package dev.retinue.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Retinue: the daemon and `retinue mcp`. A task is begun by a call that returns at once, and
/// `get_result` waits for it.
final class RetinueTasks implements TaskServer {
  static final String NAME = "Retinue";

  private static final Pattern ID = Pattern.compile("\"spawn_id\":\"([^\"]+)\"");

  private final Distribution distribution;
  private final Path work;
  private Daemon daemon;
  private Talk talk;

  /// @param work the folder in which the programs work
  RetinueTasks(Distribution distribution, Path work) {
    this.distribution = distribution;
    this.work = work;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void start(Map<String, String> environment) throws IOException, InterruptedException {
    var data = CorePeer.newFolder();
    var settings = new HashMap<>(Daemon.LIMITS);
    settings.putAll(environment);
    settings.put("RETINUE_ROOTS", work.toString());
    daemon = Daemon.startWithUsualStaff(distribution, data, settings);
    talk = Talk.begin(NAME, distribution.installed(Map.of("RETINUE_DATA", data.toString()), "mcp"));
  }

  @Override
  public List<String> begin(int tasks) throws IOException {
    // Before it starts a program it sees to it that there is memory for it: 216 MB for claude, and
    // 157 MB for codex, of which 100 fit where 100 of the other do not.
    var tool = tasks == 1 ? "spawn_claude" : "spawn_codex";
    var spawns = new ArrayList<String>();
    for (int i = 0; i < tasks; i++) {
      spawns.add(
          talk.call(
              tool,
              "{\"prompt\":\"%s\",\"working_directory\":\"%s\",\"async\":true}"
                  .formatted(Delegating.PROMPT, work)));
    }
    return talk.ask(spawns).stream().map(this::waiting).toList();
  }

  private String waiting(String spawned) {
    var id = ID.matcher(spawned.replace("\\\"", "\""));
    if (!id.find()) {
      throw new BenchException("nothing was spawned: " + spawned);
    }
    return talk.call(
        "get_result", "{\"spawn_id\":\"%s\",\"wait_seconds\":60}".formatted(id.group(1)));
  }

  @Override
  public void await(List<String> calls) throws IOException {
    talk.askForResults(calls);
  }

  @Override
  public double megabytes() throws IOException {
    return daemon.megabytes() + talk.megabytes();
  }

  @Override
  public double cpuSeconds() {
    return daemon.cpuSeconds() + talk.cpuSeconds();
  }

  @Override
  public void close() {
    if (talk != null) {
      talk.close();
    }
    if (daemon != null) {
      daemon.close();
    }
  }
}
