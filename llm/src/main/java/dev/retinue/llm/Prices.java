package dev.retinue.llm;

import dev.retinue.llm.wire.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What models cost, as far as it is known. Of a model that is not in the table nothing is said:
/// whoever knows better adds it.
///
/// @param date when the table was looked up
public record Prices(LocalDate date, Map<String, Price> models) {
  /// Providers add the day of a release to a name, or a word for the newest.
  private static final Pattern RELEASE =
      Pattern.compile("-(20\\d{6}|20\\d\\d-\\d\\d-\\d\\d|latest)$");

  public Prices {
    models = Map.copyOf(models);
  }

  /// The table that comes along.
  public static Prices shipped() {
    try (var in = Prices.class.getResourceAsStream("prices.json")) {
      if (in == null) {
        throw new IllegalStateException("prices.json is missing");
      }
      var json = Wire.JSON.readTree(in);
      return new Prices(LocalDate.parse(json.path("date").asString()), models(json.path("models")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Price> models(JsonNode json) {
    var models = new HashMap<String, Price>();
    json.properties().forEach(it -> models.put(it.getKey(), price(it.getValue())));
    return models;
  }

  private static Price price(JsonNode json) {
    return new Price(
        new BigDecimal(json.path("input").asString()),
        new BigDecimal(json.path("output").asString()),
        optional(json, "cache_read"),
        optional(json, "cache_write"));
  }

  private static @Nullable BigDecimal optional(JsonNode json, String name) {
    return json.has(name) ? new BigDecimal(json.path(name).asString()) : null;
  }

  /// The same with other prices above.
  public Prices with(Map<String, Price> others) {
    var all = new HashMap<>(models);
    all.putAll(others);
    return new Prices(date, all);
  }

  /// The price of a model, named with or without its provider and the day of its release.
  public Optional<Price> find(String model) {
    var name = model.substring(model.lastIndexOf('/') + 1);
    return Optional.ofNullable(models.get(model))
        .or(() -> Optional.ofNullable(models.get(name)))
        .or(() -> Optional.ofNullable(models.get(RELEASE.matcher(name).replaceFirst(""))));
  }

  /// What an answer of a model cost, if that is known.
  public Optional<BigDecimal> cost(String model, Tokens tokens) {
    return find(model).map(price -> price.of(tokens));
  }
}
