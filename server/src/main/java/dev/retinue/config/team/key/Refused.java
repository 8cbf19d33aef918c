package dev.retinue.config.team.key;

import dev.retinue.config.Key;
import dev.retinue.config.Kind;
import dev.retinue.config.Schemas;
import dev.retinue.config.Spot;
import dev.retinue.config.yaml.Position;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What the format knows, Retinue does not, and without which an agent would be another one: it
/// would do more than it should, or not what it is for. So the file is refused, with a way out.
///
/// @param remedy what to write instead
public record Refused(String remedy) implements Kind<Position> {
  static Key<Position> key(String name, String remedy) {
    return Key.optional(name, new Refused(remedy), "Not supported, and refused.");
  }

  @Override
  public String expected() {
    return "nothing";
  }

  @Override
  public boolean isUsed() {
    return false;
  }

  @Override
  public Optional<Position> read(Spot spot) {
    return spot.note(spot.at(), "%s is not supported".formatted(spot.phrase()), remedy);
  }

  @Override
  public ObjectNode schema() {
    var schema = Schemas.anything();
    schema.putObject("not");
    return schema;
  }
}
