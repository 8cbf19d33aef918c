package dev.retinue.runtime.cli.isolation;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.process.Removal;
import dev.retinue.process.git.Git;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The clones of runs, each in a folder with the name of its run.
public final class Clones {
  private final Path folder;
  private final Git git;

  /// @param folder where all of them are
  public Clones(Path folder, Git git) {
    this.folder = folder;
    this.git = git;
  }

  /// The clone of a run: a new one, or what an earlier process has left of it.
  ///
  /// @param directory where it would work otherwise
  public Clone open(RunId run, Path directory) throws InterruptedException {
    var top = git.run(directory, "rev-parse", "--show-toplevel");
    if (!top.done()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "isolation 'clone' needs a git repository, and %s is in none; start it without, or run 'git init' and commit."
              .formatted(directory));
    }
    var origin = Path.of(top.output().strip());
    var base = git.run(origin, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
    if (!base.done()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "isolation 'clone' needs a commit, and %s has none yet.".formatted(origin));
    }
    var clone = new Clone(git, folder.resolve(run.text()), origin, directory, "retinue/" + run);
    clone.make(base.output().strip());
    return clone;
  }

  /// Removes the clone of a run, and its branch.
  public void remove(RunId run) {
    try {
      Removal.of(folder.resolve(run.text()));
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.INTERNAL_ERROR, "The clone of '%s' cannot be removed: %s".formatted(run, e), e);
    }
  }

  /// Removes those that nobody needs, and says how many.
  ///
  /// @param exists whether there is such a run
  /// @param working whether it has not ended: then it needs its clone
  /// @param before only what was not touched since
  public int sweep(Predicate<RunId> exists, Predicate<RunId> working, Instant before) {
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    int gone = 0;
    try (var all = Files.list(folder)) {
      for (var each : all.toList()) {
        var run = run(each);
        boolean old = Files.getLastModifiedTime(each).toInstant().isBefore(before);
        if (run == null || !exists.test(run) || (old && !working.test(run))) {
          Removal.of(each);
          gone++;
        }
      }
      return gone;
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.INTERNAL_ERROR, "The clones of runs cannot be looked through: " + e, e);
    }
  }

  private static @Nullable RunId run(Path each) {
    try {
      return RunId.of(each.getFileName().toString());
    } catch (RetinueException e) {
      return null;
    }
  }
}
