package dev.retinue.sdk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// An option of the command line, and at the same time a parameter of the agent's tool.
///
/// @param name as it follows the two dashes
/// @param alias one letter, for one dash
/// @param fallback its value where none is given, as it would be typed
/// @param choices the values that are allowed; all, if there are none
public record Option(
    String name,
    @Nullable String alias,
    String description,
    Type type,
    @Nullable String fallback,
    boolean required,
    List<String> choices) {
  /// What its value is.
  public enum Type {
    STRING,
    INTEGER,
    NUMBER,
    BOOLEAN,
    /// Several texts: on the command line the option is given several times.
    LIST
  }

  public Option {
    choices = List.copyOf(choices);
  }

  public static Option text(String name, String description) {
    return new Option(name, null, description, Type.STRING, null, false, List.of());
  }

  /// A whole number.
  public static Option integer(String name, String description) {
    return new Option(name, null, description, Type.INTEGER, null, false, List.of());
  }

  public static Option number(String name, String description) {
    return new Option(name, null, description, Type.NUMBER, null, false, List.of());
  }

  /// Something that is so or is not: on the command line it has no value.
  public static Option flag(String name, String description) {
    return new Option(name, null, description, Type.BOOLEAN, null, false, List.of());
  }

  public static Option list(String name, String description) {
    return new Option(name, null, description, Type.LIST, null, false, List.of());
  }

  public static Option oneOf(String name, String description, String... choices) {
    return new Option(name, null, description, Type.STRING, null, false, List.of(choices));
  }

  /// The same with one letter as another name.
  public Option alias(String letter) {
    return new Option(name, letter, description, type, fallback, required, choices);
  }

  public Option orElse(String value) {
    return new Option(name, alias, description, type, value, false, choices);
  }

  /// The same, without which the agent does not begin.
  public Option needed() {
    return new Option(name, alias, description, type, null, true, choices);
  }
}
