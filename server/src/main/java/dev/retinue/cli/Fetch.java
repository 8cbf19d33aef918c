package dev.retinue.cli;

import dev.retinue.cli.daemon.RunIds;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.process.git.Git;
import dev.retinue.store.files.DataFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `retinue fetch`: brings the branch of a run that worked on a clone.
@Command(
    name = "fetch",
    description = "Bring the branch of a run that worked on a clone into the repository.",
    footer = {
      "",
      "The branch is only added: what is checked out stays as it is. Then the clone is removed.",
      "",
      "  retinue run --isolation clone \"tidy up the tests\"",
      "  retinue fetch agent-1a2b && git diff main...retinue/agent-1a2b"
    })
final class Fetch implements Callable<Integer>, TalksToDaemon {
  private final Terminal terminal;

  @Parameters(paramLabel = "<id>", description = "The run; the beginning of its id is enough.")
  private String named = "";

  @Option(names = "--keep", description = "Leave the clone where it is.")
  private boolean keep;

  @Mixin private Reach reach = new Reach();

  Fetch(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var api = reach.require(terminal);
    var run = api.run(new RunIds(api).require(named));
    var id = run.path("id").asString("");
    var isolation = run.path("isolation");
    var branch = isolation.path("branch").asString("");
    if (branch.isEmpty()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "Run '%s' did not work on a clone.".formatted(id));
    }
    bring(isolation, branch, id);
    if (!keep) {
      Cleaning.clones(folder()).remove(RunId.of(id));
    }
    terminal
        .out()
        .println("The branch %s is in %s.".formatted(branch, isolation.path("origin").asString()));
    return ExitCode.OK;
  }

  private DataFolder folder() {
    return new DataFolder(reach.daemons().data());
  }

  private void bring(JsonNode isolation, String branch, String id) throws InterruptedException {
    var from = Path.of(isolation.path("folder").asString(""));
    var origin = Path.of(isolation.path("origin").asString(""));
    if (!Files.isDirectory(from) || !Files.isDirectory(origin)) {
      throw new RetinueException(
          ErrorCode.NOT_FOUND,
          "The branch of '%s' is not there: the run is still at work, or its branch was fetched, or has expired."
              .formatted(id));
    }
    new Git(System.getenv(), folder().git())
        .require(
            origin,
            "fetch",
            "--quiet",
            "--no-tags",
            "--no-recurse-submodules",
            "--upload-pack=git-upload-pack",
            from.toString(),
            "refs/heads/%s:refs/heads/%s".formatted(branch, branch));
  }
}
