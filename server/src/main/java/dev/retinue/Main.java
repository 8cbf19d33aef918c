package dev.retinue;

import dev.retinue.cli.Commands;
import dev.retinue.cli.EntryPoint;
import dev.retinue.cli.ExitCode;
import dev.retinue.cli.Mcp;
import dev.retinue.cli.Rehearsal;
import dev.retinue.cli.Terminal;
import dev.retinue.cli.Version;
import java.util.List;
import java.util.Optional;

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
      case EntryPoint.REHEARSE -> rehearse(rest, terminal);
      default -> new Commands(terminal).run(args);
    };
  }

  private static List<String> helpWith(List<String> command) {
    boolean none = command.isEmpty() || command.getFirst().equals("help");
    return none ? List.of("--help") : List.of(command.getFirst(), "--help");
  }

  private static int rehearse(List<String> rest, Terminal terminal) {
    var entryPoint =
        rest.size() == 1 ? EntryPoint.find(rest.getFirst()) : Optional.<EntryPoint>empty();
    return entryPoint
        .map(Rehearsal::of)
        .orElseGet(() -> new Commands(terminal).run(List.of(EntryPoint.REHEARSE)));
  }
}
