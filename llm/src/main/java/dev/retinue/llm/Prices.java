package dev.retinue.llm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What models cost, as far as it is known. Of a model that is not in the table nothing is said:
/// whoever knows better adds it.
///
/// @param date when the table was looked up
/// @param models by `provider/model`
public record Prices(LocalDate date, Map<String, Price> models) {
  /// Providers add the day of a release to a name, or a word for the newest.
  private static final Pattern RELEASE =
      Pattern.compile("-(20\\d{6}|20\\d\\d-\\d\\d-\\d\\d|latest)$");

  private static final List<String> MAKERS = List.of("anthropic", "openai", "google");
  private static final String OTHER_DIALECT = "openai-chat/";

  public Prices {
    models = Map.copyOf(models);
  }

  /// The table that comes along.
  public static Prices shipped() {
    try (var in = Prices.class.getResourceAsStream("prices.json")) {
      if (in == null) {
        throw new IllegalStateException("prices.json is missing");
      }
      var json = JsonMapper.shared().readTree(in);
      return new Prices(
          LocalDate.parse(json.path("date").asString()), models(json.path("providers")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Price> models(JsonNode providers) {
    var models = new HashMap<String, Price>();
    for (var provider : providers.properties()) {
      for (var model : provider.getValue().properties()) {
        models.put(provider.getKey() + "/" + model.getKey(), price(model.getValue()));
      }
    }
    return models;
  }

  private static Price price(JsonNode json) {
    var above = json.path("above");
    return new Price(
        new BigDecimal(json.path("input").asString()),
        new BigDecimal(json.path("output").asString()),
        optional(json, "cache_read"),
        optional(json, "cache_write"),
        above.isObject() ? new Price.Above(above.path("tokens").asLong(), price(above)) : null);
  }

  private static @Nullable BigDecimal optional(JsonNode json, String name) {
    return json.has(name) ? new BigDecimal(json.path(name).asString()) : null;
  }

  /// The same with the prices of somebody who knows better.
  ///
  /// @param others by `provider/model`, or by the name of a model whoever provides it
  public Prices with(Map<String, Price> others) {
    var all = new HashMap<>(models);
    all.putAll(others);
    return new Prices(date, all);
  }

  /// The price of a model, named with or without its provider and the day of its release. What its
  /// maker takes for it says nothing of what others take who provide it, too.
  public Optional<Price> find(String model) {
    return names(model).flatMap(it -> Optional.ofNullable(models.get(it)).stream()).findFirst();
  }

  /// Under what a model may be found, the best first.
  static Stream<String> names(String model) {
    return withProviders(model).flatMap(it -> Stream.of(it, RELEASE.matcher(it).replaceFirst("")));
  }

  private static Stream<String> withProviders(String model) {
    int slash = model.indexOf('/');
    if (slash < 0) {
      return Stream.concat(Stream.of(model), MAKERS.stream().map(it -> it + "/" + model));
    }
    var name = model.substring(slash + 1);
    if (name.contains("/")) { // It would look like a model of its maker.
      return Stream.of(model);
    }
    return model.startsWith(OTHER_DIALECT)
        ? Stream.of(model, name, "openai/" + name)
        : Stream.of(model, name);
  }

  /// What an answer of a model cost, if that is known: its price, and what it used.
  public Optional<BigDecimal> cost(String model, Tokens tokens) {
    return tokens.all() == 0 ? Optional.empty() : find(model).map(price -> price.of(tokens));
  }
}
