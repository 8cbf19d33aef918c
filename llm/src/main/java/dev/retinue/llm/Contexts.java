package dev.retinue.llm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// How much models can read at once. Of one that is not in the table a usual size is assumed, which
/// nearly all have.
///
/// @param models tokens by `provider/model`, or by the name of a model whoever provides it
public record Contexts(Map<String, Long> models) {
  /// What is assumed where nothing is known.
  public static final long USUAL = 128_000;

  public Contexts {
    models = Map.copyOf(models);
  }

  /// The table that comes along.
  public static Contexts shipped() {
    try (var in = Contexts.class.getResourceAsStream("contexts.json")) {
      if (in == null) {
        throw new IllegalStateException("contexts.json is missing");
      }
      var models = new HashMap<String, Long>();
      for (var provider : JsonMapper.shared().readTree(in).path("providers").properties()) {
        for (var model : provider.getValue().properties()) {
          models.put(provider.getKey() + "/" + model.getKey(), model.getValue().asLong());
        }
      }
      return new Contexts(models);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The same with what somebody says who knows better.
  public Contexts with(Map<String, Long> others) {
    var all = new HashMap<>(models);
    all.putAll(others);
    return new Contexts(all);
  }

  /// How many tokens a model reads, named with or without its provider and the day of its release.
  /// It reads as much wherever it is provided.
  public long of(String model) {
    return names(model).map(models::get).filter(Objects::nonNull).findFirst().orElse(USUAL);
  }

  private static Stream<String> names(String model) {
    int first = model.indexOf('/');
    var inside = model.substring(first + 1); // Who passes on puts the maker there.
    var last = model.substring(model.lastIndexOf('/') + 1);
    return Stream.of(model, inside, last).flatMap(Prices::names);
  }
}
