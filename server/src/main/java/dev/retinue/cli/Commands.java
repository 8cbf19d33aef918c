package dev.retinue.cli;

import dev.retinue.cli.text.Harmless;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Masked;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/// Every command but `mcp` and `--version`, which must not wait for picocli.
public final class Commands {
  private final Terminal terminal;
  private final CommandLine commandLine;

  public Commands(Terminal terminal) {
    this.terminal = terminal;
    this.commandLine =
        new CommandLine(new Root())
            .addSubcommand(new Mcp(terminal))
            .addSubcommand(new Serve(terminal))
            .addSubcommand(new ConnectCommand(terminal))
            .addSubcommand(new ConsoleCommand(terminal))
            .addSubcommand(new Chat(terminal))
            .addSubcommand(SessionsCommand.commands(terminal))
            .addSubcommand(new RunCommand(terminal))
            .addSubcommand(new Ps(terminal))
            .addSubcommand(new TopCommand(terminal))
            .addSubcommand(new ResultCommand(terminal))
            .addSubcommand(new LimitsCommand(terminal))
            .addSubcommand(new CostsCommand(terminal))
            .addSubcommand(new Logs(terminal))
            .addSubcommand(new JournalCommand(terminal))
            .addSubcommand(new Wait(terminal))
            .addSubcommand(new AnswerCommand(terminal))
            .addSubcommand(new Stop(terminal))
            .addSubcommand(new Fetch(terminal))
            .addSubcommand(new AgentApiCommand(terminal))
            .addSubcommand(new Demo(terminal))
            .addSubcommand(AgentsCommand.commands(terminal))
            .addSubcommand(NewCommand.commands(terminal))
            .addSubcommand(new ExecCommand(terminal))
            .addSubcommand(TemplatesCommand.commands(terminal))
            .addSubcommand(new Doctor(terminal))
            .addSubcommand(Config.commands(terminal))
            .addSubcommand(Token.commands(terminal))
            .addSubcommand(AuditCommand.commands(terminal))
            .addSubcommand(new ExportCommand(terminal))
            .addSubcommand(new ImportCommand(terminal))
            .addSubcommand(new Backup(terminal))
            .addSubcommand(new Restore(terminal))
            .addSubcommand(new Warm(terminal))
            .addSubcommand(new Build())
            .setExpandAtFiles(false)
            .setOut(terminal.out())
            .setErr(terminal.err())
            .setParameterExceptionHandler((refusal, _) -> explain(refusal))
            .setExecutionExceptionHandler(
                (failure, command, _) -> explain(failure, command.getCommand()));
    nameAsCalled(commandLine);
  }

  /// Examples are to be copied: what one has typed works again.
  private static void nameAsCalled(CommandLine command) {
    var usage = command.getCommandSpec().usageMessage();
    usage.footer(Stream.of(usage.footer()).map(Called::in).toArray(String[]::new));
    command.getSubcommands().values().forEach(Commands::nameAsCalled);
  }

  /// All of them, for those who describe them.
  public CommandLine all() {
    return commandLine;
  }

  public int run(List<String> args) {
    var first = args.getFirst();
    boolean command = !first.startsWith("-");
    if (command && !commandLine.getSubcommands().containsKey(first)) {
      return say(ExitCode.USAGE, unknown("command", first, commandLine) + " See: retinue --help");
    }
    return commandLine.execute(args.toArray(String[]::new));
  }

  private int explain(ParameterException refusal) {
    var command = refusal.getCommandLine();
    var sentence =
        switch (refusal) {
          case UnmatchedArgumentException unmatched -> {
            var word = unmatched.getUnmatched().getFirst();
            if (unmatched.isUnknownOption()) {
              yield unknown("option", word, command);
            }
            yield command.getSubcommands().isEmpty()
                ? "%s takes no '%s'.".formatted(command.getCommandName(), word)
                : unknown("command", word, command);
          }
          default -> Numbers.refused(refusal).orElseGet(() -> refusal.getMessage() + ".");
        };
    var help = command.getCommandSpec().qualifiedName() + " --help";
    return say(ExitCode.USAGE, sentence + " See: " + help);
  }

  private static String unknown(String kind, String word, CommandLine command) {
    var known = new TreeSet<>(command.getSubcommands().keySet());
    known.addAll(command.getCommandSpec().optionsMap().keySet());
    known.add("help");
    var suggestion = Nearest.to(word, known).map(" Did you mean '%s'?"::formatted).orElse("");
    return "there is no %s '%s'.%s".formatted(kind, word, suggestion);
  }

  private int explain(Exception failure, Object command) {
    if (failure instanceof RetinueException refusal) {
      return say(exitCode(refusal.code(), command), refusal.getMessage());
    }
    var trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    terminal.err().print(Masked.of(trace.toString()));
    return say(ExitCode.FAILED, "that was a defect of Retinue; please report the lines above.");
  }

  private static int exitCode(ErrorCode code, Object command) {
    if (code == ErrorCode.INVALID_INPUT) {
      return ExitCode.USAGE;
    }
    boolean unreachable = code == ErrorCode.SERVICE_UNAVAILABLE && command instanceof TalksToDaemon;
    return unreachable ? ExitCode.UNREACHABLE : ExitCode.FAILED;
  }

  private int say(int exitCode, String sentence) {
    // It may repeat what somebody typed, or what an agent or its program said.
    terminal.err().println("retinue: " + Harmless.text(Called.in(sentence)));
    return exitCode;
  }

  @Command(
      name = "retinue",
      description = "The supervisor your agents report to.",
      synopsisSubcommandLabel = "<command>",
      footer = {"", "retinue <command> --help says more about one."})
  private static final class Root {
    @Option(
        names = {"-h", "--help"},
        usageHelp = true,
        scope = ScopeType.INHERIT,
        description = "Show this help and end.")
    private boolean unusedBecausePicocliShowsIt;

    @Option(
        names = {"-V", "--version"},
        description = "Show the version and end.")
    private boolean unusedBecauseMainShowsIt;
  }
}
