package dev.retinue.runtime.cli.claude;

import dev.retinue.core.Agent;
import dev.retinue.core.Program;
import dev.retinue.process.Signal;
import dev.retinue.runtime.cli.Doorway;
import dev.retinue.runtime.cli.Lines;
import dev.retinue.runtime.cli.Profile;
import dev.retinue.runtime.cli.Schemas;
import dev.retinue.runtime.cli.Wording;
import dev.retinue.runtime.cli.guidance.Guidance;
import dev.retinue.runtime.cli.relay.Voice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Claude Code.
public final class Claude implements Profile {
  private static final List<String> OWN_GUIDANCE =
      List.of("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md");

  private static final Set<String> OWN_VARIABLES =
      Set.of(
          "ANTHROPIC_API_KEY",
          "ANTHROPIC_AUTH_TOKEN",
          "ANTHROPIC_BASE_URL",
          "ANTHROPIC_MODEL",
          "API_TIMEOUT_MS",
          "CLAUDE_CODE_OAUTH_TOKEN",
          "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
          "CLAUDE_CODE_USE_BEDROCK",
          "CLAUDE_CODE_USE_VERTEX",
          "CLAUDE_CONFIG_DIR",
          "IS_SANDBOX");

  private static final String NAME = "claude";
  private static final Program PLAIN =
      new Program(NAME, List.of(), List.of(), Program.Format.JSON_LINES);

  private final Program program;

  public Claude() {
    this(PLAIN);
  }

  private Claude(Program program) {
    this.program = program;
  }

  /// One may be kept with options of its own, which stand behind ours.
  @Override
  public Profile of(Agent agent) {
    var own = agent.conduct().program();
    return own == null ? this : new Claude(own);
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
    return "npm install -g @anthropic-ai/claude-code";
  }

  @Override
  public long appetite() {
    return 216L << 20;
  }

  @Override
  public Invocation invocation(Task task) {
    var words = new ArrayList<>(List.of("-p", "--output-format", "stream-json", "--verbose"));
    // A repository must not execute: its settings, hooks and MCP servers stay off.
    words.addAll(
        task.setting().trusted()
            ? List.of("--setting-sources", "user,project,local")
            : List.of("--setting-sources", "user", "--strict-mcp-config"));
    // What it may not do by itself it asks, and hears the answer on its standard input.
    words.addAll(List.of("--input-format", "stream-json", "--permission-prompt-tool", "stdio"));
    words.addAll(List.of("--permission-mode", "default"));
    var tools = ClaudeTools.of(task.tools());
    words.addAll(List.of("--disallowedTools", String.join(",", tools.never())));
    var allowed = new ArrayList<>(tools.allowed());
    if (!task.tools().isEmpty()) {
      words.addAll(List.of("--tools", String.join(",", tools.offered())));
    }
    boolean formed = Schemas.isOfObject(task.schema());
    if (formed && task.schema() != null) {
      words.addAll(List.of("--json-schema", task.schema()));
    }
    var files = new HashMap<Path, String>();
    var door = task.ties().door();
    if (door != null) {
      var file = task.folder().resolve("mcp.json");
      files.put(file, ClaudeControl.servers(door));
      words.addAll(List.of("--mcp-config", file.toString()));
      allowed.add("mcp__" + Doorway.NAME);
    }
    if (!allowed.isEmpty()) {
      words.addAll(List.of("--allowedTools", String.join(",", allowed)));
    }
    if (task.model() != null) {
      words.addAll(List.of("--model", task.model()));
    }
    if (task.session() != null) {
      words.addAll(List.of("--resume", task.session()));
    }
    // It knows its prices, and we hear what it cost only at its end.
    var funds = task.ties().funds();
    if (funds != null) {
      words.addAll(List.of("--max-budget-usd", funds.usd().toPlainString()));
    }
    if (!task.instructions().isBlank()) {
      var file = task.folder().resolve("instructions.md");
      files.put(file, task.instructions());
      words.addAll(List.of("--append-system-prompt-file", file.toString()));
    }
    words.addAll(program.arguments());
    return new Invocation(
        words,
        Map.of("CLAUDE_CODE_MAX_RETRIES", "3"),
        files,
        ClaudeControl.opening(input(task, formed), task.ties().ruled()),
        true,
        tools.warnings());
  }

  @Override
  public Optional<Voice> voice() {
    return Optional.of(new ClaudeControl());
  }

  @Override
  public List<String> listed(List<String> tools) {
    return ClaudeTools.of(tools).allowed();
  }

  @Override
  public Optional<String> said(String text) {
    return Optional.of(ClaudeControl.message(text).toString());
  }

  @Override
  public Optional<String> interruption() {
    return Optional.of(ClaudeControl.interruption());
  }

  private static String input(Task task, boolean formed) {
    if (Wording.goesOn(task)) {
      return task.contract();
    }
    return formed ? Wording.contract(task) : Wording.contractWithSchema(task);
  }

  @Override
  public Map<String, String> login(Path folder) {
    return Map.of("CLAUDE_CONFIG_DIR", folder.toString());
  }

  @Override
  public Set<String> environment() {
    var seen = new HashSet<>(OWN_VARIABLES);
    seen.addAll(program.environment());
    return seen;
  }

  @Override
  public List<String> belongings() {
    return List.of("$CLAUDE_CONFIG_DIR", ".claude/", ".claude.json");
  }

  /// With the settings of the project off it reads nothing; else what is written for it, and what
  /// is written for all agents only where there is nothing else, here and above.
  @Override
  public Set<String> guidance(Path directory, Setting setting) {
    if (!setting.trusted()) {
      return Set.of();
    }
    var guidance = new Guidance(directory);
    // What its owner says to all of his agents, in a folder of his home, does not count as such.
    boolean addressed =
        guidance.upToRepository().stream().anyMatch(it -> !it.telling(OWN_GUIDANCE).isEmpty())
            || guidance.upToTheTop().stream()
                .anyMatch(it -> !it.telling(List.of("CLAUDE.md")).isEmpty());
    return guidance.withMentioned(
        guidance.telling(addressed ? OWN_GUIDANCE : List.of("AGENTS.md")));
  }

  @Override
  public Lines lines() {
    return Lines.ofJson(new ClaudeLines());
  }

  @Override
  public Signal stop() {
    return Signal.TERMINATE;
  }
}
