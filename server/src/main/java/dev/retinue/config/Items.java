package dev.retinue.config;

import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlNode.Sequence;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// A list whose values are all of one kind, and each there once.
record Items<T>(String expected, Kind<T> item) implements Kind<List<T>> {
  @Override
  public Optional<List<T>> read(Spot spot) {
    if (!(spot.node() instanceof Sequence list)) {
      return spot.refuse(expected, "write it as [one, two]");
    }
    int before = spot.mistakes().noted();
    var read = new LinkedHashSet<T>();
    for (int i = 0; i < list.items().size(); i++) {
      var place = spot.item(i + 1, list.items().get(i));
      item.read(place)
          .filter(value -> !read.add(value))
          .ifPresent(
              value ->
                  place.note(
                      place.at(),
                      "%s repeats %s".formatted(place.phrase(), Quoted.of(item.written(value))),
                      "remove it"));
    }
    return spot.mistakes().noted() > before ? Optional.empty() : Optional.of(List.copyOf(read));
  }

  @Override
  public String written(List<T> value) {
    return value.stream().map(item::written).toList().toString();
  }
}
