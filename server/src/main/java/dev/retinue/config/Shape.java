package dev.retinue.config;

import dev.retinue.config.yaml.Quoted;
import dev.retinue.config.yaml.YamlNode.Entry;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// A section: its keys, and what is made of their values.
public final class Shape<T> implements Kind<T> {
  private final Map<String, Key<?>> keys = new LinkedHashMap<>();
  private final List<Key<?>> required;
  private final List<Either> either = new ArrayList<>();
  private final Function<Values, T> make;

  private record Either(Key<?> one, Key<?> other) {}

  /// @param make called when every value is as its key wants it; may refuse the whole nevertheless
  public Shape(List<Key<?>> keys, Function<Values, T> make) {
    keys.forEach(key -> this.keys.put(key.name(), key));
    this.required = keys.stream().filter(Key::required).toList();
    this.make = make;
  }

  /// Refuses a section that has both.
  public Shape<T> notBoth(Key<?> one, Key<?> other) {
    either.add(new Either(one, other));
    return this;
  }

  public T make(Values values) {
    return make.apply(values);
  }

  @Override
  public String expected() {
    return "a section with keys";
  }

  @Override
  public Optional<T> read(Spot spot) {
    int before = spot.mistakes().noted();
    var entries = spot.entries(expected()).orElse(List.of());
    if (spot.mistakes().noted() > before) {
      return Optional.empty();
    }
    var values = new HashMap<String, Object>();
    var slips = new HashSet<String>();
    for (var entry : entries) {
      var key = keys.get(entry.key().text());
      if (key == null) {
        refuseUnknown(spot, entry.key()).ifPresent(slips::add);
      } else {
        key.kind().read(spot.field(entry)).ifPresent(value -> values.put(key.name(), value));
      }
    }
    refuseMissing(spot, entries, slips);
    refuseBoth(spot, entries);
    return spot.mistakes().noted() > before
        ? Optional.empty()
        : made(spot, new Values(spot.name(), spot.at(), values));
  }

  /// What was probably meant by it.
  private Optional<String> refuseUnknown(Spot spot, Scalar key) {
    if (spot.mistakes().isFullBefore(key.at())) {
      spot.mistakes().add(key.at(), "");
      return Optional.empty();
    }
    var meant = Nearest.to(key.text(), keys.keySet());
    spot.note(
        key.at(),
        "there is no key %s in %s".formatted(Quoted.of(key.text()), spot.title()),
        meant
            .map("did you mean '%s'?"::formatted)
            .orElseGet(() -> "its keys are " + String.join(", ", used())));
    return meant;
  }

  private List<String> used() {
    return keys.values().stream().filter(it -> it.kind().isUsed()).map(Key::name).toList();
  }

  /// @param slips what was meant by keys that do not exist: who has been told so need not be told
  ///   that it is missing
  private void refuseMissing(Spot spot, List<Entry> entries, Set<String> slips) {
    required.stream()
        .filter(key -> find(key, entries).isEmpty())
        .filter(key -> !slips.contains(key.name()))
        .forEach(
            key ->
                spot.note(
                    spot.at(),
                    "%s has no '%s'".formatted(spot.title(), key.name()),
                    "add it: " + key.kind().expected()));
  }

  private void refuseBoth(Spot spot, List<Entry> entries) {
    for (var pair : either) {
      var other = find(pair.other, entries);
      if (other.isPresent() && find(pair.one, entries).isPresent()) {
        spot.note(
            other.get().key().at(),
            "%s has both '%s' and '%s'".formatted(spot.title(), pair.one.name(), pair.other.name()),
            "remove one of them");
      }
    }
  }

  private static Optional<Entry> find(Key<?> key, List<Entry> entries) {
    return entries.stream().filter(entry -> entry.key().text().equals(key.name())).findFirst();
  }

  private Optional<T> made(Spot spot, Values values) {
    try {
      return Optional.of(make.apply(values));
    } catch (RetinueException e) {
      spot.mistakes().add(spot.at(), insideASentence(e));
      return Optional.empty();
    }
  }

  /// The words of a refusal, fit to follow the place in the file.
  public static String insideASentence(RetinueException e) {
    var words = e.getMessage();
    return words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1);
  }

  @Override
  public String written(T value) {
    return "";
  }

  @Override
  public ObjectNode schema() {
    var schema = Schemas.section(keys.values());
    either.forEach(it -> Schemas.forbid(schema, List.of(it.one().name(), it.other().name())));
    return schema;
  }

  @Override
  public List<Key<?>> keys() {
    return List.copyOf(keys.values());
  }
}
