package dev.retinue.runtime.cli.javafile;

import dev.retinue.core.Agent;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Program;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.process.Signal;
import dev.retinue.runtime.cli.Lines;
import dev.retinue.runtime.cli.Profile;
import dev.retinue.runtime.cli.Trouble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The runtime `javafile`: an agent in one file, which described itself when the operator added it.
/// It hears its contract on standard input, says how far it is on standard error, and prints one
/// JSON object as its result.
public final class JavaFile implements Profile {
  public static final String NAME = "javafile";

  private static final String JAVA = ".java";

  /// As much as such an agent takes: its deadline is ours.
  private static final Duration LONGEST = Duration.ofDays(7);

  private static final int USUAL_DEPTH = 5;

  /// What the conventions leave to their user, and what the launcher needs.
  private static final Set<String> USUAL =
      Set.of(
          "LANG",
          "SFA_CONFIG",
          "SFA_LOG_FILE",
          "SFA_NO_LOG",
          "SFA_CONTEXT_STORE",
          "JAVA_HOME",
          "XDG_CACHE_HOME");

  private static final Program NONE =
      new Program("", List.of(), List.of(), Program.Format.TEXT, false);

  private final Path launcher;
  private final List<Path> needs;
  private final Program program;
  private final Speech speech = new Speech();

  /// @param launcher what compiles and starts agents of Java: `retinue`
  /// @param needs what agents of Java need to read: a JDK, and what was prepared of them
  public JavaFile(Path launcher, List<Path> needs) {
    this(launcher, needs, NONE);
  }

  private JavaFile(Path launcher, List<Path> needs, Program program) {
    this.launcher = launcher;
    this.needs = List.copyOf(needs);
    this.program = program;
  }

  @Override
  public Profile of(Agent agent) {
    var named = agent.conduct().program();
    if (named == null || named.description() == null) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The definition of agent '%s' does not say which file it is; add that with 'retinue agents add'."
              .formatted(agent.name()));
    }
    return new JavaFile(launcher, needs, named);
  }

  private boolean isJava() {
    return program.command().endsWith(JAVA);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String command() {
    return isJava() ? launcher.toString() : program.command();
  }

  @Override
  public String title() {
    return String.valueOf(Path.of(program.command()).getFileName());
  }

  /// Only who adds it asks it for anything.
  @Override
  public boolean knowsItsVersion() {
    return false;
  }

  @Override
  public String install() {
    return "means of your own, and add it again: retinue agents add --force " + program.command();
  }

  @Override
  public Invocation invocation(Task task) {
    return invocation(task, Map.of(), LONGEST, 0);
  }

  @Override
  public Invocation invocation(Task task, Run run) {
    return invocation(task, kin(run), left(run), run.commission().terms().arrangement().preface());
  }

  private Invocation invocation(Task task, Map<String, String> kin, Duration left, int preface) {
    var description = Objects.requireNonNull(program.description());
    Unchanged.require(Path.of(program.command()), description);
    var errand = Errand.of(task.contract(), preface, description.parameters());
    var arguments = new ArrayList<String>();
    if (isJava()) {
      arguments.addAll(List.of("exec", program.command()));
    }
    arguments.addAll(List.of("--output-format", "json", "--non-interactive"));
    arguments.addAll(List.of("--timeout", Long.toString(Math.max(1, left.toSeconds()))));
    arguments.addAll(errand.flags());
    var environment = new TreeMap<>(kin);
    var door = task.ties().door();
    if (door != null) {
      environment.put("RETINUE_URL", door.address().resolve("/").toString());
      environment.put("RETINUE_TOKEN", door.token());
    }
    return new Invocation(
        arguments, environment, Map.of(), errand.context(), false, warnings(task));
  }

  private List<String> warnings(Task task) {
    var warnings = new ArrayList<String>();
    if (task.ties().ruled()) {
      warnings.add(
          "%s does not ask Retinue before it does something, so the rules about tools do not hold for it."
              .formatted(title()));
    }
    if (task.model() != null) {
      warnings.add("%s chooses its models itself.".formatted(title()));
    }
    return warnings;
  }

  /// Who stands above it, and under which name all of an errand is kept together.
  private static Map<String, String> kin(Run run) {
    var above = run.commission().lineage().above();
    var session = run.commission().terms().session();
    var kin = new TreeMap<String, String>();
    kin.put("SFA_SESSION_ID", session == null ? run.root().text() : session);
    kin.put("SFA_DEPTH", Integer.toString(above.size()));
    // How deep a tree may be is for the daemon to say.
    kin.put("SFA_MAX_DEPTH", Integer.toString(Math.max(USUAL_DEPTH, above.size() + 1)));
    kin.put("SFA_CALL_CHAIN", String.join(",", above.stream().map(it -> it.agent()).toList()));
    return kin;
  }

  private static Duration left(Run run) {
    var seconds = run.commission().terms().budget().maxSeconds();
    var left = seconds == null ? LONGEST : Duration.ofSeconds(seconds).minus(run.tenure().active());
    return left.compareTo(LONGEST) > 0 ? LONGEST : left;
  }

  @Override
  public Set<String> environment() {
    var names = new HashSet<>(USUAL);
    names.addAll(program.environment());
    return names;
  }

  @Override
  public Lines lines() {
    return speech.result();
  }

  @Override
  public Optional<Lines> asides() {
    return Optional.of(speech.progress());
  }

  @Override
  public Trouble.Kind meaning(int exitCode) {
    return switch (exitCode) {
      case 2 -> Trouble.Kind.USAGE;
      case 3 -> Trouble.Kind.TIMEOUT;
      case 4 -> Trouble.Kind.PERMISSION;
      case NOT_FOUND -> Trouble.Kind.NOT_INSTALLED;
      case 130, 143 -> Trouble.Kind.INTERRUPTED;
      default -> Trouble.Kind.ERROR;
    };
  }

  /// It has no sessions of its own.
  @Override
  public boolean isSession(String id) {
    return false;
  }

  @Override
  public boolean opensMentions() {
    return false;
  }

  @Override
  public boolean callsBack() {
    return true;
  }

  @Override
  public Signal stop() {
    return Signal.TERMINATE;
  }

  @Override
  public Map<String, String> login(Path folder) {
    return Map.of();
  }

  /// The log and the notes of all such agents.
  @Override
  public List<String> belongings() {
    return List.of(".local/share/single-file-agents/");
  }

  @Override
  public List<Path> readable() {
    var all = new ArrayList<Path>();
    var folder = Path.of(program.command()).getParent();
    if (folder != null) {
      all.add(folder);
    }
    if (isJava()) {
      needs.stream().filter(Files::exists).forEach(all::add);
    }
    return all;
  }
}
