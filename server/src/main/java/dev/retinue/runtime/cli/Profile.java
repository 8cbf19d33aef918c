package dev.retinue.runtime.cli;

import dev.retinue.core.Agent;
import dev.retinue.core.Money;
import dev.retinue.core.Run;
import dev.retinue.process.Signal;
import dev.retinue.runtime.cli.relay.Voice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What is known of one program: how it is found, started, read and stopped. Everything that a
/// vendor may change is in here.
public interface Profile {
  /// How a program ends when another one that it needs is not there.
  int NOT_FOUND = 127;

  /// How most programs name their sessions.
  Pattern UUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  /// The name of the program, and of the runtime that agents choose.
  String name();

  /// What to type to install it.
  String install();

  /// The same for one agent, where its definition says more than the name of a runtime.
  default Profile of(Agent agent) {
    return this;
  }

  /// What is looked for: a name on the `PATH`, or a full path.
  default String command() {
    return name();
  }

  /// Whether it tells its version when it is asked with `--version`, and does nothing else then.
  default boolean knowsItsVersion() {
    return true;
  }

  /// The program itself behind what is found on the `PATH`, where that is only a way to it.
  default Path behind(Path found) {
    return found;
  }

  /// What people call it.
  default String title() {
    return command();
  }

  /// How it is started for a task.
  Invocation invocation(Task task);

  /// The same, where it is told of the run that the task is.
  default Invocation invocation(Task task, Run run) {
    return invocation(task);
  }

  /// The variables that it may see besides those that every program may: where its service is, and
  /// its own settings.
  Set<String> environment();

  Lines lines();

  /// The same for one that was started with this environment, and may have written down more than
  /// it prints.
  default Lines lines(Map<String, String> environment) {
    return lines();
  }

  /// The same for what it writes beside its output; nothing where that is for nobody until it
  /// fails.
  default Optional<Lines> asides() {
    return Optional.empty();
  }

  /// What it heeds cleanly.
  Signal stop();

  /// What makes it keep its sign-in and its settings in this folder, and nowhere else.
  Map<String, String> login(Path folder);

  /// What stands in such a folder at first, by path below it.
  default Map<String, String> seeds() {
    return Map.of();
  }

  /// What an ending means that it said nothing about.
  default Trouble.Kind meaning(int exitCode) {
    return exitCode == NOT_FOUND ? Trouble.Kind.NOT_INSTALLED : Trouble.Kind.CRASH;
  }

  /// Whether it needs no last word: then all that it printed is its result.
  default boolean isPlain() {
    return false;
  }

  /// Whether starting it twice for one contract does no more than starting it once.
  default boolean isRepeatable() {
    return false;
  }

  /// Whether two that begin at the same moment get into each other's way.
  default boolean beginsAlone() {
    return false;
  }

  /// How many bytes of memory it takes.
  default long appetite() {
    return 300L << 20;
  }

  /// The line with which it is told something while it is at work; nothing where it does not
  /// listen.
  default Optional<String> said(String text) {
    return Optional.empty();
  }

  /// The line with which it is asked to break off what it does; nothing where only a signal does.
  default Optional<String> interruption() {
    return Optional.empty();
  }

  /// Whether this is a session of it that can be gone on with: nothing else is handed to it.
  default boolean isSession(String id) {
    return UUID.matcher(id).matches();
  }

  /// What it keeps in its owner's home: sign-in, settings, sessions. A name there, with a slash at
  /// its end if it is a folder; or `$` and a variable that says where.
  default List<String> belongings() {
    return List.of();
  }

  /// What it needs to read besides where it is installed.
  default List<Path> readable() {
    return List.of();
  }

  /// Whether it is told where Retinue is, if Retinue can be reached.
  default boolean callsBack() {
    return false;
  }

  /// Whether these tools change nothing in the folder where it works. Only for programs that have
  /// no list of tools: then our sandbox keeps them to it.
  default boolean onlyReads(List<String> tools) {
    return false;
  }

  /// The files of a folder that are written for agents, and that it reads by itself.
  default Set<String> guidance(Path directory, Setting setting) {
    return Set.of();
  }

  /// Whether it opens files that are mentioned in what it hears, as in `@file`. Of a program that
  /// nobody knows it is assumed.
  default boolean opensMentions() {
    return true;
  }

  /// Where it works.
  ///
  /// @param tier of the sandbox that is around it
  /// @param trusted whether it may take up what the folder says: settings, hooks, servers
  record Setting(int tier, boolean trusted) {
    /// From this one on our sandbox confines files; a second one inside of it is more than most
    /// systems allow.
    public static final int CONFINING_TIER = 2;

    public static final Setting USUAL = new Setting(1, false);

    public boolean isConfined() {
      return tier >= CONFINING_TIER;
    }
  }

  /// What is to be done.
  ///
  /// @param instructions what the agent is told before every piece of work
  /// @param session the one to go on with, if there is one
  /// @param folder where files for the program can be put
  /// @param directory where it works
  /// @param schema what its answer must look like, as a JSON Schema
  /// @param ties what binds it to us
  /// @param setting where it works
  record Task(
      String instructions,
      String contract,
      List<String> tools,
      @Nullable String model,
      @Nullable String session,
      Path folder,
      Path directory,
      @Nullable String schema,
      Ties ties,
      Setting setting) {
    public Task(
        String instructions,
        String contract,
        List<String> tools,
        @Nullable String model,
        @Nullable String session,
        Path folder,
        Path directory,
        @Nullable String schema,
        Ties ties) {
      this(
          instructions,
          contract,
          tools,
          model,
          session,
          folder,
          directory,
          schema,
          ties,
          Setting.USUAL);
    }

    public Task(
        String instructions,
        String contract,
        List<String> tools,
        @Nullable String model,
        @Nullable String session,
        Path folder) {
      this(instructions, contract, tools, model, session, folder, folder, null, Ties.NONE);
    }
  }

  /// What binds a program to us while it is at work.
  ///
  /// @param ruled whether there are rules about what it does with its tools
  /// @param door where it finds Retinue as an MCP server, if it was asked for
  /// @param funds what it may still cost; null where it may cost anything, or is to wait for more
  record Ties(boolean ruled, Doorway.@Nullable Door door, @Nullable Money funds) {
    public static final Ties NONE = new Ties(false, null);

    public Ties(boolean ruled, Doorway.@Nullable Door door) {
      this(ruled, door, null);
    }

    /// What has to be said where a program can have none of it.
    public List<String> lacking(String program) {
      var warnings = new ArrayList<String>();
      if (ruled) {
        warnings.add(
            "%s does not ask Retinue before it uses a tool, so the rules about tools do not hold for it."
                .formatted(program));
      }
      if (door != null) {
        warnings.add("%s is not given Retinue as an MCP server.".formatted(program));
      }
      return warnings;
    }
  }

  /// A command line.
  ///
  /// @param files what must be there before it starts, by path
  /// @param input what it hears
  /// @param open whether it is spoken with after that, in the way of `voice`
  /// @param warnings sentences about what was asked for and cannot be done
  record Invocation(
      List<String> arguments,
      Map<String, String> environment,
      Map<Path, String> files,
      String input,
      boolean open,
      List<String> warnings) {
    public Invocation(
        List<String> arguments,
        Map<String, String> environment,
        Map<Path, String> files,
        String input) {
      this(arguments, environment, files, input, false, List.of());
    }
  }

  /// How it is answered, where it asks before it uses a tool.
  default Optional<Voice> voice() {
    return Optional.empty();
  }

  /// The tools of an agent by the names that it uses itself when it asks.
  default List<String> listed(List<String> tools) {
    return tools;
  }
}
