package dev.retinue.config;

import dev.retinue.config.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The words of a command, in their order; one may be there twice.
record Words(Kind<String> item) implements Kind<List<String>> {
  @Override
  public String expected() {
    return "a list of one word or more";
  }

  @Override
  public Optional<List<String>> read(Spot spot) {
    if (!(spot.node() instanceof Sequence list) || list.items().isEmpty()) {
      return spot.refuse(expected(), "write it as [program, argument]");
    }
    int before = spot.mistakes().noted();
    var words = new ArrayList<String>();
    for (int i = 0; i < list.items().size(); i++) {
      item.read(spot.item(i + 1, list.items().get(i))).ifPresent(words::add);
    }
    return spot.mistakes().noted() > before ? Optional.empty() : Optional.of(List.copyOf(words));
  }
}
