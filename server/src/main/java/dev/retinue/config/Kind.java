package dev.retinue.config;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.config.yaml.YamlNode.Scalar;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What values a key takes, and how one is read.
public interface Kind<T> {
  /// What is expected, as a sentence says it: "a whole number from 0 to 10".
  String expected();

  /// The value, or nothing after its mistakes have been noted.
  Optional<T> read(Spot spot);

  /// What is expected, as documents say it: without what is only known when the program runs.
  default String documented() {
    return expected();
  }

  /// How a value would be written in the file.
  default String written(T value) {
    return value.toString();
  }

  /// A value that came as mere text, in a variable or an option, as it would stand in the file:
  /// there text that looks like a number would need quotes, and here nobody writes any.
  default YamlNode ofText(Position at, String text) {
    var plain = new Scalar(at, text, true);
    var quoted = new Scalar(at, text, false);
    return !reads(plain) && reads(quoted) ? quoted : plain;
  }

  private boolean reads(YamlNode node) {
    return read(Spot.root(node, new Mistakes(""))).isPresent();
  }

  /// The keys inside, where it is a section.
  default List<Key<?>> keys() {
    return List.of();
  }

  /// The same as JSON Schema, as far as that can say it: for the editors of those who write.
  default ObjectNode schema() {
    return JsonNodeFactory.instance.objectNode();
  }

  /// Whether anything is made of it: keys of other kinds are not recommended to anybody.
  default boolean isUsed() {
    return true;
  }

  /// What stands between the key and the keys inside.
  default String path() {
    return "";
  }
}
