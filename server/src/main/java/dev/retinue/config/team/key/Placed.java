package dev.retinue.config.team.key;

import dev.retinue.config.Kind;
import dev.retinue.config.Spot;
import dev.retinue.config.yaml.Position;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A value, and where it stands: what it names is looked for when the whole file has been read.
public record Placed<T>(T value, Position at) {
  static <T> Kind<Placed<T>> kind(Kind<T> inside) {
    return new Kind<>() {
      @Override
      public String expected() {
        return inside.expected();
      }

      @Override
      public Optional<Placed<T>> read(Spot spot) {
        return inside.read(spot).map(value -> new Placed<>(value, spot.node().at()));
      }

      @Override
      public ObjectNode schema() {
        return inside.schema();
      }
    };
  }
}
