package dev.retinue.cli.connect;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.cli.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Where clients have their settings, by their own rules.
///
/// @param environment in which they would be started
/// @param system what Java calls `os.name`
/// @param project the folder of the project
public record Places(Map<String, String> environment, String system, Path project) {

  /// The file with the servers of a client.
  public Path settings(Client client, Scope scope) {
    return scope == Scope.PROJECT ? ofProject(client) : ofUser(client);
  }

  private Path ofProject(Client client) {
    return switch (client) {
      case CLAUDE_CODE -> project.resolve(".mcp.json");
      case CODEX -> project.resolve(".codex", "config.toml");
      case CURSOR -> project.resolve(".cursor", "mcp.json");
      case VSCODE -> project.resolve(".vscode", "mcp.json");
      case GEMINI -> project.resolve(".gemini", "settings.json");
      case OPENCODE -> project.resolve("opencode.json");
      case CLAUDE_DESKTOP ->
          throw new RetinueException(
              ErrorCode.INVALID_INPUT,
              "Claude Desktop has no settings of projects; connect it without --scope project.");
    };
  }

  private Path ofUser(Client client) {
    return switch (client) {
      case CLAUDE_CODE ->
          // Beside the folder, unless somebody moved that: then inside of it.
          find("CLAUDE_CONFIG_DIR").orElseGet(this::home).resolve(".claude.json");
      case CLAUDE_DESKTOP -> programData("Claude").resolve("claude_desktop_config.json");
      case CODEX -> codex().resolve("config.toml");
      case CURSOR -> home().resolve(".cursor", "mcp.json");
      case VSCODE -> code().resolve("mcp.json");
      case GEMINI -> gemini().resolve("settings.json");
      case OPENCODE -> find("OPENCODE_CONFIG").orElseGet(() -> opencode().resolve("opencode.json"));
    };
  }

  /// Where a skill of this name would be read from, by clients that read skills.
  public Optional<Path> skill(Client client, Scope scope, String name) {
    return skills(client, scope).map(it -> it.resolve(name, "SKILL.md"));
  }

  private Optional<Path> skills(Client client, Scope scope) {
    boolean user = scope == Scope.USER;
    return switch (client) {
      case CLAUDE_CODE ->
          Optional.of(
              (user
                      ? find("CLAUDE_CONFIG_DIR").orElseGet(() -> home().resolve(".claude"))
                      : project.resolve(".claude"))
                  .resolve("skills"));
      case CODEX ->
          Optional.of(
              user ? codex().resolve("skills") : project.resolve(".agents").resolve("skills"));
      case GEMINI -> Optional.of((user ? gemini() : project.resolve(".gemini")).resolve("skills"));
      case OPENCODE ->
          Optional.of((user ? opencode() : project.resolve(".opencode")).resolve("skills"));
      case CLAUDE_DESKTOP, CURSOR, VSCODE -> Optional.empty();
    };
  }

  private Path codex() {
    return find("CODEX_HOME").orElseGet(() -> home().resolve(".codex"));
  }

  private Path gemini() {
    return find("GEMINI_CLI_HOME").orElseGet(this::home).resolve(".gemini");
  }

  private Path opencode() {
    return find("OPENCODE_CONFIG_DIR").orElseGet(() -> configuration().resolve("opencode"));
  }

  private Path code() {
    return find("VSCODE_PORTABLE")
        .map(it -> it.resolve("user-data"))
        .orElseGet(this::codeData)
        .resolve("User");
  }

  /// There are several of it, each with a folder of its own: another one's only where no other is.
  private Path codeData() {
    var usual = programData("Code");
    var programs = new Programs(environment);
    if (Files.isDirectory(usual) || programs.find("code").isPresent()) {
      return usual;
    }
    if (programs.find("code-insiders").isPresent()) {
      return programData("Code - Insiders");
    }
    return programs.find("codium").isPresent() ? programData("VSCodium") : usual;
  }

  /// Where programs with windows keep what they know.
  private Path programData(String name) {
    if (isWindows()) {
      return find("APPDATA").orElseGet(() -> home().resolve("AppData", "Roaming")).resolve(name);
    }
    return isMac()
        ? home().resolve("Library", "Application Support", name)
        : configuration().resolve(name);
  }

  private Path configuration() {
    return find("XDG_CONFIG_HOME")
        .filter(it -> isWindows() || it.isAbsolute())
        .orElseGet(() -> home().resolve(".config"));
  }

  private boolean isWindows() {
    return system.startsWith("Windows");
  }

  private boolean isMac() {
    return system.startsWith("Mac");
  }

  private Path home() {
    var variable = isWindows() ? "USERPROFILE" : "HOME";
    return find(variable)
        .orElseThrow(
            () ->
                new RetinueException(
                    ErrorCode.INVALID_INPUT,
                    "where your clients keep their settings is not known, because %s is not set."
                        .formatted(variable)));
  }

  private Optional<Path> find(String variable) {
    return Optional.ofNullable(environment.get(variable)).filter(it -> !it.isBlank()).map(Path::of);
  }
}
