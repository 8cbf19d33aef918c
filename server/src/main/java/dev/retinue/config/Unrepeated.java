package dev.retinue.config;

import dev.retinue.config.yaml.YamlNode.Scalar;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// One word that may be a secret, or hold one, by mistake: no sentence has it in it.
///
/// @param meant what a word means, if it means anything
public record Unrepeated<T>(String expected, Function<String, Optional<T>> meant, String remedy)
    implements Kind<T> {
  @Override
  public ObjectNode schema() {
    return Schemas.type("string");
  }

  @Override
  public Optional<T> read(Spot spot) {
    var found =
        spot.node() instanceof Scalar scalar ? meant.apply(scalar.text()) : Optional.<T>empty();
    return found.isPresent()
        ? found
        : spot.note(spot.node().at(), "%s must be %s".formatted(spot.phrase(), expected), remedy);
  }
}
