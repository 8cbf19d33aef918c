package dev.retinue.core.template;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a template asks for by name.
///
/// @param fallback what counts where the caller says nothing
/// @param choices the only values that it takes; none means any
public record Argument(
    String name,
    String description,
    Type type,
    boolean required,
    @Nullable String fallback,
    List<String> choices) {
  /// How long a text may be that somebody gives.
  public static final int LONGEST = 50_000;

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,39}");
  private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]{0,17})");

  /// What kind of value it takes.
  public enum Type {
    STRING,
    INTEGER,
    BOOLEAN
  }

  public Argument {
    choices = List.copyOf(choices);
    if (required && fallback != null) {
      throw refused("An argument that is required needs no 'default'; remove one of the two.");
    }
    if (!choices.isEmpty() && type != Type.STRING) {
      throw refused("Only an argument of the type 'string' has an 'enum'; remove it.");
    }
    if (fallback != null) {
      misfit(type, choices, fallback)
          .ifPresent(
              why -> {
                throw refused(
                    "The 'default' %s; its default is '%s'.".formatted(why, Excerpt.of(fallback)));
              });
    }
  }

  /// Refuses what cannot be the name of an argument, with a sentence.
  public static void checkName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw refused(
          "The name of an argument has at most 40 lower-case letters, digits and '_', and begins with a letter: '%s' does not."
              .formatted(Excerpt.of(name)));
    }
    if (Template.COMMON.contains(name)) {
      throw refused(
          "Every template has an argument '%s' already; choose another name.".formatted(name));
    }
  }

  /// The value, or a refusal that says what is taken.
  public String require(String value) {
    var why = misfit(type, choices, value);
    if (why.isPresent()) {
      throw refused(
          "The argument '%s' %s: it is '%s'.%s"
              .formatted(name, why.get(), Excerpt.of(value), meant(value)));
    }
    return value;
  }

  private String meant(String value) {
    return Nearest.to(Excerpt.of(value), choices).map(" Did you mean '%s'?"::formatted).orElse("");
  }

  /// Whether this value is more than nothing: a text with something in it, a number, or `true`.
  boolean isGiven(String value) {
    return switch (type) {
      case STRING -> !value.isBlank();
      case INTEGER -> true;
      case BOOLEAN -> value.equals("true");
    };
  }

  private static Optional<String> misfit(Type type, List<String> choices, String value) {
    if (!choices.isEmpty() && !choices.contains(value)) {
      return Optional.of("must be one of " + String.join(", ", choices));
    }
    return switch (type) {
      case STRING ->
          value.length() <= LONGEST
              ? Optional.empty()
              : Optional.of("must have at most %d characters".formatted(LONGEST));
      case INTEGER ->
          WHOLE.matcher(value).matches() ? Optional.empty() : Optional.of("must be a whole number");
      case BOOLEAN ->
          value.equals("true") || value.equals("false")
              ? Optional.empty()
              : Optional.of("must be true or false");
    };
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
