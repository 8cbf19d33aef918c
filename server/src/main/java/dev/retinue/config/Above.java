package dev.retinue.config;

import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.config.yaml.YamlNode.Entry;
import dev.retinue.config.yaml.YamlNode.Mapping;
import dev.retinue.config.yaml.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Puts values from elsewhere above those of the file: the tree is as if they stood in it, and they
/// keep the name of where they come from.
final class Above {
  private Above() {}

  /// @param leaves the keys that can be given
  static YamlNode the(YamlNode root, List<Given> given, List<Leaf> leaves) {
    var tree = root;
    for (var one : given) {
      var leaf = leaves.stream().filter(it -> it.path().equals(one.path())).findFirst();
      var at = Position.outside(one.source());
      tree = with(tree, one.path(), leaf.orElseThrow().key().kind().ofText(at, one.text()));
    }
    return tree;
  }

  /// Where something stands that is no section there is nothing to add to: its reader refuses it.
  private static YamlNode with(YamlNode node, String path, YamlNode value) {
    var entries = entries(node);
    if (entries.isEmpty()) {
      return node;
    }
    int dot = path.indexOf('.');
    var name = dot < 0 ? path : path.substring(0, dot);
    var changed = new ArrayList<Entry>();
    var before = find(node, name);
    for (var entry : entries.get()) {
      if (!entry.key().text().equals(name)) {
        changed.add(entry);
      }
    }
    var nothing = new Mapping(value.at(), List.of(), 1);
    var inside =
        dot < 0
            ? value
            : with(before.map(Entry::value).orElse(nothing), path.substring(dot + 1), value);
    boolean keepsItsPlace = dot >= 0 && before.isPresent();
    var at = keepsItsPlace ? before.get().key().at() : value.at();
    changed.add(new Entry(new Scalar(at, name, true), inside));
    return new Mapping(node.at(), List.copyOf(changed), node.size() + value.size());
  }

  private static Optional<List<Entry>> entries(YamlNode node) {
    return switch (node) {
      case Mapping mapping -> Optional.of(mapping.entries());
      case Scalar scalar when scalar.isNothing() -> Optional.of(List.of());
      case Scalar _, YamlNode.Sequence _ -> Optional.empty();
    };
  }

  private static Optional<Entry> find(YamlNode node, String name) {
    return entries(node).orElse(List.of()).stream()
        .filter(entry -> entry.key().text().equals(name))
        .findFirst();
  }

  /// What stands behind a key with the sections above it.
  static Optional<YamlNode> find(YamlNode root, List<String> path) {
    Optional<YamlNode> node = Optional.of(root);
    for (var name : path) {
      node = node.flatMap(it -> find(it, name)).map(Entry::value);
    }
    return node;
  }
}
