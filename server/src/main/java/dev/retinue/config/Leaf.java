package dev.retinue.config;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.YamlNode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A key that has one value, and can therefore also be given by a variable.
///
/// @param path the key, with the sections above it
record Leaf(String path, Key<?> key) {
  static final String PREFIX = "RETINUE_";

  /// All of them, in the order of their declaration. What stands below names of the writer's choice
  /// is not among them.
  static List<Leaf> of(Shape<?> shape) {
    return below("", shape).toList();
  }

  private static Stream<Leaf> below(String path, Kind<?> kind) {
    return kind.keys().stream()
        .filter(key -> key.kind().path().isEmpty())
        .flatMap(
            key ->
                key.kind().keys().isEmpty()
                    ? Stream.of(new Leaf(path + key.name(), key))
                    : below(path + key.name() + ".", key.kind()));
  }

  /// The variable that stands above it.
  String variable() {
    return PREFIX + path.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /// What counts, and who says it.
  ///
  /// @param root what was read without a mistake
  /// @param file how the file is named
  Setting setting(YamlNode root, String file) {
    var node = Above.find(root, List.of(path.split("\\.", -1)));
    return node.map(it -> new Setting(path, written(key, it), it.at().in(file)))
        .orElseGet(() -> new Setting(path, standard(key), Setting.DEFAULT));
  }

  private static <T> @Nullable String written(Key<T> key, YamlNode node) {
    return key.kind().read(Spot.root(node, new Mistakes(""))).map(key.kind()::written).orElse(null);
  }

  private static <T> @Nullable String standard(Key<T> key) {
    var fallback = key.fallback();
    return fallback == null ? null : key.kind().written(fallback);
  }
}
