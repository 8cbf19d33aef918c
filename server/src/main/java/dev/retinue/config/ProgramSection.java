package dev.retinue.config;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Program;
import dev.retinue.core.RetinueException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The section `program` of an agent: what is started for it. Only here can that be said; callers
/// never choose a command.
final class ProgramSection {
  /// The runtime that starts whatever it names.
  private static final String RUNTIME = "program";

  private static final int LONGEST = 4_000;

  private static final Key<String> COMMAND =
      Key.required(
          "command",
          Kinds.words(LONGEST),
          "The program: a name on the `PATH` of the daemon, or a full path.");
  private static final Key<List<String>> ARGUMENTS =
      Key.of(
          "arguments",
          new Items<>("a list of words", Kinds.text(LONGEST), ",", true),
          List.of(),
          "What stands behind it on its command line, word for word.");
  private static final Key<List<String>> ENVIRONMENT =
      Key.of(
          "environment",
          Kinds.listOf("names", Kinds.words(200)),
          List.of(),
          "The variables of the daemon that it may see besides those that every program may.");
  private static final Key<Program.Format> FORMAT =
      Key.of(
          "format",
          Kinds.oneOf(Program.Format.class),
          Program.Format.TEXT,
          "What it prints: `text` that is all result, or `json-lines` with Retinue's words.");

  private static final Key<Boolean> REPEATABLE =
      Key.of(
          "repeatable",
          Kinds.truth(),
          false,
          "Whether it may be started once more for the same work: it changes nothing, or the same.");

  static final Key<Program> KEY =
      Key.optional(
          "program",
          new Shape<>(
              List.of(COMMAND, ARGUMENTS, ENVIRONMENT, FORMAT, REPEATABLE),
              ProgramSection::program),
          "What is started, for the runtime `program`.");

  private ProgramSection() {}

  private static Program program(Values values) {
    return new Program(
        values.require(COMMAND),
        values.require(ARGUMENTS),
        values.require(ENVIRONMENT),
        values.require(FORMAT),
        values.require(REPEATABLE));
  }

  /// What an agent of this runtime starts; null where its runtime knows that itself.
  static @Nullable Program of(String agent, String runtime, Optional<Program> program) {
    boolean open = runtime.equals(RUNTIME);
    if (open && program.isEmpty()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Staff '%s' has the runtime 'program' and does not say which; add 'program' with its 'command'."
              .formatted(agent));
    }
    if (!open && program.isPresent()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "Staff '%s' has a 'program', but its runtime '%s' starts its own; remove it, or write 'runtime: program'."
              .formatted(agent, runtime));
    }
    return program.orElse(null);
  }
}
