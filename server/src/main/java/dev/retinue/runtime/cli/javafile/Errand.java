package dev.retinue.runtime.cli.javafile;

import dev.retinue.core.Program;
import dev.retinue.runtime.cli.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// What such an agent is told: a text to work on; or, where a contract is a JSON object with
/// nothing in it but `context` and options of the agent, that text and these options.
///
/// @param flags of its command line
record Errand(String context, List<String> flags) {
  private static final String CONTEXT = "context";

  /// @param preface how many characters stand before what the caller wrote
  static Errand of(String contract, int preface, List<Program.Parameter> parameters) {
    int from = Math.min(preface, contract.length());
    var written = of(contract.substring(from), parameters);
    return new Errand(contract.substring(0, from) + written.context(), written.flags());
  }

  static Errand of(String contract, List<Program.Parameter> parameters) {
    if (!contract.stripLeading().startsWith("{")) {
      return new Errand(contract, List.of());
    }
    var known =
        parameters.stream()
            .collect(Collectors.toMap(Program.Parameter::name, Function.identity(), (a, _) -> a));
    try {
      var json = Lines.Mapper.JSON.readTree(contract);
      boolean meant =
          json.isObject()
              && json.propertyStream()
                  .allMatch(it -> it.getKey().equals(CONTEXT) || known.containsKey(it.getKey()))
              && (!json.has(CONTEXT) || json.get(CONTEXT).isString());
      return meant ? of(json, known) : new Errand(contract, List.of());
    } catch (JacksonException e) {
      return new Errand(contract, List.of());
    }
  }

  private static Errand of(JsonNode json, Map<String, Program.Parameter> known) {
    var flags = new ArrayList<String>();
    json.propertyStream()
        .filter(it -> !it.getKey().equals(CONTEXT))
        .forEach(it -> add(flags, known.get(it.getKey()), it.getValue()));
    return new Errand(json.path(CONTEXT).asString(""), flags);
  }

  private static void add(List<String> flags, Program.@Nullable Parameter option, JsonNode value) {
    if (option == null || value.isNull()) {
      return;
    }
    if (option.type().equals("boolean")) {
      if (value.asBoolean(false)) {
        flags.add("--" + option.name());
      }
    } else if (value.isArray()) {
      value.forEach(it -> flags.add(flag(option, it)));
    } else {
      flags.add(flag(option, value));
    }
  }

  /// In one word: a value that begins with a dash is no option.
  private static String flag(Program.Parameter option, JsonNode value) {
    return "--%s=%s".formatted(option.name(), value.isString() ? value.stringValue() : value);
  }
}
