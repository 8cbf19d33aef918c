package dev.retinue.config.team.key;

import dev.retinue.config.Described;
import dev.retinue.config.Key;
import dev.retinue.config.Kinds;
import dev.retinue.config.Schemas;
import dev.retinue.config.Shape;
import dev.retinue.config.Single;
import dev.retinue.config.Values;
import dev.retinue.config.yaml.Position;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The key `harness` of an agent: a program does its work, and what it has it brings along itself.
///
/// @param type which program
/// @param model null for the program's own
public record Harness(String type, @Nullable String model, List<Remark> remarks) {
  /// What docker agent calls the programs of the staff.
  static final List<String> TYPES = List.of("claude-code", "codex");

  private static final Key<String> TYPE =
      Key.required(
          "type",
          new Described<>(
              new Single<>(
                  String.join(" or ", TYPES),
                  scalar -> Optional.of(scalar.text()).filter(TYPES::contains),
                  _ ->
                      "name another program in the configuration under 'staff', and that agent under 'sub_agents'"),
              () -> Schemas.oneOf(TYPES)),
          "Which program.");
  private static final Key<String> MODEL =
      Key.optional("model", Kinds.words(TeamKinds.LONGEST_NAME), "Its model.");
  private static final List<Key<Position>> UNSUPPORTED =
      Unsupported.keys("args", "config", "env", "effort", "agent", "thinking");

  static final Key<Harness> KEY =
      Key.optional(
          "harness",
          new Shape<>(Keys.of(List.of(TYPE, MODEL), UNSUPPORTED), Harness::written),
          "The program that does its work in place of a model: `claude-code` or `codex`.");

  private static Harness written(Values values) {
    return new Harness(
        values.require(TYPE),
        values.find(MODEL).orElse(null),
        Unsupported.among(UNSUPPORTED, values, "'harness'"));
  }
}
