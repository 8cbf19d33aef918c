package dev.retinue.core.craft;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What an agent brings along beside its instructions. All of it is plain data, because runs keep
/// it as it was when they were made.
///
/// @param origin where it is written
/// @param greeting what it says to somebody who comes; empty for nothing
/// @param commands pieces of work that it knows by a name
/// @param outputSchema what its answers must fit; null where they have no form
public record Craft(
    Origin origin,
    String greeting,
    List<Kit> kits,
    Team team,
    Background background,
    Thought thought,
    Map<String, Shortcut> commands,
    List<Hook> hooks,
    @Nullable String outputSchema) {
  /// Nothing.
  public static final Craft NONE =
      new Craft(
          Origin.NOWHERE,
          "",
          List.of(),
          Team.NONE,
          Background.NONE,
          Thought.USUAL,
          Map.of(),
          List.of(),
          null);

  /// Definitions of earlier versions are kept without what came later.
  public Craft {
    origin = Objects.requireNonNullElse(origin, Origin.NOWHERE);
    greeting = Objects.requireNonNullElse(greeting, "");
    kits = List.copyOf(Objects.requireNonNullElse(kits, List.of()));
    team = Objects.requireNonNullElse(team, Team.NONE);
    background = Objects.requireNonNullElse(background, Background.NONE);
    thought = Objects.requireNonNullElse(thought, Thought.USUAL);
    commands = Ordered.copy(Objects.requireNonNullElse(commands, Map.of()));
    hooks = List.copyOf(Objects.requireNonNullElse(hooks, List.of()));
  }

  /// All of it in words, secrets among them: only to tell one from another.
  public String exact() {
    return kits.stream().map(Kit::exact).toList() + toString();
  }

  /// Where an agent is written.
  ///
  /// @param file the file; empty where there is none
  /// @param trusted whether the operator answers for it; a project's own files are not
  public record Origin(String file, boolean trusted) {
    public static final Origin NOWHERE = new Origin("", true);
  }

  /// What its model is told besides.
  ///
  /// @param files by names within the working directory
  public record Background(boolean date, boolean environment, List<String> files) {
    public static final Background NONE = new Background(false, false, List.of());

    public Background {
      files = List.copyOf(Objects.requireNonNullElse(files, List.of()));
    }
  }

  /// A piece of work by name. `$1`, `$2` … and `$ARGUMENTS` stand for what is said after the name.
  public record Shortcut(String description, String instruction) {}
}
