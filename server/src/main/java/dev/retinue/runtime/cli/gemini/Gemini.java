package dev.retinue.runtime.cli.gemini;

import dev.retinue.core.tool.Ability;
import dev.retinue.process.Signal;
import dev.retinue.runtime.cli.Lines;
import dev.retinue.runtime.cli.Profile;
import dev.retinue.runtime.cli.Strangers;
import dev.retinue.runtime.cli.Trouble;
import dev.retinue.runtime.cli.Wording;
import dev.retinue.runtime.cli.guidance.Guidance;
import dev.retinue.runtime.cli.tools.ToolMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Gemini CLI. What it may use is said by a policy, which also decides what its model is shown.
public final class Gemini implements Profile {
  private static final ToolMap TOOLS =
      new ToolMap(
          "gemini",
          Map.of(
              Ability.READ,
              List.of("read_file", "read_many_files"),
              Ability.SEARCH,
              List.of("glob", "grep_search", "list_directory"),
              Ability.EDIT,
              List.of("replace", "write_file"),
              Ability.SHELL,
              List.of("run_shell_command"),
              Ability.WEB,
              List.of("google_web_search", "web_fetch")),
          Set.of("activate_skill", "invoke_agent", "save_memory", "write_todos"));

  /// Its own sub-agents would be outside of our lineage and budgets.
  private static final String NEVER =
      rule(List.of("invoke_agent", "codebase_investigator"), "deny", 800);

  @Override
  public String name() {
    return "gemini";
  }

  @Override
  public String install() {
    return "npm install -g @google/gemini-cli";
  }

  @Override
  public Invocation invocation(Task task) {
    if (!task.setting().trusted()) {
      // It takes variables from this file whatever it is told, and they reach every command.
      Strangers.refuse(name(), task.directory(), ".gemini/.env", "take variables from");
    }
    var mapped = TOOLS.map(task.tools());
    var warnings = new ArrayList<>(mapped.warnings());
    warnings.addAll(task.ties().lacking(name()));
    var policy = task.folder().resolve("policy.toml");
    // The second is heard where the machine has policies of its own, which hide the first.
    var words =
        new ArrayList<>(List.of("--skip-trust", "--approval-mode", "default", "-o", "stream-json"));
    words.addAll(List.of("--admin-policy", policy.toString(), "--policy", policy.toString()));
    if (task.model() != null) {
      words.addAll(List.of("-m", task.model()));
    }
    if (task.session() != null) {
      words.addAll(List.of("--resume", task.session()));
    }
    var input =
        Wording.goesOn(task)
            ? task.contract()
            : Wording.instructed(task, Wording.contractWithSchema(task));
    // Nothing of the folder is trusted while the settings are read; the option comes later, and
    // only lets it begin. Started anew by itself it would not pass on the signal to end.
    var environment =
        Map.of(
            "GEMINI_CLI_TRUST_WORKSPACE",
            Boolean.toString(task.setting().trusted()),
            "GEMINI_CLI_NO_RELAUNCH",
            "true");
    return new Invocation(
        words,
        environment,
        Map.of(policy, policy(task.tools().isEmpty(), mapped.names())),
        input,
        false,
        warnings);
  }

  /// What is denied is not even shown to the model.
  private static String policy(boolean usual, Set<String> names) {
    if (usual) {
      return NEVER;
    }
    var allowed = names.isEmpty() ? "" : rule(List.copyOf(names), "allow", 900);
    return allowed + NEVER + rule(List.of("*"), "deny", 100);
  }

  private static String rule(List<String> names, String decision, int priority) {
    return names.stream()
        .map("\"%s\""::formatted)
        .collect(
            Collectors.joining(
                ", ",
                "[[rule]]\ntoolName = [",
                "]\ndecision = \"%s\"\npriority = %d\n".formatted(decision, priority)));
  }

  @Override
  public Set<String> environment() {
    return Set.of(
        "GEMINI_API_KEY",
        "GEMINI_CLI_HOME",
        "GEMINI_MODEL",
        "GOOGLE_API_KEY",
        "GOOGLE_APPLICATION_CREDENTIALS",
        "GOOGLE_CLOUD_LOCATION",
        "GOOGLE_CLOUD_PROJECT",
        "GOOGLE_GEMINI_BASE_URL",
        "GOOGLE_GENAI_USE_GCA",
        "GOOGLE_GENAI_USE_VERTEXAI");
  }

  @Override
  public List<String> belongings() {
    return List.of("$GEMINI_CLI_HOME", ".gemini/");
  }

  /// Whether it trusts a folder or not, it reads what is written for it there.
  @Override
  public Set<String> guidance(Path directory, Setting setting) {
    var guidance = new Guidance(directory);
    return guidance.withMentioned(guidance.all(List.of("GEMINI.md")));
  }

  @Override
  public Lines lines() {
    return Lines.ofJson(new GeminiLines());
  }

  @Override
  public Signal stop() {
    return Signal.TERMINATE;
  }

  @Override
  public Map<String, String> login(Path folder) {
    return Map.of("GEMINI_CLI_HOME", folder.toString());
  }

  /// With an address of its own and nothing said about sign-ins, it does not take a key.
  @Override
  public Map<String, String> seeds() {
    return Map.of(
        ".gemini/settings.json", "{\"security\":{\"auth\":{\"selectedType\":\"gemini-api-key\"}}}");
  }

  @Override
  public Trouble.Kind meaning(int exitCode) {
    return switch (exitCode) {
      case 41 -> Trouble.Kind.AUTH;
      // The status of an HTTP answer, or what is left of it in a byte.
      case 145, 147 -> Trouble.Kind.AUTH;
      case 173 -> Trouble.Kind.QUOTA;
      case 244, 246, 247, 248 -> Trouble.Kind.OVERLOAD;
      case 53 -> Trouble.Kind.BUDGET;
      case 55 -> Trouble.Kind.PERMISSION;
      default -> Profile.super.meaning(exitCode);
    };
  }
}
