package dev.retinue.runtime.cli.generic;

import dev.retinue.core.Agent;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Program;
import dev.retinue.core.RetinueException;
import dev.retinue.process.Signal;
import dev.retinue.runtime.cli.Lines;
import dev.retinue.runtime.cli.Profile;
import dev.retinue.runtime.cli.Wording;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The runtime `program`: what is started is named by the definition of each agent, and by nobody
/// else.
public final class AnyProgram implements Profile {
  private static final int LONGEST_SESSION = 200;

  public static final String NAME = "program";

  private static final Program NONE = new Program("", List.of(), List.of(), Program.Format.TEXT);

  private final Program program;

  public AnyProgram() {
    this(NONE);
  }

  private AnyProgram(Program program) {
    this.program = program;
  }

  @Override
  public Profile of(Agent agent) {
    var named = agent.conduct().program();
    if (named == null) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The definition of agent '%s' names no program; add 'program' to it."
              .formatted(agent.name()));
    }
    return new AnyProgram(named);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String command() {
    return program.command();
  }

  /// Nobody knows what it does when it is asked.
  @Override
  public boolean knowsItsVersion() {
    return false;
  }

  @Override
  public String install() {
    return "means of your own, or correct 'program.command' in the configuration";
  }

  /// Whatever it said: it gets it back in a variable.
  @Override
  public boolean isSession(String id) {
    return !id.isBlank() && id.length() <= LONGEST_SESSION && id.indexOf(0) < 0;
  }

  @Override
  public Invocation invocation(Task task) {
    var environment = new HashMap<String, String>();
    if (task.session() != null) {
      environment.put("RETINUE_SESSION", task.session());
    }
    if (task.model() != null) {
      environment.put("RETINUE_MODEL", task.model());
    }
    var warnings = new ArrayList<>(task.ties().lacking(program.command()));
    if (!task.tools().isEmpty()) {
      warnings.add(
          "Retinue cannot tell %s which tools it may use, so these mean nothing to it: %s."
              .formatted(program.command(), String.join(", ", task.tools())));
    }
    return new Invocation(
        program.arguments(),
        environment,
        Map.of(),
        Wording.instructed(task, Wording.contractWithSchema(task)),
        false,
        warnings);
  }

  @Override
  public Set<String> environment() {
    return Set.copyOf(program.environment());
  }

  @Override
  public Lines lines() {
    return switch (program.format()) {
      case TEXT -> ProgramLines.TEXT;
      case JSON_LINES -> Lines.ofJson(new ProgramLines());
    };
  }

  @Override
  public boolean isPlain() {
    return program.format() == Program.Format.TEXT;
  }

  @Override
  public boolean isRepeatable() {
    return program.repeatable();
  }

  @Override
  public Signal stop() {
    return Signal.TERMINATE;
  }

  /// Its home is the only place that programs have in common.
  @Override
  public Map<String, String> login(Path folder) {
    return Map.of();
  }
}
