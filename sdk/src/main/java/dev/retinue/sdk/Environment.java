package dev.retinue.sdk;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The declared variables and their values: of the process, else of the agent in the configuration,
/// else of all agents there, else the declared one.
record Environment(List<Variable> declared, Map<String, String> values) {
  static Environment resolve(Spec spec, Map<String, String> process, Configuration configuration) {
    var configured = configuration.environment(spec.name());
    var values = new HashMap<String, String>();
    for (var variable : spec.variables()) {
      Stream.of(
              Optional.ofNullable(process.get(variable.name())),
              Optional.ofNullable(configured.get(variable.name())),
              Optional.ofNullable(variable.fallback()))
          .flatMap(Optional::stream)
          .filter(value -> !value.isBlank())
          .findFirst()
          .ifPresent(value -> values.put(variable.name(), value));
    }
    return new Environment(spec.variables(), Map.copyOf(values));
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  List<Variable> missing() {
    return declared.stream()
        .filter(variable -> variable.required() && !values.containsKey(variable.name()))
        .toList();
  }

  /// All that are missing, together.
  void requireAll(String agent) {
    var missing = missing();
    if (!missing.isEmpty()) {
      throw new AgentException(
          ExitCode.USAGE,
          missing.stream()
              .map(it -> "\n  %s  %s".formatted(it.name(), it.description()).stripTrailing())
              .collect(
                  Collectors.joining(
                      "",
                      "These variables of the environment are missing:",
                      "\nSet them, or let `%s --setup` ask for them.".formatted(agent))));
    }
  }

  List<String> secrets() {
    return declared.stream()
        .filter(Variable::secret)
        .map(variable -> values.get(variable.name()))
        .filter(Objects::nonNull)
        .toList();
  }
}
