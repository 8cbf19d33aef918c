package dev.retinue.config.team.key;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Kit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Toolsets with `readonly`: of each, what changes nothing.
public final class ReadOnly {
  /// Those of which not all do so.
  public static final Map<Kit.Kind, Set<String>> READS =
      Map.of(
          Kit.Kind.FILESYSTEM,
          Set.of(
              "read_file",
              "read_multiple_files",
              "list_directory",
              "directory_tree",
              "search_files_content"),
          Kit.Kind.SHELL,
          Set.of("list_background_jobs", "view_background_job"),
          Kit.Kind.MEMORY,
          Set.of("get_memories", "search_memories"),
          Kit.Kind.BACKGROUND_AGENTS,
          Set.of());

  private ReadOnly() {}

  /// Nothing where nothing is left: a kit without names would have all its tools.
  static Optional<Kit> of(Kit kit) {
    if (kit.kind() == Kit.Kind.MCP) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "'readonly' is not supported for MCP servers: name what may be used of them under 'tools', and remove it.");
    }
    var reads = READS.get(kit.kind());
    if (reads == null) {
      return Optional.of(kit);
    }
    var left =
        kit.tools().isEmpty()
            ? reads.stream().sorted().toList()
            : kit.tools().stream().filter(reads::contains).toList();
    return left.isEmpty()
        ? Optional.empty()
        : Optional.of(new Kit(kit.kind(), List.copyOf(left), kit.instruction(), kit.setup()));
  }

  /// The same for a toolset as it is written.
  static Toolsets.Written of(Toolsets.Written toolset) {
    var kit = toolset.kit();
    return kit == null
        ? toolset
        : new Toolsets.Written(
            toolset.at(), of(kit).orElse(null), toolset.ref(), toolset.remarks());
  }
}
