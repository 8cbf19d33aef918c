package dev.retinue.bench.peer;

import dev.retinue.config.team.AgentFiles;
import dev.retinue.config.team.AgentFolder;
import dev.retinue.config.team.Landscape;
import dev.retinue.core.Permissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Reads the same files of agents again and again: as Retinue does, or as bare YAML.
final class TeamWorker {
  private static final int FILES = 500;
  private static final int MEMBERS = 3;

  private final Path folder;

  private TeamWorker(Path folder) {
    this.folder = folder;
  }

  static void main(String[] args) throws IOException {
    var worker = new TeamWorker(Path.of(args[0]));
    worker.write();
    var lines = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      long begin = System.nanoTime();
      int found =
          switch (line) {
            case "retinue" -> worker.retinue(worker.files());
            case "again" -> worker.again();
            default -> worker.bare();
          };
      if (found != FILES) {
        throw new IllegalStateException("read " + found);
      }
      System.out.println((System.nanoTime() - begin) / 1e6);
    }
  }

  private void write() throws IOException {
    for (int i = 0; i < FILES; i++) {
      Files.writeString(folder.resolve("team-%03d.yaml".formatted(i)), text(i));
    }
  }

  /// A team of four as people write them.
  private static String text(int number) {
    var text =
        new StringBuilder(
            "version: \"7\"\nmodels:\n  fast:\n    provider: anthropic\n    model: claude-haiku\n    temperature: 0.3\nagents:\n  root:\n    model: fast\n    description: Leads team %d.\n    instruction: |\n"
                .formatted(number));
    IntStream.range(0, 20)
        .forEach(
            i ->
                text.append(
                    "      Rule %d: look at what was asked, and answer it in a few words.\n"
                        .formatted(i)));
    text.append(
        "    sub_agents: [member0, member1, member2]\n    toolsets:\n      - type: filesystem\n        tools: [read_file, list_directory]\n      - type: shell\n      - type: think\n      - type: mcp\n        command: search\n        args: [--stdio]\n");
    for (int i = 0; i < MEMBERS; i++) {
      text.append(
          "  member%d:\n    model: anthropic/claude-sonnet\n    description: Does part %d.\n    instruction: Do what you are told, and say what you did.\n    max_iterations: 20\n    toolsets: [{type: fetch, timeout: 20}, {type: todo, shared: true}]\n"
              .formatted(i, i));
    }
    return text
        + "permissions:\n  allow: [\"read_*\", \"shell:cmd=git *\"]\n  deny: [\"shell:cmd=rm *\"]\n";
  }

  private AgentFiles last = files();

  private AgentFiles files() {
    return new AgentFiles(
        new Landscape(
            Map.of("anthropic", new Landscape.Provider(null, false, List.of())),
            Set.of(),
            Set.of(),
            new Landscape.Single("claude", List.of(), Permissions.NONE),
            Map.of(),
            _ -> {}));
  }

  private int retinue(AgentFiles files) {
    last = files;
    return files.in(List.of(AgentFolder.trusted(folder))).teams().size();
  }

  private int again() {
    return last.in(List.of(AgentFolder.trusted(folder))).teams().size();
  }

  private int bare() throws IOException {
    int found = 0;
    try (var list = Files.list(folder)) {
      for (var file : list.toList()) {
        var load = new Load(LoadSettings.builder().build());
        found += load.loadFromString(Files.readString(file)) instanceof Map ? 1 : 0;
      }
    }
    return found;
  }
}
