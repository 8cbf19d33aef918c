package dev.retinue.config;

import dev.retinue.config.yaml.YamlNode.Entry;
import dev.retinue.core.RetinueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/// Sections of one shape under names of the writer's choice, in the order of the file.
///
/// @param nameRule refuses, by throwing, a name that cannot be
public record Members<T>(Shape<T> shape, Consumer<String> nameRule) implements Kind<List<T>> {
  @Override
  public String expected() {
    return "sections, each under its name";
  }

  @Override
  public Optional<List<T>> read(Spot spot) {
    var entries = spot.entries(expected());
    if (entries.isEmpty()) {
      return Optional.empty();
    }
    var members = new ArrayList<T>();
    for (var entry : entries.get()) {
      checkName(spot, entry);
      shape.read(spot.member(entry)).ifPresent(members::add);
    }
    return Optional.of(List.copyOf(members));
  }

  private void checkName(Spot spot, Entry entry) {
    try {
      nameRule.accept(entry.key().text());
    } catch (RetinueException e) {
      spot.mistakes().add(entry.key().at(), Shape.insideASentence(e));
    }
  }

  @Override
  public String written(List<T> value) {
    return "";
  }

  @Override
  public ObjectNode schema() {
    return Schemas.each(shape.schema());
  }

  @Override
  public List<Key<?>> keys() {
    return shape.keys();
  }

  @Override
  public String path() {
    return ".<name>";
  }
}
