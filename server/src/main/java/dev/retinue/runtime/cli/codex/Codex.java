package dev.retinue.runtime.cli.codex;

import dev.retinue.core.Agent;
import dev.retinue.core.Program;
import dev.retinue.process.Signal;
import dev.retinue.runtime.cli.Doorway;
import dev.retinue.runtime.cli.Lines;
import dev.retinue.runtime.cli.Profile;
import dev.retinue.runtime.cli.Schemas;
import dev.retinue.runtime.cli.Wording;
import dev.retinue.runtime.cli.guidance.Guidance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Codex. It has no list of tools: what it may do is said by its sandbox.
public final class Codex implements Profile {
  /// The variable with the token of a run.
  private static final String TOKEN = "RETINUE_TOKEN";

  private static final String NAME = "codex";
  private static final Program PLAIN =
      new Program(NAME, List.of(), List.of(), Program.Format.JSON_LINES);

  /// The options that say what its commands may do: it takes only one of them.
  private static final Set<String> SANDBOX =
      Set.of(
          "-s", "--sandbox", "--full-auto", "--dangerously-bypass-approvals-and-sandbox", "--yolo");

  private final Program program;

  public Codex() {
    this(PLAIN);
  }

  private Codex(Program program) {
    this.program = program;
  }

  /// One may be kept with options of its own, which stand before ours.
  @Override
  public Profile of(Agent agent) {
    var own = agent.conduct().program();
    return own == null ? this : new Codex(own);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String command() {
    return program.command();
  }

  @Override
  public String title() {
    return NAME;
  }

  @Override
  public String install() {
    return "npm install -g @openai/codex";
  }

  /// The program that npm installs starts another one and cannot be stopped cleanly.
  @Override
  public Path behind(Path found) {
    try {
      var script = found.toRealPath();
      var modules = script.getParent() == null ? null : script.getParent().getParent();
      if (modules == null || !script.getFileName().toString().endsWith(".js")) {
        return found;
      }
      for (var home : List.of(modules.resolve("node_modules"), modules.resolve("../.."))) {
        var folder = home.resolve("@openai").normalize();
        if (Files.isDirectory(folder)) {
          try (var files =
              Files.find(folder, 6, (path, it) -> it.isRegularFile() && isNative(path))) {
            var program = files.findFirst();
            if (program.isPresent()) {
              return program.get();
            }
          }
        }
      }
      return found;
    } catch (IOException e) {
      return found;
    }
  }

  private static boolean isNative(Path path) {
    return path.endsWith("bin/codex")
        && path.toString().contains("vendor")
        && Files.isExecutable(path);
  }

  /// It sweeps away the helpers of those that have ended, and takes one that has just begun for one
  /// of them: then no command of that one can be run any more.
  @Override
  public boolean beginsAlone() {
    return true;
  }

  @Override
  public long appetite() {
    return 157L << 20;
  }

  @Override
  public Invocation invocation(Task task) {
    var words = new ArrayList<>(List.of("exec"));
    words.addAll(program.arguments());
    words.addAll(List.of("--json", "--skip-git-repo-check"));
    // Always said: a folder that it trusts would get more than that by itself.
    var tools = CodexTools.of(task.tools());
    // One sandbox inside of another is more than most systems allow, and ours is the one that
    // counts.
    if (program.arguments().stream().noneMatch(Codex::saysSandbox)) {
      words.addAll(
          List.of("-s", task.setting().isConfined() ? "danger-full-access" : tools.sandbox()));
    }
    words.addAll(List.of("-c", trust(task)));
    words.addAll(tools.options());
    words.addAll(List.of("-c", "features.plugins=false", "-c", "analytics.enabled=false"));
    words.addAll(List.of("-c", "features.unbounded_connection_retries=false"));
    // Its own sub-agents would be outside of our lineage and budgets.
    words.addAll(List.of("-c", "features.multi_agent=false"));
    var environment = new HashMap<String, String>();
    var door = task.ties().door();
    if (door != null) {
      words.addAll(server(door));
      environment.put(TOKEN, door.token());
    }
    var files = new HashMap<Path, String>();
    boolean formed = Schemas.isStrict(task.schema());
    if (formed && task.schema() != null) {
      var file = task.folder().resolve("schema.json");
      files.put(file, task.schema());
      words.addAll(List.of("--output-schema", file.toString()));
    }
    if (task.model() != null) {
      words.addAll(List.of("-m", task.model()));
    }
    if (task.session() != null) {
      words.addAll(List.of("resume", task.session()));
    }
    words.add("-");
    var warnings = new ArrayList<>(tools.warnings());
    warnings.addAll(new Ties(task.ties().ruled(), null).lacking(name()));
    return new Invocation(words, environment, files, input(task, formed), false, warnings);
  }

  private static boolean saysSandbox(String word) {
    return SANDBOX.contains(word) || word.startsWith("--sandbox=");
  }

  /// What a repository says about servers and hooks counts where the operator trusts it. The
  /// program remembers by itself whom it trusts, so this is always said.
  private static String trust(Task task) {
    var folder = Lines.Mapper.JSON.writeValueAsString(task.directory().toString());
    return "projects={%s={trust_level=\"%s\"}}"
        .formatted(folder, task.setting().trusted() ? "trusted" : "untrusted");
  }

  @Override
  public boolean onlyReads(List<String> tools) {
    return CodexTools.of(tools).sandbox().equals(CodexTools.READS);
  }

  @Override
  public List<String> belongings() {
    return List.of("$CODEX_HOME", ".codex/");
  }

  /// Its token is in a variable: arguments can be seen by everybody.
  private static List<String> server(Doorway.Door door) {
    var server = "mcp_servers." + Doorway.NAME + ".";
    return List.of(
        "-c",
        server + "url=\"" + door.address() + "\"",
        "-c",
        server + "bearer_token_env_var=\"" + TOKEN + "\"",
        // Nobody can be asked: it runs without approvals.
        "-c",
        server + "default_tools_approval_mode=\"approve\"");
  }

  private static String input(Task task, boolean formed) {
    if (Wording.goesOn(task)) {
      return task.contract();
    }
    return Wording.instructed(
        task, formed ? Wording.contract(task) : Wording.contractWithSchema(task));
  }

  @Override
  public Map<String, String> login(Path folder) {
    return Map.of("CODEX_HOME", folder.toString());
  }

  @Override
  public Set<String> environment() {
    var seen =
        new HashSet<>(
            Set.of("CODEX_API_KEY", "CODEX_HOME", "OPENAI_API_KEY", "OPENAI_BASE_URL", "RUST_LOG"));
    seen.addAll(program.environment());
    return seen;
  }

  /// In a folder that it does not trust it reads nothing.
  @Override
  public Set<String> guidance(Path directory, Setting setting) {
    return setting.trusted()
        ? new Guidance(directory).first(List.of("AGENTS.override.md", "AGENTS.md"))
        : Set.of();
  }

  @Override
  public boolean opensMentions() {
    return false;
  }

  @Override
  public Lines lines() {
    return Lines.ofJson(new CodexLines());
  }

  @Override
  public Lines lines(Map<String, String> environment) {
    return new CodexDiary(lines(), CodexDiary.sessions(environment));
  }

  @Override
  public Signal stop() {
    return Signal.INTERRUPT;
  }
}
