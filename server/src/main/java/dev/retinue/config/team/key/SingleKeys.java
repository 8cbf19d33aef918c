package dev.retinue.config.team.key;

import dev.retinue.config.Described;
import dev.retinue.config.Key;
import dev.retinue.config.Kind;
import dev.retinue.config.Kinds;
import dev.retinue.config.Schemas;
import dev.retinue.config.Shape;
import dev.retinue.config.Spot;
import dev.retinue.config.Values;
import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.YamlNode;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.config.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The keys at the beginning of a Markdown file with one agent, as Claude Code has them.
public final class SingleKeys {
  private static final int LONGEST_DESCRIPTION = 16_000;

  private static final Key<String> NAME =
      Key.required("name", Kinds.words(TeamKinds.LONGEST_NAME), "What the agent is called.");
  private static final Key<String> DESCRIPTION =
      Key.required(
          "description",
          TeamKinds.prose(LONGEST_DESCRIPTION),
          "What it is good for, and when it is asked.");
  private static final Key<List<String>> TOOLS =
      Key.optional("tools", names(), "What it may use; else what is usual.");
  private static final Key<List<String>> DISALLOWED =
      Key.of("disallowedTools", names(), List.of(), "What it may not use.");
  private static final Key<String> MODEL =
      Key.optional(
          "model", Kinds.words(TeamKinds.LONGEST_NAME), "Its model; `inherit` for the usual.");
  private static final Key<Long> MAX_TURNS =
      Key.optional(
          "maxTurns", Kinds.wholeNumber(1, 1_000_000), "After how many turns it has to end.");
  private static final Key<Position> COLOR = Key.optional("color", new Unsupported(), "Not used.");
  private static final List<Key<Position>> UNSUPPORTED =
      List.of(
          Unsupported.key("permissionMode"),
          Unsupported.key("skills"),
          Unsupported.key("mcpServers"),
          Unsupported.key("hooks"),
          Unsupported.key("memory"),
          Unsupported.key("background"),
          Unsupported.key("isolation"),
          Unsupported.key("effort"));

  public static final Shape<Written> SHAPE =
      new Shape<>(
          Keys.of(
              List.of(NAME, DESCRIPTION, TOOLS, DISALLOWED, MODEL, MAX_TURNS, COLOR), UNSUPPORTED),
          SingleKeys::written);

  private SingleKeys() {}

  /// An agent as it is written.
  ///
  /// @param tools null for the usual ones
  public record Written(
      String name,
      String description,
      @Nullable List<String> tools,
      List<String> disallowed,
      @Nullable String model,
      @Nullable Long maxTurns,
      List<Remark> remarks) {}

  private static Written written(Values values) {
    return new Written(
        values.require(NAME),
        values.require(DESCRIPTION),
        values.find(TOOLS).orElse(null),
        values.require(DISALLOWED),
        values.find(MODEL).filter(it -> !it.equals("inherit")).orElse(null),
        values.find(MAX_TURNS).orElse(null),
        Unsupported.among(UNSUPPORTED, values, "the agent"));
  }

  /// A list, or one line with commas.
  private static Kind<List<String>> names() {
    return new Described<>(
        new Kind<>() {
          @Override
          public String expected() {
            return "names, with commas between them";
          }

          @Override
          public Optional<List<String>> read(Spot spot) {
            return switch (spot.node()) {
              case Scalar scalar when scalar.isText() -> Optional.of(parts(scalar.text()));
              case Sequence(_, var items, _) when items.stream().allMatch(SingleKeys::isName) ->
                  Optional.of(items.stream().map(it -> ((Scalar) it).text()).toList());
              case Scalar _, Sequence _, YamlNode.Mapping _ -> spot.refuse(expected(), "");
            };
          }
        },
        () -> Schemas.type("string", "array"));
  }

  private static boolean isName(YamlNode node) {
    return node instanceof Scalar scalar && scalar.isText() && !scalar.text().isBlank();
  }

  /// Commas within brackets belong to what a tool is used on.
  private static List<String> parts(String text) {
    var parts = new ArrayList<String>();
    int depth = 0;
    int begin = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i < text.length() ? text.charAt(i) : ',';
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (i == text.length() || (c == ',' && depth <= 0)) {
        var part = text.substring(begin, i).strip();
        if (!part.isEmpty()) {
          parts.add(part);
        }
        begin = i + 1;
      }
    }
    return List.copyOf(parts);
  }
}
