package dev.retinue.cli;

import dev.retinue.cli.text.Reasons;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `retinue new`: writes something to begin with.
@Command(name = "new", description = "Write something to begin with: an agent in one Java file.")
final class NewCommand implements Callable<Integer> {
  private final Terminal terminal;

  private NewCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  static CommandLine commands(Terminal terminal) {
    return new CommandLine(new NewCommand(terminal)).addSubcommand(new OfAgent(terminal));
  }

  @Override
  public Integer call() {
    Reach.tell(terminal, "say what: retinue new agent <name>");
    return ExitCode.USAGE;
  }

  /// `retinue new agent`: one that works, with its test. Nothing that is there is written over.
  @Command(name = "agent", description = "Write an agent in one Java file, and its test.")
  private static final class OfAgent implements Callable<Integer> {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    private static final int LONGEST = 60;

    /// Of the SDK, in the files that are written.
    private static final Set<String> USED = Set.of("Agent", "Option", "Trial");

    private final Terminal terminal;

    @Parameters(paramLabel = "<name>", description = "Its name, such as todo-finder.")
    private String name = "";

    @Option(
        names = "--dir",
        paramLabel = "<folder>",
        description = "Where to write it; else where you are.")
    private Path folder = Path.of("");

    OfAgent(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() {
      var agent = agentName();
      var type = typeName(agent);
      var file = folder.resolve(type + ".java");
      var test = folder.resolve(type + "Test.java");
      requireFree(file);
      requireFree(test);
      write(file, "Agent.java.txt", agent, type);
      write(test, "AgentTest.java.txt", agent, type);
      terminal
          .out()
          .print(
              Called.in(
                  """
              Written: %1$s and %2$s. Next:
                retinue exec %2$s
                retinue exec %1$s --help
                echo 'TODO: say more' | retinue exec %1$s
                retinue exec %1$s --mcp        a server of MCP
                retinue agents add %1$s        a member of the staff
              """
                      .formatted(file, test)));
      return ExitCode.OK;
    }

    /// A class that is called as one that every file knows would hide it.
    private static String typeName(String agent) {
      var type =
          Stream.of(agent.split("-", -1))
              .map(it -> it.substring(0, 1).toUpperCase(Locale.ROOT) + it.substring(1))
              .collect(Collectors.joining());
      return isTaken(type) ? type + "Agent" : type;
    }

    private static boolean isTaken(String type) {
      return USED.contains(type)
          || Object.class.getResource("/java/lang/%s.class".formatted(type)) != null;
    }

    /// `TodoFinder` is understood, too.
    private String agentName() {
      var small =
          name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").replace('_', '-').toLowerCase(Locale.ROOT);
      if (!NAME.matcher(small).matches() || small.length() > LONGEST) {
        throw new RetinueException(
            ErrorCode.INVALID_INPUT,
            "'%s' is no name for an agent: write a small letter first, then small letters, digits and dashes, such as todo-finder."
                .formatted(name.replaceAll("\\p{Cntrl}", "?")));
      }
      return small;
    }

    private static void requireFree(Path file) {
      if (Files.exists(file)) {
        throw taken(file);
      }
    }

    private static RetinueException taken(Path file) {
      return new RetinueException(
          ErrorCode.CONFLICT,
          "'%s' is there already, and is left as it is; choose another name, or another --dir."
              .formatted(file));
    }

    private static void write(Path file, String template, String agent, String type) {
      var text = template(template).replace("@agent@", agent).replace("@Type@", type);
      try {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
      } catch (FileAlreadyExistsException e) {
        throw taken(file);
      } catch (IOException e) {
        throw new RetinueException(
            ErrorCode.INVALID_INPUT,
            "'%s' cannot be written: %s.".formatted(file, Reasons.of(e)),
            e);
      }
    }

    private static String template(String name) {
      try (var in =
          Objects.requireNonNull(NewCommand.class.getResourceAsStream("new/" + name), name)) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
