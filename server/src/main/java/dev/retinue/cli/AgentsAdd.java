package dev.retinue.cli;

import dev.retinue.cli.text.Harmless;
import dev.retinue.cli.text.Reasons;
import dev.retinue.config.team.AgentFiles;
import dev.retinue.config.team.TeamFile;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.store.files.DataFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `retinue agents add`: puts a file of agents where the daemon finds it, if it is right.
@Command(
    name = "add",
    description =
        "Put a file of agents into the folder 'agents' of the data directory, if it is right.",
    footer = {
      "",
      "An agent in one Java file, or an executable that keeps the same conventions, is asked what it is (--describe), and stays where it is; when it has changed, add it again with --force.",
      "",
      "The next run that asks for one of its agents gets it; nothing has to be restarted."
    })
final class AgentsAdd implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "<file>", description = "The file.")
  private Path file = Path.of("");

  @Option(names = "--force", description = "Put it in the place of one with the same name.")
  private boolean force;

  @Mixin private ConfigOption config = new ConfigOption();
  @Mixin private DataOption data = new DataOption();
  @Mixin private JsonOption json = new JsonOption();

  AgentsAdd(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (SelfDescription.isFor(file)) {
      addDescribed();
      return ExitCode.OK;
    }
    var shelf = AgentShelf.files(config.read(List.of(), System.getenv()).settings());
    var content = new AtomicReference<>(new byte[0]);
    var team = shelf.require(file, true, content::set);
    var target = new DataFolder(data.place()).agents().resolve(file.toAbsolutePath().getFileName());
    refuseTaken(team, target);
    write(target, content.get());
    tell(team, target, remarks(team, target));
    return ExitCode.OK;
  }

  private void addDescribed() throws InterruptedException {
    var folder = new DataFolder(data.place());
    var kept = new SelfDescription(file, data.place(), terminal, System.getenv()).require();
    var content = kept.content().getBytes(StandardCharsets.UTF_8);
    var shelf = AgentShelf.files(config.read(List.of(), System.getenv()).settings());
    var unchecked = folder.agents().resolve(file.getFileName() + AgentFiles.DESCRIBED);
    // Its name is right once this has read it.
    var team = shelf.require(unchecked, content);
    var target = folder.agents().resolve(kept.name() + AgentFiles.DESCRIBED);
    refuseTaken(team, target);
    write(target, content);
    tell(team, target, remarks(team, target));
  }

  /// By another file with its name, or by somebody on the staff with the name of its agent.
  private void refuseTaken(TeamFile team, Path target) {
    if (Files.exists(target) && !force) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "'%s' is there already; write --force to put this in its place.".formatted(target));
    }
    var name = team.agents().getFirst().name();
    var staff = AgentsList.staff(config, data);
    staff
        .find(name)
        .filter(it -> !staff.yields(it))
        .filter(it -> !it.craft().origin().file().equals(target.toString()))
        .filter(it -> it.craft().origin().trusted())
        .ifPresent(
            it -> {
              throw new RetinueException(
                  ErrorCode.CONFLICT,
                  "There is an agent '%s' on the staff already; give the file another name."
                      .formatted(name));
            });
  }

  /// Whoever looks sees the whole file, or none.
  private static void write(Path target, byte[] content) {
    try {
      var folder = Files.createDirectories(target.getParent());
      var beside = Files.createTempFile(folder, ".", ".new");
      try {
        Files.write(beside, content, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
        Files.move(
            beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(beside);
      }
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.INTERNAL_ERROR,
          "'%s' cannot be written: %s.".formatted(target, Reasons.of(e)),
          e);
    }
  }

  /// What the file says of itself, and what is wrong with it among all others: it may work with
  /// somebody who is not there.
  private Set<String> remarks(TeamFile team, Path target) {
    var listed = AgentsList.staff(config, data).listed();
    var all = new LinkedHashSet<>(team.warnings());
    Stream.concat(listed.troubles().stream(), listed.warnings().stream())
        .filter(it -> it.startsWith(target.toString()))
        .forEach(all::add);
    return all;
  }

  private void tell(TeamFile team, Path target, Set<String> remarks) {
    if (json.chosen()) {
      json.print(
          terminal,
          answer -> {
            answer.put("file", target.toString());
            var agents = answer.putArray("agents");
            team.agents().forEach(it -> agents.add(it.name()));
            var warnings = answer.putArray("warnings");
            remarks.forEach(warnings::add);
          });
      return;
    }
    remarks.forEach(it -> terminal.err().println("retinue: " + Harmless.text(it)));
    terminal.out().println("Added %s: %s.".formatted(target, AgentsValidate.names(team)));
  }
}
