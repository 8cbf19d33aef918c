package dev.retinue.runtime.cli.opencode;

import dev.retinue.core.tool.Ability;
import dev.retinue.core.tool.NamedTool;
import dev.retinue.process.Signal;
import dev.retinue.runtime.cli.Lines;
import dev.retinue.runtime.cli.Profile;
import dev.retinue.runtime.cli.Strangers;
import dev.retinue.runtime.cli.Wording;
import dev.retinue.runtime.cli.guidance.Guidance;
import dev.retinue.runtime.cli.tools.ToolMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// opencode. What it may use is said by its permissions; what is denied is not offered.
public final class OpenCode implements Profile {
  private static final Pattern SESSION = Pattern.compile("ses_[A-Za-z0-9]{1,100}");

  private static final String SHELL = "bash";
  private static final ToolMap TOOLS =
      new ToolMap(
          "opencode",
          Map.of(
              Ability.READ,
              List.of("read"),
              Ability.SEARCH,
              List.of("glob", "grep"),
              Ability.EDIT,
              List.of("edit"),
              Ability.SHELL,
              List.of(SHELL),
              Ability.WEB,
              List.of("webfetch", "websearch")),
          Set.of("lsp", "skill", "task", "todowrite"));

  @Override
  public String name() {
    return "opencode";
  }

  @Override
  public String install() {
    return "npm install -g opencode-ai";
  }

  @Override
  public boolean isSession(String id) {
    return SESSION.matcher(id).matches();
  }

  @Override
  public Invocation invocation(Task task) {
    // A repository must not execute: its settings stay off. Its plugins were seen to run in spite
    // of
    // all that switches them off.
    Strangers.refuse(name(), task.directory(), ".opencode", "run what is in");
    var words = new ArrayList<>(List.of("run", "--format", "json", "--thinking"));
    if (!task.setting().trusted()) {
      words.add("--pure");
    }
    if (task.model() != null) {
      words.addAll(List.of("-m", task.model()));
    }
    if (task.session() != null) {
      words.addAll(List.of("--session", task.session()));
    }
    var input =
        Wording.goesOn(task)
            ? task.contract()
            : Wording.instructed(task, Wording.contractWithSchema(task));
    var warnings = new ArrayList<>(task.ties().lacking(name()));
    var environment = new HashMap<String, String>();
    environment.put("OPENCODE_DISABLE_AUTOUPDATE", "1");
    environment.put("OPENCODE_PERMISSION", permissions(task.tools(), warnings).toString());
    if (!task.setting().trusted()) {
      environment.put("OPENCODE_DISABLE_PROJECT_CONFIG", "1");
    }
    return new Invocation(words, environment, Map.of(), input, false, warnings);
  }

  /// The last rule that fits counts, so what is denied comes first.
  private static ObjectNode permissions(List<String> tools, List<String> warnings) {
    var rules = Lines.Mapper.JSON.createObjectNode();
    if (tools.isEmpty()) {
      // Its own sub-agents would be outside of our lineage and budgets.
      return rules.put("task", "deny");
    }
    rules.put("*", "deny");
    var plain = new ArrayList<String>();
    for (var text : tools) {
      var tool = NamedTool.of(text);
      if (tool.only() != null && TOOLS.find(tool.name()).equals(List.of(SHELL))) {
        commands(rules).put(tool.only(), "allow");
      } else {
        plain.add(text);
      }
    }
    var mapped = TOOLS.map(plain);
    mapped.names().forEach(name -> rules.put(name, "allow"));
    warnings.addAll(mapped.warnings());
    return rules;
  }

  private static ObjectNode commands(ObjectNode rules) {
    return rules.get(SHELL) instanceof ObjectNode commands
        ? commands
        : rules.putObject(SHELL).put("*", "deny");
  }

  @Override
  public Set<String> environment() {
    return Set.of(
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_BASE_URL",
        "GEMINI_API_KEY",
        "GOOGLE_API_KEY",
        "OPENAI_API_KEY",
        "OPENAI_BASE_URL",
        "OPENCODE_API_KEY",
        "OPENCODE_CONFIG",
        "OPENCODE_CONFIG_CONTENT",
        "OPENCODE_CONFIG_DIR",
        "OPENCODE_DISABLE_MODELS_FETCH",
        "OPENROUTER_API_KEY",
        "XDG_CACHE_HOME",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "XDG_STATE_HOME");
  }

  @Override
  public List<String> belongings() {
    return List.of(
        "$XDG_DATA_HOME",
        "$XDG_STATE_HOME",
        "$OPENCODE_CONFIG_DIR",
        ".config/opencode/",
        ".local/share/opencode/",
        ".local/state/opencode/",
        ".cache/opencode/");
  }

  /// With the settings of the project off it reads nothing; else the one name or the other, here
  /// and above.
  @Override
  public Set<String> guidance(Path directory, Setting setting) {
    if (!setting.trusted()) {
      return Set.of();
    }
    var guidance = new Guidance(directory);
    var agents = List.of("AGENTS.md");
    boolean all = guidance.upToRepository().stream().anyMatch(it -> !it.all(agents).isEmpty());
    return guidance.all(all ? agents : List.of("CLAUDE.md"));
  }

  @Override
  public boolean opensMentions() {
    return false;
  }

  @Override
  public Lines lines() {
    return Lines.ofJson(new OpenCodeLines());
  }

  @Override
  public Signal stop() {
    return Signal.TERMINATE;
  }

  @Override
  public Map<String, String> login(Path folder) {
    return Map.of(
        "XDG_CACHE_HOME", folder.resolve("cache").toString(),
        "XDG_CONFIG_HOME", folder.resolve("config").toString(),
        "XDG_DATA_HOME", folder.resolve("data").toString(),
        "XDG_STATE_HOME", folder.resolve("state").toString());
  }
}
