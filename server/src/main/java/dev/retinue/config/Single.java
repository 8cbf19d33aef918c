package dev.retinue.config;

import dev.retinue.config.yaml.YamlNode.Scalar;
import java.util.Optional;
import java.util.function.Function;

/// A kind of single values: what is expected, how it is read, and what helps where it cannot be.
///
/// @param documented what is expected, as documents say it
/// @param parse the value, if it is one of this kind
/// @param remedy what to do about one that is not; may be empty
/// @param written how a value is written
public record Single<T>(
    String expected,
    String documented,
    Function<Scalar, Optional<T>> parse,
    Function<Scalar, String> remedy,
    Function<T, String> written)
    implements Kind<T> {

  public Single(
      String expected, Function<Scalar, Optional<T>> parse, Function<Scalar, String> remedy) {
    this(expected, expected, parse, remedy, Object::toString);
  }

  @Override
  public Optional<T> read(Spot spot) {
    if (!(spot.node() instanceof Scalar scalar)) {
      return spot.refuse(expected, "");
    }
    var value = parse.apply(scalar);
    return value.isPresent() ? value : spot.refuse(expected, remedyFor(scalar));
  }

  private String remedyFor(Scalar scalar) {
    if (scalar.isNothing()) {
      return "give it a value, or remove it";
    }
    if (!scalar.plain() && parse.apply(scalar.withoutQuotes()).isPresent()) {
      return "remove the quotes";
    }
    return remedy.apply(scalar);
  }

  @Override
  public String written(T value) {
    return written.apply(value);
  }
}
