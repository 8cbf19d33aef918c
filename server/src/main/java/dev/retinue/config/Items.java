package dev.retinue.config;

import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.config.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// A list whose values are all of one kind, and mostly each there once.
///
/// @param separator what stands between values that come as one text
/// @param repeats whether the same may stand there again
public record Items<T>(String expected, Kind<T> item, String separator, boolean repeats)
    implements Kind<List<T>> {
  public Items(String expected, Kind<T> item, String separator) {
    this(expected, item, separator, false);
  }

  @Override
  public Optional<List<T>> read(Spot spot) {
    if (!(spot.node() instanceof Sequence list)) {
      return spot.refuse(expected, "write it as [one, two]");
    }
    int before = spot.mistakes().noted();
    var read = new ArrayList<T>();
    for (int i = 0; i < list.items().size(); i++) {
      var place = spot.item(i + 1, list.items().get(i));
      item.read(place)
          .filter(value -> !add(value, read))
          .ifPresent(
              value ->
                  place.note(
                      place.at(),
                      "%s repeats %s".formatted(place.phrase(), Quoted.of(item.written(value))),
                      "remove it"));
    }
    return spot.mistakes().noted() > before ? Optional.empty() : Optional.of(List.copyOf(read));
  }

  private boolean add(T value, List<T> read) {
    return (repeats || !read.contains(value)) && read.add(value);
  }

  @Override
  public YamlNode ofText(Position at, String text) {
    var items =
        Stream.of(text.split(Pattern.quote(separator), -1))
            .map(String::strip)
            .filter(part -> !part.isEmpty())
            .map(part -> item.ofText(at, part))
            .toList();
    return new Sequence(at, items, items.size() + 1);
  }

  @Override
  public ObjectNode schema() {
    var schema = Schemas.type("array").put("uniqueItems", !repeats);
    schema.set("items", item.schema());
    return schema;
  }

  @Override
  public String written(List<T> value) {
    return value.stream().map(item::written).toList().toString();
  }
}
