package dev.retinue.toolset.compat;

import dev.retinue.core.Excerpt;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The arguments of a call, which fit the schema of its tool.
record Arguments(ObjectNode json) {
  private static final int MOST_NAMES = 10;

  /// A text; null if there is none, or nothing in it.
  @Nullable String text(String name) {
    var text = json.path(name).asString("");
    return text.isBlank() ? null : text;
  }

  String prompt() {
    return json.path("prompt").asString("");
  }

  boolean has(String name) {
    return json.hasNonNull(name);
  }

  /// What is told of arguments that the tool does not have: the old servers passed over them.
  Optional<String> strangers(Set<String> known) {
    var names =
        json.propertyNames().stream()
            .filter(name -> !known.contains(name))
            .limit(MOST_NAMES)
            .map(Excerpt::of)
            .collect(Collectors.joining("', '"));
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of("There is no argument '%s'; it was passed over.".formatted(names));
  }
}
