package dev.retinue.core;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What became of a run that worked on a clone, as it is kept among its facts.
///
/// @param directory where it works
/// @param folder the repository in which its branch is kept
/// @param base the commit from which it began
/// @param result what it did, as soon as that is known
public record Isolated(
    Path origin, Path directory, Path folder, String branch, String base, @Nullable Result result) {
  private static final String PREFIX = "isolation_";

  /// What it did.
  ///
  /// @param files those that it changed
  /// @param stat how much it changed in each
  /// @param diff the beginning of all its changes
  public record Result(long commits, List<String> files, String stat, String diff) {
    /// To be kept.
    public Map<String, String> facts() {
      return Map.of(
          PREFIX + "commits",
          Long.toString(commits),
          PREFIX + "files",
          String.join("\n", files),
          PREFIX + "stat",
          stat,
          PREFIX + "diff",
          diff);
    }
  }

  /// To be kept.
  public Map<String, String> facts() {
    var facts = new HashMap<String, String>();
    facts.put("isolation", "clone");
    facts.put(PREFIX + "origin", origin.toString());
    facts.put(PREFIX + "directory", directory.toString());
    facts.put(PREFIX + "folder", folder.toString());
    facts.put(PREFIX + "branch", branch);
    facts.put(PREFIX + "base", base);
    return facts;
  }

  /// As it was kept; nothing for a run that worked on the folder itself.
  public static Optional<Isolated> of(Run run) {
    var facts = run.facts();
    if (!facts.containsKey(PREFIX + "folder")) {
      return Optional.empty();
    }
    return Optional.of(
        new Isolated(
            Path.of(fact(facts, "origin")),
            Path.of(fact(facts, "directory")),
            Path.of(fact(facts, "folder")),
            fact(facts, "branch"),
            fact(facts, "base"),
            facts.containsKey(PREFIX + "commits") ? result(facts) : null));
  }

  /// Where a run works: on its clone, if it has one, or in the folder that its caller named.
  public static Optional<Path> workplace(Run run) {
    return of(run)
        .map(Isolated::directory)
        .or(() -> Optional.ofNullable(run.commission().terms().workingDirectory()).map(Path::of));
  }

  private static Result result(Map<String, String> facts) {
    return new Result(
        Long.parseLong(fact(facts, "commits")),
        fact(facts, "files").lines().toList(),
        fact(facts, "stat"),
        fact(facts, "diff"));
  }

  private static String fact(Map<String, String> facts, String name) {
    return facts.getOrDefault(PREFIX + name, "");
  }

  /// What brings the branch into a repository, to be typed there.
  public String command() {
    return "git fetch '%s' '%s:%s'".formatted(folder, branch, branch);
  }
}
