package dev.retinue.cli;

import dev.retinue.cli.text.Harmless;
import dev.retinue.config.team.AgentFiles;
import dev.retinue.config.team.FileStaff;
import dev.retinue.config.team.TeamFile;
import dev.retinue.core.Agent;
import dev.retinue.core.RetinueException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `retinue agents validate`: what is wrong with files of agents, wherever they are.
@Command(
    name = "validate",
    description = "Say what is wrong with files of agents, each mistake with its line and column.")
final class AgentsValidate implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(arity = "1..*", paramLabel = "<file>", description = "The files, or folders of them.")
  private List<Path> files = List.of();

  @Option(
      names = "--project",
      description =
          "Read them as files of a project, which may not bring along all that yours may. So are those in .retinue/agents and .claude/agents.")
  private boolean project;

  @Mixin private ConfigOption config = new ConfigOption();
  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  private record Judged(
      Path file, @Nullable TeamFile team, List<String> mistakes, List<String> warnings) {}

  AgentsValidate(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var shelf = AgentShelf.files(config.read(List.of(), System.getenv()).settings());
    var staff = AgentsList.staff(config, data).listed().agents().keySet();
    var judged =
        files.stream().flatMap(AgentsValidate::all).map(file -> judge(file, shelf, staff)).toList();
    if (json.chosen()) {
      describe(judged);
    } else {
      judged.forEach(this::show);
    }
    return judged.stream().allMatch(it -> it.mistakes().isEmpty()) ? ExitCode.OK : ExitCode.FAILED;
  }

  private static Stream<Path> all(Path file) {
    return Files.isDirectory(file) ? AgentFiles.within(file).stream() : Stream.of(file);
  }

  private Judged judge(Path file, AgentFiles shelf, Set<String> staff) {
    try {
      var team = shelf.require(file, !project && !FileStaff.isOfProject(file));
      var warnings = new ArrayList<>(team.warnings());
      team.missing(staff).forEach(it -> warnings.add(it.in(team.place())));
      return new Judged(file, team, List.of(), warnings);
    } catch (RetinueException e) {
      return new Judged(file, null, e.getMessage().lines().toList(), List.of());
    }
  }

  private void show(Judged it) {
    Stream.concat(it.mistakes().stream(), it.warnings().stream())
        .forEach(sentence -> terminal.err().println(Harmless.text(sentence)));
    if (it.team() != null) {
      terminal.out().println("%s is right: %s.".formatted(it.file(), names(it.team())));
    }
  }

  static String names(TeamFile team) {
    return team.agents().stream().map(Agent::name).collect(Collectors.joining(", "));
  }

  private void describe(List<Judged> judged) {
    json.print(
        terminal,
        answer -> {
          var list = answer.putArray("files");
          for (var it : judged) {
            var entry = list.addObject().put("file", it.file().toString());
            entry.put("valid", it.mistakes().isEmpty());
            var agents = entry.putArray("agents");
            if (it.team() != null) {
              it.team().agents().forEach(agent -> agents.add(agent.name()));
            }
            var mistakes = entry.putArray("mistakes");
            it.mistakes().forEach(mistakes::add);
            var warnings = entry.putArray("warnings");
            it.warnings().forEach(warnings::add);
          }
        });
  }
}
