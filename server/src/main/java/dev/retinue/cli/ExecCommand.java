package dev.retinue.cli;

import dev.retinue.cli.exec.Preparation;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `retinue exec`: the launcher itself becomes the agent, and comes here for what must be made
/// ready first, or if there is nothing to become.
@Command(
    name = "exec",
    description = "Run an agent that is written in one Java file.",
    footer = {
      "",
      "The file is compiled when it has changed, and a cache makes its next starts fast. All that stands behind it is for the agent. 'retinue new agent' writes one to begin with.",
      "",
      "  retinue exec Reviewer.java --help"
    })
final class ExecCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(
      names = "--prepare",
      description = "Compile it, and run nothing; the cache is made meanwhile.")
  private boolean prepare;

  @Option(names = "--warm", description = "Compile it and make its cache, and run nothing.")
  private boolean warm;

  @Parameters(paramLabel = "<file>", index = "0", description = "The file.")
  private Path file = Path.of("");

  @Parameters(paramLabel = "<argument>", index = "1..*", description = "What the agent is told.")
  private List<String> unusedBecauseTheLauncherHandsThemOn = new ArrayList<>();

  ExecCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    var source = requireSource();
    if (!prepare && !warm) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "the launcher starts agents: write 'retinue exec %s', not java.".formatted(file));
    }
    var install = Install.of(System.getProperties());
    var preparation = new Preparation(install.home(), install.stamp(), System.getenv());
    try {
      var ready = preparation.prepare(source, terminal.err());
      if (ready.isEmpty()) {
        return ExitCode.USAGE;
      }
      finish(preparation, source, ready.get());
    } catch (RetinueException e) {
      // Without a place to keep it, it starts all the same, slower.
      if (warm || e.code() != ErrorCode.INTERNAL_ERROR) {
        throw e;
      }
      terminal.err().println("retinue: " + e.getMessage());
    }
    return ExitCode.OK;
  }

  private void finish(Preparation preparation, Path source, Preparation.Ready ready)
      throws InterruptedException {
    if (!ready.rehearsable()) {
      if (warm) {
        terminal
            .out()
            .println(
                "%s is compiled. It does not call Agent.run itself, so there is no cache for it."
                    .formatted(file));
      }
    } else if (warm) {
      preparation.train(ready);
      terminal.out().println("%s starts fast now.".formatted(file));
    } else {
      preparation.trainLater(source, ready);
    }
  }

  private Path requireSource() {
    var source = file.toAbsolutePath().normalize();
    if (!Files.isRegularFile(source)) {
      throw refusal("there is no file '%s'.");
    }
    if (!source.toString().endsWith(".java")) {
      throw refusal("'%s' is no Java file: its name must end in .java.");
    }
    if (source.toString().indexOf('\n') >= 0) {
      throw new RetinueException(
          ErrorCode.INTERNAL_ERROR, "nothing is kept of a file with such a name.");
    }
    return source;
  }

  private RetinueException refusal(String sentence) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT, sentence.formatted(file.toString().replaceAll("\\p{Cntrl}", "?")));
  }
}
