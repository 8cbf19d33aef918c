package dev.retinue.runtime.cli.isolation;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Isolated;
import dev.retinue.core.Masked;
import dev.retinue.core.RetinueException;
import dev.retinue.process.Removal;
import dev.retinue.process.git.Git;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A clone that belongs to one run. Its objects are those of its origin, which it only reads.
///
/// When the run is over, what it committed, and what it left uncommitted, becomes a branch in a
/// repository of ours beside it, and the clone goes. Nothing is ever executed that the program may
/// have written: the clone itself is only read, and only after a look at what it is.
public final class Clone {
  private static final String INFO = "objects/info";
  private static final String ALTERNATES = INFO + "/alternates";
  private static final int LONGEST = 8_000;
  private static final String LEFT = "What was left uncommitted";

  private final Git git;
  private final Path folder;
  private final Path origin;
  private final Path inside;
  private final String branch;
  private String base = "";

  Clone(Git git, Path folder, Path origin, Path directory, String branch) {
    this.git = git;
    this.folder = folder;
    this.origin = origin;
    this.inside = origin.relativize(directory);
    this.branch = branch;
  }

  /// Where the program works: in the same folder of the clone.
  public Path directory() {
    return work().resolve(inside).normalize();
  }

  /// What has to be writable for it.
  public Path work() {
    var name = origin.getFileName();
    return folder.resolve("work").resolve(name == null ? "clone" : name.toString());
  }

  private Path kept() {
    return folder.resolve("branch.git");
  }

  /// What the program has to read besides: the objects that it has in common with its origin.
  public List<Path> readable() throws InterruptedException {
    return List.of(objects());
  }

  private Path objects() throws InterruptedException {
    var path = git.require(origin, "rev-parse", "--git-path", "objects");
    return origin.resolve(path).normalize();
  }

  void make(String head) throws InterruptedException {
    try {
      var note = folder.resolve("base");
      if (Files.exists(note) && Files.isDirectory(directory())) {
        base = Files.readString(note).strip(); // An earlier process has made it.
        return;
      }
      Removal.of(folder);
      Files.createDirectories(work().getParent());
      base = head;
      git.require(
          folder,
          "clone",
          "--quiet",
          "--shared",
          "--no-checkout",
          "--no-tags",
          "--template=",
          "--upload-pack=git-upload-pack",
          "--",
          origin.toString(),
          work().toString());
      git.require(work(), "checkout", "--quiet", "-b", branch, base);
      git.require(work(), "config", "remote.origin.pushurl", "/nowhere");
      Files.createDirectories(work().resolve(".git/info"));
      Files.createDirectories(work().resolve(".git/hooks"));
      if (!Files.exists(work().resolve(".git/info/exclude"))) {
        Files.createFile(work().resolve(".git/info/exclude"));
      }
      Files.copy(work().resolve(".git").resolve(ALTERNATES), folder.resolve("alternates"));
      Files.writeString(note, base);
      if (!Files.isDirectory(directory())) {
        throw new RetinueException(
            ErrorCode.INVALID_INPUT,
            "isolation 'clone': the folder %s has nothing committed in it.".formatted(inside));
      }
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE, "The clone cannot be made: " + e.getMessage(), e);
    }
  }

  /// What is known at the beginning.
  public Map<String, String> facts() {
    return new Isolated(origin, directory(), kept(), branch, base, null).facts();
  }

  /// Removes the clone. What was kept of it stays.
  public void discard() {
    try {
      if (Files.exists(kept())) {
        Removal.of(folder.resolve("work"));
      }
    } catch (IOException e) {
      // It goes with the branch.
    }
  }

  /// Keeps what has become of it. Nothing of the program may be left by now.
  ///
  /// @param author who left uncommitted what is committed here
  public Map<String, String> keep(String author) throws InterruptedException {
    requireHonest();
    try {
      Removal.of(kept());
      git.require(folder, "init", "--quiet", "--bare", "--template=", kept().toString());
      Files.createDirectories(kept().resolve(INFO));
      Files.writeString(kept().resolve(ALTERNATES), objects() + "\n");
      git.require(
          kept(),
          "fetch",
          "--quiet",
          "--no-tags",
          "--no-recurse-submodules",
          "--upload-pack=git-upload-pack",
          work().toString(),
          "+HEAD:refs/heads/" + branch);
      commitRest(author);
      return report().facts();
    } catch (IOException e) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE, "The branch cannot be kept: " + e.getMessage(), e);
    }
  }

  /// A program could make its repository a way to another one, which it cannot read and we can.
  private void requireHonest() {
    var repository = work().resolve(".git");
    boolean honest =
        Files.isDirectory(work(), LinkOption.NOFOLLOW_LINKS)
            && Files.isDirectory(repository, LinkOption.NOFOLLOW_LINKS)
            && Files.isDirectory(repository.resolve("objects"), LinkOption.NOFOLLOW_LINKS)
            && Files.isDirectory(repository.resolve("refs"), LinkOption.NOFOLLOW_LINKS)
            && Files.isRegularFile(repository.resolve("HEAD"), LinkOption.NOFOLLOW_LINKS)
            && !Files.exists(repository.resolve("commondir"), LinkOption.NOFOLLOW_LINKS)
            && alternates(repository);
    if (!honest) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The program made something else of its clone, so no branch is kept; look at %s yourself."
              .formatted(work()));
    }
  }

  /// As they were written when the clone was made.
  private boolean alternates(Path repository) {
    var file = repository.resolve(ALTERNATES);
    try {
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          && Files.isDirectory(repository.resolve(INFO), LinkOption.NOFOLLOW_LINKS)
          && Files.size(file) < LONGEST
          && Files.readString(file).equals(Files.readString(folder.resolve("alternates")));
    } catch (IOException e) {
      return false;
    }
  }

  /// In a repository and with an index of ours, so that no filter, monitor or hook of the program's
  /// is asked.
  private void commitRest(String author) throws InterruptedException {
    var tree = "--work-tree=" + work();
    var repository = "--git-dir=" + kept();
    var ours = new HashMap<String, String>();
    for (var who : List.of("GIT_AUTHOR", "GIT_COMMITTER")) {
      ours.put(who + "_NAME", author);
      ours.put(who + "_EMAIL", "retinue@localhost");
    }
    var tip = "refs/heads/" + branch;
    git.require(work(), repository, tree, "read-tree", tip);
    git.require(work(), repository, tree, "add", "--all", "--", ".");
    var now = git.require(work(), repository, tree, "write-tree");
    if (!now.equals(git.require(kept(), "rev-parse", tip + "^{tree}"))) {
      var commit = git.require(kept(), ours, "commit-tree", now, "-p", tip, "-m", LEFT);
      git.require(kept(), "update-ref", tip, commit);
    }
  }

  private Isolated.Result report() throws InterruptedException {
    var range = base + "..refs/heads/" + branch;
    var diff = List.of("diff", "--no-ext-diff", "--no-textconv", "--no-color", "--no-renames");
    return new Isolated.Result(
        Long.parseLong(git.require(kept(), "rev-list", "--count", range)),
        bounded(git.require(kept(), with(diff, "--name-only", range))).lines().toList(),
        bounded(git.require(kept(), with(diff, "--stat", range))),
        bounded(git.require(kept(), with(diff, "--patch", range))));
  }

  private static String[] with(List<String> words, String... more) {
    var all = new ArrayList<>(words);
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static String bounded(String all) {
    if (all.length() <= LONGEST) {
      return all;
    }
    // Of half a secret nobody knows later that it is one.
    var text = Masked.withoutKnown(all);
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "\n(cut off)";
  }
}
