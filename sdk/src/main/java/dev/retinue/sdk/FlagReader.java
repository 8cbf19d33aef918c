package dev.retinue.sdk;

import dev.retinue.mcp.rpc.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Reads a command line: `--name value`, `--name=value`, `-n value`. What is wrong is collected, so
/// that `--help` helps even then.
final class FlagReader {
  private final List<Option> options;
  private final Set<String> switches = new LinkedHashSet<>();
  private final Map<String, String> values = new HashMap<>();
  private final ObjectNode own = Json.object();
  private final Set<String> given = new HashSet<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();
  private final Deque<String> rest;

  private FlagReader(List<Option> options, List<String> args) {
    this.options = options;
    this.rest = new ArrayDeque<>(args);
  }

  static Flags read(Spec spec, List<String> args) {
    var reader = new FlagReader(spec.options(), args);
    while (!reader.rest.isEmpty()) {
      reader.take(reader.rest.pop());
    }
    reader.addFallbacks();
    return new Flags(reader.switches, reader.values, reader.own, reader.problems, reader.missing);
  }

  private void take(String arg) {
    int equals = arg.indexOf('=');
    var flag = equals < 0 ? arg : arg.substring(0, equals);
    var value = equals < 0 ? null : arg.substring(equals + 1);
    if (!arg.startsWith("-") || arg.equals("-") || arg.equals("--")) {
      problems.add(
          "'%s' belongs to no option; put what the agent is to work on behind --context."
              .formatted(shortened(arg)));
      return;
    }
    var usual =
        flag.startsWith("--")
            ? Flags.Usual.find(flag.substring(2))
            : Optional.ofNullable(flag.equals("-h") && !isAlias("h") ? Flags.Usual.HELP : null);
    if (usual.isPresent()) {
      take(usual.get(), flag, value);
      return;
    }
    find(flag)
        .ifPresentOrElse(
            option -> take(option, flag, value),
            () ->
                problems.add(
                    "There is no option '%s'; --help shows which there are."
                        .formatted(shortened(flag))));
  }

  private boolean isAlias(String letter) {
    return options.stream().anyMatch(option -> letter.equals(option.alias()));
  }

  private Optional<Option> find(String flag) {
    return options.stream()
        .filter(
            option ->
                flag.equals("--" + option.name())
                    || (option.alias() != null && flag.equals("-" + option.alias())))
        .findFirst();
  }

  private void take(Flags.Usual usual, String flag, @Nullable String given) {
    if (usual.hasValue()) {
      valueOf(flag, given).ifPresent(value -> put(usual, value));
    } else if (given != null && usual == Flags.Usual.SKILL) {
      switches.add(usual.flag());
      values.put(usual.flag(), given);
    } else if (given != null) {
      problems.add("%s takes no value.".formatted(flag));
    } else {
      switches.add(usual.flag());
    }
  }

  private void put(Flags.Usual usual, String value) {
    values.put(usual.flag(), value);
    if (usual == Flags.Usual.OUTPUT_FORMAT && !value.equals("text") && !value.equals("json")) {
      problems.add("--output-format is '%s', and can be text or json.".formatted(shortened(value)));
    }
  }

  private Optional<String> valueOf(String flag, @Nullable String given) {
    if (given != null) {
      return Optional.of(given);
    }
    var next = rest.peek();
    if (next == null || isFlag(next)) {
      problems.add("%s needs a value.".formatted(flag));
      return Optional.empty();
    }
    return Optional.of(rest.pop());
  }

  /// A value may begin with a dash (a number, a text), unless it is an option itself.
  private boolean isFlag(String text) {
    var flag = text.split("=", 2)[0];
    return (flag.startsWith("--") && Flags.Usual.find(flag.substring(2)).isPresent())
        || find(flag).isPresent();
  }

  private void take(Option option, String flag, @Nullable String value) {
    given.add(option.name());
    if (option.type() == Option.Type.BOOLEAN) {
      set(option, flag, value == null ? "true" : value);
    } else {
      valueOf(flag, value).ifPresent(it -> set(option, flag, it));
    }
  }

  private void set(Option option, String flag, String value) {
    try {
      if (option.type() == Option.Type.LIST) {
        own.withArray(option.name()).add(value);
      } else {
        Values.put(own, option, value);
      }
    } catch (IllegalArgumentException e) {
      problems.add("%s: %s".formatted(flag, e.getMessage()));
    }
  }

  private void addFallbacks() {
    for (var option : options) {
      if (given.contains(option.name())) {
        continue;
      }
      if (option.fallback() != null) {
        set(option, "--" + option.name(), option.fallback());
      } else if (option.required()) {
        var about = option.description();
        missing.add(
            "--%s is needed%s".formatted(option.name(), about.isBlank() ? "." : ": " + about));
      }
    }
  }

  private static String shortened(String text) {
    return text.length() > 80 ? text.substring(0, 80) + "…" : text;
  }
}
