package dev.retinue.cli;

import dev.retinue.config.template.TemplateFiles;
import dev.retinue.config.template.TemplateReader;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.Tool;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.mcp.schema.ForeignSchema;
import dev.retinue.mcp.schema.MisfitException;
import dev.retinue.store.files.DataFolder;
import dev.retinue.toolset.RetinueStatus;
import dev.retinue.toolset.compat.Compat;
import dev.retinue.toolset.fleet.FleetTools;
import dev.retinue.toolset.lifecycle.Lifecycle;
import dev.retinue.toolset.relay.Relay;
import dev.retinue.toolset.sessions.SessionTools;
import dev.retinue.toolset.spawner.Spawner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.ObjectNode;

/// The templates of a data directory, and what they may not be called.
final class TemplateShelf {
  private TemplateShelf() {}

  /// Those that come with Retinue.
  static TemplateFiles bundled() {
    return new TemplateFiles(List.of(), taken(), new TemplateReader(TemplateShelf::requireSchema));
  }

  /// @param data the data directory
  /// @param folders those that the configuration names
  static TemplateFiles of(Path data, List<Path> folders) {
    var all = new ArrayList<Path>();
    all.add(new DataFolder(data).templates());
    all.addAll(folders);
    return new TemplateFiles(all, taken(), new TemplateReader(TemplateShelf::requireSchema));
  }

  private static Set<String> taken() {
    var names = new TreeSet<String>();
    names.add(name(RetinueStatus.class));
    names.addAll(Compat.NAMES);
    Lifecycle.TYPES.forEach(type -> names.add(name(type)));
    Spawner.TYPES.forEach(type -> names.add(name(type)));
    SessionTools.TYPES.forEach(type -> names.add(name(type)));
    FleetTools.TYPES.forEach(type -> names.add(name(type)));
    Relay.TYPES.forEach(type -> names.add(name(type)));
    return names;
  }

  private static String name(Class<?> tool) {
    var spec = tool.getAnnotation(Tool.Spec.class);
    return spec == null ? tool.getName() : spec.name();
  }

  static void requireSchema(String json) {
    try {
      var _ = ForeignSchema.of(Json.WIRE.readValue(json, ObjectNode.class));
    } catch (MisfitException e) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "'structured-output' is no JSON Schema: %s.".formatted(e.sentence()));
    }
  }
}
