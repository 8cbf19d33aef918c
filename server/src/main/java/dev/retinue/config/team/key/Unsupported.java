package dev.retinue.config.team.key;

import dev.retinue.config.Key;
import dev.retinue.config.Kind;
import dev.retinue.config.Spot;
import dev.retinue.config.Values;
import dev.retinue.config.yaml.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What the format knows and Retinue does not: it is read over, and said.
public record Unsupported() implements Kind<Position> {
  static Key<Position> key(String name) {
    return Key.optional(name, new Unsupported(), "Not supported: it is read over.");
  }

  static List<Key<Position>> keys(String... names) {
    return Stream.of(names).map(Unsupported::key).toList();
  }

  /// What is said of those of these keys that are there.
  static List<Remark> among(List<Key<Position>> keys, Values values, String title) {
    var remarks = new ArrayList<Remark>();
    for (var key : keys) {
      values
          .find(key)
          .map(
              at ->
                  new Remark(
                      at,
                      "'%s' in %s is not supported, and is left out.".formatted(key.name(), title)))
          .ifPresent(remarks::add);
    }
    return List.copyOf(remarks);
  }

  @Override
  public String expected() {
    return "anything";
  }

  @Override
  public boolean isUsed() {
    return false;
  }

  @Override
  public Optional<Position> read(Spot spot) {
    return Optional.of(spot.at());
  }
}
