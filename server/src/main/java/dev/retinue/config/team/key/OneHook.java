package dev.retinue.config.team.key;

import dev.retinue.config.Described;
import dev.retinue.config.Key;
import dev.retinue.config.Kinds;
import dev.retinue.config.Schemas;
import dev.retinue.config.Shape;
import dev.retinue.config.Single;
import dev.retinue.config.Values;
import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One of the hooks of an agent: a command, or something of docker agent's own that nobody runs
/// here. What only listens can be missed; what guards a tool cannot.
final class OneHook {
  private static final int LONGEST_COMMAND = 16_000;
  private static final int LONGEST_WAIT = 3_600;
  private static final int USUAL_WAIT = 60;

  private static final String COMMAND_TYPE = "command";
  private static final String BUILT_IN = "builtin";

  /// What an agent says instead of naming these.
  private static final Map<String, String> KEYS =
      Map.of(
          "add_date", "add_date: true",
          "add_environment_info", "add_environment_info: true",
          "add_prompt_files", "add_prompt_files: […]",
          "max_iterations", "max_iterations: …");

  private static final Key<String> COMMAND =
      Key.optional(
          "command",
          Kinds.text(LONGEST_COMMAND),
          "What is run by a shell; it reads JSON about the deed.");
  private static final Key<Long> TIMEOUT =
      Key.of(
          "timeout",
          Kinds.wholeNumber(1, LONGEST_WAIT),
          (long) USUAL_WAIT,
          "How many seconds it may take.");
  private static final Key<String> NAME =
      Key.optional("name", TeamKinds.word(TeamKinds.LONGEST_NAME), "Not used.");
  private static final List<Key<Position>> UNSUPPORTED =
      Unsupported.keys(
          "args",
          "env",
          "working_dir",
          "on_error",
          "strict_output",
          "model",
          "prompt",
          "system_prompt",
          "schema",
          "evaluator",
          "evaluator_policy",
          "routing_policy");

  private OneHook() {}

  /// @param line what is run; null for one that is left out
  record Written(Position at, @Nullable String line, Duration timeout, List<Remark> remarks) {}

  /// One that listens.
  static Shape<Written> listener() {
    return shape(
        type(
            List.of(COMMAND_TYPE, BUILT_IN, "model", "evaluator"),
            "there is no other type that is read"));
  }

  /// One that may object.
  static Shape<Written> guard() {
    return shape(
        type(
            List.of(COMMAND_TYPE, BUILT_IN),
            "what guards a tool cannot be left out: write it as a command"));
  }

  private static Key<String> type(List<String> types, String remedy) {
    return Key.required(
        "type",
        new Described<>(
            new Single<>(
                String.join(" or ", types),
                scalar -> Optional.of(scalar.text()).filter(types::contains),
                _ -> remedy),
            () -> Schemas.oneOf(types)),
        "What it is: a `command`. Others are not run.");
  }

  private static Shape<Written> shape(Key<String> type) {
    return new Shape<>(
        Keys.of(List.of(type, COMMAND, TIMEOUT, NAME), UNSUPPORTED),
        values -> written(values.require(type), values));
  }

  private static Written written(String type, Values values) {
    var line = values.find(COMMAND).orElse(null);
    if (line == null && (type.equals(COMMAND_TYPE) || type.equals(BUILT_IN))) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "This hook has no 'command'; add what it runs.");
    }
    var timeout = Duration.ofSeconds(values.require(TIMEOUT));
    if (line != null && type.equals(COMMAND_TYPE)) {
      return new Written(
          values.at(), line, timeout, Unsupported.among(UNSUPPORTED, values, "a hook"));
    }
    return new Written(
        values.at(), null, timeout, List.of(new Remark(values.at(), leftOut(type, line))));
  }

  private static String leftOut(String type, @Nullable String command) {
    if (!type.equals(BUILT_IN) || command == null) {
      return "hooks of the type '%s' are not supported, and this one is left out.".formatted(type);
    }
    var key = KEYS.get(command);
    return "the built-in hook %s is not supported, and is left out%s"
        .formatted(
            Quoted.of(command),
            key == null ? "." : "; write '%s' in the agent instead.".formatted(key));
  }
}
