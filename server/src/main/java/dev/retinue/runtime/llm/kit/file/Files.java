package dev.retinue.runtime.llm.kit.file;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/// What the tools for files work on.
///
/// @param free whether no rule keeps a file from being read, wherever it is
/// @param toSearch how long a search may take
public record Files(
    Enclosed enclosed, Predicate<Path> free, RandomGenerator random, Duration toSearch) {
  private static final Duration USUAL_SEARCH = Duration.ofSeconds(20);

  /// How long one call may take.
  static final Duration LIMIT = Duration.ofSeconds(60);

  public Files(Enclosed enclosed, Predicate<Path> free, RandomGenerator random) {
    this(enclosed, free, random, USUAL_SEARCH);
  }

  /// Something with a place in the folder.
  interface Use<T> {
    T with(Spot spot) throws IOException;
  }

  /// Does it with what is to be read.
  <T> T read(String given, Use<T> use) {
    try (var spot = enclosed.find(given)) {
      return use.with(spot);
    } catch (IOException e) {
      throw Refusal.trouble(given, e);
    }
  }

  /// Does it with what is to be changed.
  <T> T change(String given, Use<T> use) {
    try (var spot = enclosed.findToChange(given)) {
      return use.with(spot);
    } catch (IOException e) {
      throw Refusal.trouble(given, e);
    }
  }

  Folders folders() {
    return new Folders(random);
  }

  /// Whether it may be seen where nobody named it.
  ///
  /// @param inside relative to the root
  boolean isShown(Path inside) {
    return enclosed.scope().leadsTo(inside) && free.test(enclosed.root().resolve(inside));
  }
}
