package dev.retinue.config;

import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlNode.Entry;
import dev.retinue.config.yaml.YamlNode.Scalar;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// Names of the writer's choice, each with a text that may be a secret: no sentence has it in it.
///
/// @param what a name is the name of: "a variable"
public record Pairs(String what, Pattern name) implements Kind<Map<String, String>> {
  private static final int MOST = 200;
  private static final int LONGEST = 16_000;

  @Override
  public String expected() {
    return "names, each with a text";
  }

  @Override
  public Optional<Map<String, String>> read(Spot spot) {
    int before = spot.mistakes().noted();
    var entries = spot.entries(expected());
    var pairs = new LinkedHashMap<String, String>();
    for (var entry : entries.orElseGet(java.util.List::of)) {
      read(spot, entry).ifPresent(value -> pairs.put(entry.key().text(), value));
    }
    if (pairs.size() > MOST) {
      return spot.note(
          spot.at(), "%s has more than %d names".formatted(spot.phrase(), MOST), "name fewer");
    }
    return spot.mistakes().noted() > before
        ? Optional.empty()
        : Optional.of(Collections.unmodifiableMap(pairs));
  }

  private Optional<String> read(Spot spot, Entry entry) {
    var key = entry.key();
    if (!name.matcher(key.text()).matches()) {
      return spot.note(
          key.at(),
          "%s in %s is no name of %s".formatted(Quoted.of(key.text()), spot.phrase(), what),
          "write it with other letters");
    }
    // A number or a truth is text here, as everything is that goes to a program.
    if (entry.value() instanceof Scalar value
        && !value.isNothing()
        && value.text().length() <= LONGEST
        && value.text().chars().noneMatch(c -> c < ' ' && c != '\t')) {
      return Optional.of(value.text());
    }
    return spot.note(
        entry.value().at(),
        "the value of %s in %s must be one line of at most %d characters"
            .formatted(Quoted.of(key.text()), spot.phrase(), LONGEST),
        "write it so, or take it from a variable as ${NAME}");
  }

  @Override
  public ObjectNode schema() {
    var schema = Schemas.each(Schemas.type("string", "number", "boolean"));
    schema.putObject("propertyNames").put("pattern", "^" + name.pattern() + "$");
    return schema;
  }

  @Override
  public String written(Map<String, String> value) {
    return new TreeSet<>(value.keySet()).toString();
  }
}
