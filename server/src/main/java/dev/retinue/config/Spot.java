package dev.retinue.config;

import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.config.yaml.YamlNode.Entry;
import dev.retinue.config.yaml.YamlNode.Mapping;
import dev.retinue.config.yaml.YamlNode.Scalar;
import java.util.List;
import java.util.Optional;

/// A value where it stands, and how sentences speak of it.
///
/// @param name the key before it
/// @param phrase what a sentence calls it: "'tools' in staff 'reviewer'"
/// @param title what sentences about its own keys call it: "staff 'reviewer'"
/// @param at where its key stands
public record Spot(
    String name, String phrase, String title, Position at, YamlNode node, Mistakes mistakes) {
  private static final String ROOT = "the configuration";

  public static Spot root(YamlNode node, Mistakes mistakes) {
    return root(ROOT, node, mistakes);
  }

  /// The whole of a file.
  ///
  /// @param title what sentences call it
  public static Spot root(String title, YamlNode node, Mistakes mistakes) {
    return new Spot("", title, title, node.at(), node, mistakes);
  }

  /// What stands behind a key that has been declared.
  public Spot field(Entry entry) {
    var key = entry.key().text();
    var quoted = Quoted.of(key);
    return new Spot(
        key,
        quoted + " in " + title,
        title.equals(ROOT) ? quoted : quoted + " of " + title,
        entry.key().at(),
        entry.value(),
        mistakes);
  }

  /// What stands behind a name that the writer of the file has chosen.
  public Spot member(Entry entry) {
    var key = entry.key().text();
    var called = name + " " + Quoted.of(key);
    return new Spot(key, called, called, entry.key().at(), entry.value(), mistakes);
  }

  /// A value of the list that stands here.
  public Spot item(int number, YamlNode item) {
    var called = "item " + number + " of " + phrase;
    return new Spot(name, called, called, item.at(), item, mistakes);
  }

  /// The keys that stand here. A section whose keys are all commented out is an empty one.
  public Optional<List<Entry>> entries(String expected) {
    return switch (node) {
      case Mapping mapping -> Optional.of(mapping.entries());
      case Scalar scalar when scalar.isNothing() -> Optional.of(List.of());
      case Scalar _, YamlNode.Sequence _ -> refuse(expected, "");
    };
  }

  /// Notes that something else stands here than what is expected.
  public <T> Optional<T> refuse(String expected, String remedy) {
    return note(
        node.at(), "%s must be %s, but is %s".formatted(phrase, expected, node.found()), remedy);
  }

  /// Notes a mistake.
  public <T> Optional<T> note(Position where, String what, String remedy) {
    var end = remedy.isEmpty() ? "." : "; " + remedy + (remedy.endsWith("?") ? "" : ".");
    mistakes.add(where, what + end);
    return Optional.empty();
  }
}
