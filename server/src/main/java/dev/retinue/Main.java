package dev.retinue;

import dev.retinue.cli.Commands;
import dev.retinue.cli.EntryPoint;
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
    terminal.flush();
    // To return is the cheaper end: since JDK 21 an exit first looks for a logger, for 6 ms.
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }

  static int run(List<String> args, Terminal terminal) {
    if (args.isEmpty()) {
      return run(List.of("--help"), terminal);
    }
    return switch (args.getFirst()) {
      case "mcp" -> new Mcp(terminal).run(args.subList(1, args.size()));
      case "--version", "-V" -> new Version(terminal).run();
      case "help" -> run(helpWith(args.subList(1, args.size())), terminal);
      case EntryPoint.REHEARSE -> rehearse(args.getLast());
      default -> new Commands(terminal).run(args);
    };
  }

  private static List<String> helpWith(List<String> command) {
    return command.isEmpty() ? List.of("--help") : List.of(command.getFirst(), "--help");
  }

  /// Walks the usual paths of an entry point in silence, so that `retinue warm` can record them.
  private static int rehearse(String entryPoint) {
    for (var args : EntryPoint.named(entryPoint).rehearsal()) {
      run(args, Terminal.silent());
    }
    return 0;
  }
}
