package dev.retinue.sdk;

import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Fills variables into texts: `${NAME}`, `${NAME:-otherwise}`, and `$$` for a dollar. What is
/// missing is gathered, so that all of it can be said at once.
final class Variables {
  private static final Pattern PLACE =
      Pattern.compile("\\$\\$|\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?:(:?)-([^}]*))?\\}|\\$\\{([^}]*)\\}");

  private final Map<String, String> values;
  private final TreeSet<String> missing = new TreeSet<>();

  Variables(Map<String, String> values) {
    this.values = values;
  }

  String filled(String text) {
    return PLACE.matcher(text).replaceAll(place -> Matcher.quoteReplacement(value(place)));
  }

  private String value(MatchResult place) {
    if (place.group().equals("$$")) {
      return "$";
    }
    if (place.group(4) != null) {
      missing.add(place.group(4));
      return place.group();
    }
    var value = values.get(place.group(1));
    var otherwise = place.group(3);
    if (otherwise != null && (value == null || (value.isEmpty() && !place.group(2).isEmpty()))) {
      return otherwise;
    }
    if (value == null) {
      missing.add(place.group(1));
      return place.group();
    }
    return value;
  }

  void requireAll() {
    if (!missing.isEmpty()) {
      throw new AgentException(
          ExitCode.USAGE,
          "The services of this agent need variables that are not set: %s. Set them in the environment, or declare them with a default."
              .formatted(String.join(", ", missing)));
    }
  }
}
