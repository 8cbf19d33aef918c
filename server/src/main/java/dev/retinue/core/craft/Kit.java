package dev.retinue.core.craft;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Tools that an agent brings along.
///
/// @param tools which of them; none means all
/// @param instruction what its model is told about them; empty for nothing
public record Kit(Kind kind, List<String> tools, String instruction, Setup setup) {
  public Kit {
    tools = List.copyOf(Objects.requireNonNullElse(tools, List.of()));
    instruction = Objects.requireNonNullElse(instruction, "");
    setup = Objects.requireNonNullElse(setup, Setup.USUAL);
  }

  public Kit(Kind kind) {
    this(kind, List.of(), "", Setup.USUAL);
  }

  String exact() {
    var server = setup.server == null ? "" : setup.server.environment + "" + setup.server.headers;
    return this + "" + setup.environment + server;
  }

  /// What they are for.
  public enum Kind {
    FILESYSTEM,
    SHELL,
    FETCH,
    THINK,
    TODO,
    MEMORY,
    BACKGROUND_AGENTS,
    USER_PROMPT,
    MCP
  }

  /// How they are set up: each kind knows some of it.
  ///
  /// @param environment what commands of a shell see besides
  /// @param allow what may be fetched, or which paths may be touched; none means whatever is usual
  /// @param deny the same for what may not
  /// @param timeoutSeconds how long one call may take; null for the usual
  /// @param memory under which name it is remembered; null for the agent's own
  /// @param shared whether a list of things to do belongs to the whole team
  /// @param server the MCP server; null for all other kinds
  public record Setup(
      Map<String, String> environment,
      List<String> allow,
      List<String> deny,
      @Nullable Integer timeoutSeconds,
      @Nullable String memory,
      boolean shared,
      @Nullable Server server) {
    public static final Setup USUAL =
        new Setup(Map.of(), List.of(), List.of(), null, null, false, null);

    public Setup {
      environment = Ordered.copy(Objects.requireNonNullElse(environment, Map.of()));
      allow = List.copyOf(Objects.requireNonNullElse(allow, List.of()));
      deny = List.copyOf(Objects.requireNonNullElse(deny, List.of()));
    }

    /// Never the values: secrets may be among them.
    @Override
    public String toString() {
      return "Setup[%s, %s, %s, %s, %s, %s, %s]"
          .formatted(environment.keySet(), allow, deny, timeoutSeconds, memory, shared, server);
    }
  }

  /// An MCP server: a program that is started, or an address. `${NAME}` in a value of its
  /// environment or its headers is taken from the daemon's own.
  ///
  /// @param name before the names of its tools
  /// @param known whether the operator has one by that name, and nothing else counts here
  /// @param command null where it is reached by its address
  /// @param url null where it is started
  public record Server(
      String name,
      boolean known,
      @Nullable String command,
      List<String> arguments,
      Map<String, String> environment,
      @Nullable String url,
      Map<String, String> headers) {
    public Server {
      arguments = List.copyOf(Objects.requireNonNullElse(arguments, List.of()));
      environment = Ordered.copy(Objects.requireNonNullElse(environment, Map.of()));
      headers = Ordered.copy(Objects.requireNonNullElse(headers, Map.of()));
    }

    /// Never the values: secrets may be among them.
    @Override
    public String toString() {
      return "Server[%s, %s, %s, %s, %s, %s, %s]"
          .formatted(name, known, command, arguments, environment.keySet(), url, headers.keySet());
    }
  }
}
