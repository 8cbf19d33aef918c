package dev.retinue.config.team;

import dev.retinue.config.Schemas;
import dev.retinue.config.Shape;
import dev.retinue.config.Spot;
import dev.retinue.config.team.key.Migration;
import dev.retinue.config.team.key.Remark;
import dev.retinue.config.team.key.TeamKeys;
import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.YamlDocument;
import dev.retinue.config.yaml.YamlNode.Mapping;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Craft.Origin;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Reads one file of agents: YAML as docker agent has it, of any version up to the latest.
public final class TeamReader {
  /// With every alias counted in full: so many are read in no time.
  public static final int MOST_VALUES = 10_000;

  private final Landscape landscape;
  private final Shape<TeamKeys.Written> shape;

  public TeamReader(Landscape landscape) {
    this.landscape = landscape;
    this.shape = new TeamKeys(landscape.schema()).shape();
  }

  /// Its agents, or a refusal with everything that is wrong with it.
  ///
  /// @param name what the one is called on the staff who is asked where the file is
  /// @param origin where it is written, as sentences name it
  public TeamFile read(String name, Origin origin, byte[] bytes) {
    requireName(name, origin.file());
    var mistakes = new Mistakes(origin.file());
    var remarks = new ArrayList<Remark>();
    var root =
        YamlDocument.parse(bytes, MOST_VALUES, mistakes)
            .orElseGet(() -> new Mapping(Position.START, List.of(), 1));
    var migrated = Migration.migrate(root, mistakes, remarks);
    var written = shape.read(Spot.root("the file", migrated, mistakes));
    written.ifPresent(it -> remarks.addAll(it.remarks()));
    var team =
        written.map(
            it ->
                new TeamMaker(it, origin, landscape, mistakes, remarks).make(name, origin.file()));
    mistakes.throwIfAny();
    return team.orElseThrow();
  }

  private void requireName(String name, String file) {
    if (name.isEmpty() || landscape.reserved().contains(name)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s: no agent can be called '%s'; give the file another name.".formatted(file, name));
    }
  }

  /// What an editor needs to help those who write such files.
  public ObjectNode schema() {
    var schema = Schemas.anything();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "A file of agents for Retinue");
    schema.setAll(shape.schema());
    schema
        .withObject("properties")
        .withObject("agents")
        .put("type", "object")
        .put("minProperties", 1);
    return schema;
  }
}
