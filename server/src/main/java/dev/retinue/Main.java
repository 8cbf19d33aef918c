package dev.retinue;

import dev.retinue.cli.Commands;
import dev.retinue.cli.EntryPoint;
import dev.retinue.cli.ExitCode;
import dev.retinue.cli.Mcp;
import dev.retinue.cli.Terminal;
import dev.retinue.cli.Version;
import java.util.List;

/// Where every command begins. What must start fast is chosen here by hand; the rest is picocli's.
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    var terminal = Terminal.standard();
    int exitCode = run(List.of(args), terminal);
    if (!terminal.flush() && exitCode == ExitCode.OK) {
      exitCode = ExitCode.FAILED;
    }
    // To return is the cheaper end: since JDK 21 an exit first looks for a logger, for 6 ms.
    if (exitCode != ExitCode.OK) {
      System.exit(exitCode);
    }
  }

  static int run(List<String> args, Terminal terminal) {
    if (args.isEmpty()) {
      return run(List.of("--help"), terminal);
    }
    var rest = args.subList(1, args.size());
    return switch (args.getFirst()) {
      case "mcp" -> new Mcp(terminal).run(rest);
      case "--version", "-V" -> new Version(terminal).run();
      case "help" -> run(helpWith(rest), terminal);
      case EntryPoint.REHEARSE ->
          isRehearsal(rest) ? rehearse(rest.getFirst()) : new Commands(terminal).run(args);
      default -> new Commands(terminal).run(args);
    };
  }

  private static List<String> helpWith(List<String> command) {
    boolean none = command.isEmpty() || command.getFirst().equals("help");
    return none ? List.of("--help") : List.of(command.getFirst(), "--help");
  }

  private static boolean isRehearsal(List<String> rest) {
    return rest.size() == 1 && EntryPoint.find(rest.getFirst()).isPresent();
  }

  /// Walks the usual paths of an entry point in silence, so that `retinue warm` can record them.
  private static int rehearse(String entryPoint) {
    for (var args : EntryPoint.find(entryPoint).orElseThrow().rehearsal()) {
      run(args, Terminal.silent());
    }
    return ExitCode.OK;
  }
}
