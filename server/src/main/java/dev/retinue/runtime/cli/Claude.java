package dev.retinue.runtime.cli;

import dev.retinue.process.Signal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Claude Code.
public final class Claude implements Profile {
  /// Its own sub-agents would be outside of our lineage and budgets.
  private static final String NEVER = "Task,Agent";

  @Override
  public String name() {
    return "claude";
  }

  @Override
  public String install() {
    return "npm install -g @anthropic-ai/claude-code";
  }

  @Override
  public Invocation invocation(Task task) {
    var words =
        new ArrayList<>(
            List.of(
                "-p", "--output-format", "stream-json", "--verbose", "--disallowedTools", NEVER));
    // A repository must not execute: its settings, hooks and MCP servers stay off.
    words.addAll(List.of("--setting-sources", "user", "--strict-mcp-config"));
    words.addAll(List.of("--permission-mode", "dontAsk"));
    if (!task.tools().isEmpty()) {
      var tools = String.join(",", task.tools());
      words.addAll(List.of("--tools", tools, "--allowedTools", tools));
    }
    if (task.model() != null) {
      words.addAll(List.of("--model", task.model()));
    }
    if (task.session() != null) {
      words.addAll(List.of("--resume", task.session()));
    }
    var files = new HashMap<Path, String>();
    if (!task.instructions().isBlank()) {
      var file = task.folder().resolve("instructions.md");
      files.put(file, task.instructions());
      words.addAll(List.of("--append-system-prompt-file", file.toString()));
    }
    return new Invocation(words, Map.of("CLAUDE_CODE_MAX_RETRIES", "3"), files, input(task));
  }

  /// Never a bare contract: what begins with a slash would be a command, and not a contract.
  private static String input(Task task) {
    return task.session() == null
        ? "Contract:\n\n" + task.contract()
        : "You were interrupted. Go on with your contract, and finish it.";
  }

  @Override
  public Set<String> environment() {
    return Set.of(
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
