package dev.retinue.cli;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/// Numbers that somebody typed.
final class Numbers {
  private Numbers() {}

  static void requireBetween(String option, long number, long least, long most) {
    if (number < least || number > most) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s must be between %d and %d, not %d.".formatted(option, least, most, number));
    }
  }

  static void requireNotNegative(String option, @Nullable BigDecimal number) {
    if (number != null && number.signum() < 0) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s must not be less than 0, and is %s.".formatted(option, number));
    }
  }

  /// What to say of a word where a number should be; picocli would speak of types of Java.
  static Optional<String> refused(ParameterException refusal) {
    if (!(refusal.getArgSpec() instanceof OptionSpec option) || refusal.getValue() == null) {
      return Optional.empty();
    }
    var type = option.type();
    boolean whole = type == int.class || type == long.class || type == Long.class;
    if (!whole && type != BigDecimal.class) {
      return Optional.empty();
    }
    var word = refusal.getValue();
    var sentence =
        whole && word.matches("[+-]?\\d+")
            ? "%s takes a smaller number than '%s'."
            : "%s takes a " + (whole ? "whole " : "") + "number, not '%s'.";
    return Optional.of(sentence.formatted(option.longestName(), Excerpt.of(word)));
  }
}
