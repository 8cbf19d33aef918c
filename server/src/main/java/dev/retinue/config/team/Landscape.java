package dev.retinue.config.team;

import dev.retinue.core.Permissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What there is here that files of agents can name.
///
/// @param providers who can be asked for models, by their names
/// @param toolServers the operator's MCP servers
/// @param reserved names that no agent may have
/// @param single how agents of Markdown files are kept
/// @param programs how agents are kept whose work a program does, by what `harness` calls it
/// @param schema refuses, by throwing, what is no JSON Schema
public record Landscape(
    Map<String, Provider> providers,
    Set<String> toolServers,
    Set<String> reserved,
    Single single,
    Map<String, Single> programs,
    Consumer<String> schema) {
  public Landscape {
    providers = Map.copyOf(providers);
    toolServers = Set.copyOf(toolServers);
    reserved = Set.copyOf(reserved);
    programs = Map.copyOf(programs);
  }

  /// Who can be asked for models.
  ///
  /// @param openAiAddress where it is asked as OpenAI is; null if it is asked otherwise
  /// @param keys the variables that may hold its key
  public record Provider(@Nullable String openAiAddress, boolean responses, List<String> keys) {
    public Provider {
      keys = List.copyOf(keys);
    }
  }

  /// How agents are kept whose work a program does.
  ///
  /// @param tools what one has that names none
  /// @param permissions the rules that hold for all of them
  public record Single(String runtime, List<String> tools, Permissions permissions) {
    public Single {
      tools = List.copyOf(tools);
    }
  }
}
