package dev.retinue.config;

import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.YamlNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// A kind of values with what JSON Schema can say of them.
///
/// @param said made only for those who ask
public record Described<T>(Kind<T> kind, Supplier<ObjectNode> said) implements Kind<T> {
  @Override
  public ObjectNode schema() {
    return said.get();
  }

  @Override
  public String expected() {
    return kind.expected();
  }

  @Override
  public String documented() {
    return kind.documented();
  }

  @Override
  public Optional<T> read(Spot spot) {
    return kind.read(spot);
  }

  @Override
  public String written(T value) {
    return kind.written(value);
  }

  @Override
  public YamlNode ofText(Position at, String text) {
    return kind.ofText(at, text);
  }

  @Override
  public List<Key<?>> keys() {
    return kind.keys();
  }

  @Override
  public String path() {
    return kind.path();
  }
}
