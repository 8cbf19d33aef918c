package dev.retinue.sdk;

import java.math.BigDecimal;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/// Values of options as JSON.
final class Values {
  private Values() {}

  /// @throws IllegalArgumentException with what is wrong with it
  static void put(ObjectNode values, Option option, String text) {
    switch (option.type()) {
      case STRING -> values.put(option.name(), chosen(option, text));
      case INTEGER -> values.put(option.name(), integer(text));
      case NUMBER -> values.put(option.name(), number(text));
      case BOOLEAN -> values.put(option.name(), bool(text));
      case LIST -> values.putArray(option.name()).add(text);
    }
  }

  private static String chosen(Option option, String text) {
    if (!option.choices().isEmpty() && !option.choices().contains(text)) {
      throw new IllegalArgumentException(
          "'%s' is none of %s.".formatted(text, String.join(", ", option.choices())));
    }
    return text;
  }

  private static long integer(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'%s' is no whole number.".formatted(text), e);
    }
  }

  private static BigDecimal number(String text) {
    try {
      return new BigDecimal(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'%s' is no number.".formatted(text), e);
    }
  }

  private static boolean bool(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true", "yes", "1" -> true;
      case "false", "no", "0" -> false;
      default -> throw new IllegalArgumentException("'%s' is not true or false.".formatted(text));
    };
  }
}
