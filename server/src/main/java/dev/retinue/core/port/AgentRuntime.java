package dev.retinue.core.port;

import dev.retinue.core.Agent;
import dev.retinue.core.Commission.Isolation;
import dev.retinue.core.Run;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Where runs are carried out.
public interface AgentRuntime {
  /// The name by which agents choose it.
  String name();

  /// Does the work and returns when nothing of it is left. Whatever happens is told to the work; a
  /// return without an ending is a failure, and so is an exception.
  void carryOut(Work work) throws InterruptedException;

  /// Whether a run that was interrupted can be carried on from where it was, by `carryOut`.
  boolean canResume(Run run);

  /// What does the work, in the order in which it is chosen when nobody says who should.
  enum Nature {
    /// A model, asked from within this process.
    MODEL,
    /// A program that is installed.
    PROGRAM,
    /// A script, to show what runs look like.
    SCRIPT
  }

  /// How many bytes of memory one run needs beside this process.
  default long appetite() {
    return 0;
  }

  /// What a run must know that goes on with the conversation of this one, which has ended; nothing
  /// where none was kept.
  ///
  /// @param agent who is to go on with it, as it is now
  default Optional<Map<String, String>> inheritance(Run former, Agent agent) {
    return Optional.empty();
  }

  /// Whether a run at work hears what is said to it: it must look for it before it is done.
  default boolean hears() {
    return false;
  }

  /// From now on Retinue can be reached here, as an MCP server, by those whom it carries out.
  ///
  /// @param tokenOf the token with which a run asks for something itself
  default void reachable(URI address, Function<Run, String> tokenOf) {}

  /// The files of a folder that say something to agents, such as `AGENTS.md`, and that this one
  /// reads without being told, when it works there: whoever told it the same would tell it twice.
  ///
  /// @param isolation on what it works of that folder
  default Set<String> readsItself(Agent agent, Path directory, Isolation isolation) {
    return Set.of();
  }

  /// Whether it opens the files that are mentioned in what it is told, as in `@file`: then somebody
  /// else's text must not reach it as it is.
  default boolean opensMentions(Agent agent) {
    return false;
  }

  /// Refuses a model that can never be asked here, before a run is made for it.
  ///
  /// @param model the one that was named
  /// @param agent who is to think with it
  /// @throws dev.retinue.core.RetinueException if nobody knows it
  default void requireModel(String model, Agent agent) {}

  /// What this agent lacks to begin, keys of its models for instance; nothing where nobody can
  /// tell.
  ///
  /// @param keys of model providers that whoever wants it to work lends it
  default List<Lack> lacks(Agent agent, Map<String, String> keys) {
    return List.of();
  }

  default Nature nature() {
    return Nature.PROGRAM;
  }

  /// Whether it has now what it needs, a key or a program for instance.
  default boolean ready() {
    return true;
  }

  /// Whether it has it for this agent, whose definition may say more than the name of a runtime.
  ///
  /// @param keys of model providers that whoever wants it to work lends it
  default boolean ready(Agent agent, Map<String, String> keys) {
    return ready();
  }
}
