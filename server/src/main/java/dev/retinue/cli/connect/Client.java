package dev.retinue.cli.connect;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A program that people use, and that can be told of a server.
public enum Client {
  CLAUDE_CODE("claude-code", "Claude Code", "mcpServers"),
  CLAUDE_DESKTOP("claude-desktop", "Claude Desktop", "mcpServers"),
  CODEX("codex", "Codex", "mcp_servers"),
  CURSOR("cursor", "Cursor", "mcpServers"),
  VSCODE("vscode", "VS Code", "servers"),
  GEMINI("gemini", "Gemini CLI", "mcpServers"),
  OPENCODE("opencode", "opencode", "mcp");

  private final String word;
  private final String title;
  private final String list;

  Client(String word, String title, String list) {
    this.word = word;
    this.title = title;
    this.list = list;
  }

  public static Optional<Client> find(String word) {
    return Stream.of(values()).filter(it -> it.word.equals(word)).findFirst();
  }

  /// What one types.
  public String word() {
    return word;
  }

  /// How its makers call it.
  public String title() {
    return title;
  }

  /// What it is called on the `PATH`, where it is there.
  public List<String> programs() {
    return switch (this) {
      case CLAUDE_CODE -> List.of("claude");
      case CLAUDE_DESKTOP -> List.of();
      case CODEX -> List.of("codex");
      case CURSOR -> List.of("cursor", "cursor-agent");
      case VSCODE -> List.of("code", "code-insiders", "codium");
      case GEMINI -> List.of("gemini");
      case OPENCODE -> List.of("opencode");
    };
  }

  /// What its list of servers is called.
  String list() {
    return list;
  }

  /// Whether its settings may have comments: one that takes none does not start with them.
  boolean takesComments() {
    return switch (this) {
      case CLAUDE_CODE, CLAUDE_DESKTOP -> false;
      case CODEX, CURSOR, VSCODE, GEMINI, OPENCODE -> true;
    };
  }

  /// Whether it keeps provider keys from the programs that it starts, until it is told their names.
  public boolean keepsKeys() {
    return switch (this) {
      case CODEX, GEMINI -> true;
      case CLAUDE_CODE, CLAUDE_DESKTOP, CURSOR, VSCODE, OPENCODE -> false;
    };
  }

  /// Whether the programs that it starts have the environment in which it was started itself, but
  /// for keys.
  public boolean sharesItsEnvironment() {
    return switch (this) {
      case CLAUDE_CODE, GEMINI, OPENCODE -> true;
      case CLAUDE_DESKTOP, CODEX, CURSOR, VSCODE -> false;
    };
  }
}
