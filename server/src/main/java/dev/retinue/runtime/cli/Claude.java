package dev.retinue.runtime.cli;

import dev.retinue.process.Signal;
import dev.retinue.runtime.cli.relay.Voice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Claude Code.
public final class Claude implements Profile {
  /// Its own sub-agents would be outside of our lineage and budgets; its questions would be taken
  /// for permissions.
  private static final String NEVER = "Task,Agent,AskUserQuestion";

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
    // What it may not do by itself it asks, and hears the answer on its standard input.
    words.addAll(List.of("--input-format", "stream-json", "--permission-prompt-tool", "stdio"));
    words.addAll(List.of("--permission-mode", "default"));
    var allowed = new ArrayList<>(task.tools());
    if (!task.tools().isEmpty()) {
      words.addAll(List.of("--tools", String.join(",", task.tools())));
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
    if (!task.instructions().isBlank()) {
      var file = task.folder().resolve("instructions.md");
      files.put(file, task.instructions());
      words.addAll(List.of("--append-system-prompt-file", file.toString()));
    }
    return new Invocation(
        words,
        Map.of("CLAUDE_CODE_MAX_RETRIES", "3"),
        files,
        ClaudeControl.opening(input(task), task.ties().ruled()),
        true);
  }

  @Override
  public Optional<Voice> voice() {
    return Optional.of(new ClaudeControl());
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
