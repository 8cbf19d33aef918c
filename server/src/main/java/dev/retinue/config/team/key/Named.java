package dev.retinue.config.team.key;

import dev.retinue.config.Kind;
import dev.retinue.config.Schemas;
import dev.retinue.config.Spot;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Values of one kind under names of the writer's choice, in the order of the file.
record Named<T>(Kind<T> kind) implements Kind<Map<String, T>> {
  @Override
  public String expected() {
    return "sections, each under its name";
  }

  @Override
  public Optional<Map<String, T>> read(Spot spot) {
    int before = spot.mistakes().noted();
    var named = new LinkedHashMap<String, T>();
    for (var entry : spot.entries(expected()).orElse(java.util.List.of())) {
      kind.read(spot.member(entry)).ifPresent(it -> named.put(entry.key().text(), it));
    }
    return spot.mistakes().noted() > before ? Optional.empty() : Optional.of(named);
  }

  @Override
  public ObjectNode schema() {
    return Schemas.each(kind.schema());
  }
}
