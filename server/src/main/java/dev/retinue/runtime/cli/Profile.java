package dev.retinue.runtime.cli;

import dev.retinue.process.Signal;
import dev.retinue.runtime.cli.relay.Voice;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is known of one program: how it is found, started, read and stopped. Everything that a
/// vendor may change is in here.
public interface Profile {
  /// The name of the program, and of the runtime that agents choose.
  String name();

  /// What to type to install it.
  String install();

  /// The program itself behind what is found on the `PATH`, where that is only a way to it.
  default Path behind(Path found) {
    return found;
  }

  /// How it is started for a task.
  Invocation invocation(Task task);

  /// The variables that it may see besides those that every program may: where its service is, and
  /// its own settings.
  Set<String> environment();

  Lines lines();

  /// What it heeds cleanly.
  Signal stop();

  /// What is to be done.
  ///
  /// @param instructions what the agent is told before every piece of work
  /// @param session the one to go on with, if there is one
  /// @param folder where files for the program can be put
  /// @param ties what binds it to us
  record Task(
      String instructions,
      String contract,
      List<String> tools,
      @Nullable String model,
      @Nullable String session,
      Path folder,
      Ties ties) {
    public Task(
        String instructions,
        String contract,
        List<String> tools,
        @Nullable String model,
        @Nullable String session,
        Path folder) {
      this(instructions, contract, tools, model, session, folder, Ties.NONE);
    }
  }

  /// What binds a program to us while it is at work.
  ///
  /// @param ruled whether there are rules about what it does with its tools
  /// @param door where it finds Retinue as an MCP server, if it was asked for
  record Ties(boolean ruled, Doorway.@Nullable Door door) {
    public static final Ties NONE = new Ties(false, null);
  }

  /// A command line.
  ///
  /// @param files what must be there before it starts, by path
  /// @param input what it hears
  /// @param open whether it is spoken with after that, in the way of `voice`
  record Invocation(
      List<String> arguments,
      Map<String, String> environment,
      Map<Path, String> files,
      String input,
      boolean open) {
    public Invocation(
        List<String> arguments,
        Map<String, String> environment,
        Map<Path, String> files,
        String input) {
      this(arguments, environment, files, input, false);
    }
  }

  /// How it is answered, where it asks before it uses a tool.
  default Optional<Voice> voice() {
    return Optional.empty();
  }

  /// Those of the names that a profile gives to tools, where it has others of its own.
  default Optional<String> tool(String name) {
    return Optional.of(name);
  }
}
