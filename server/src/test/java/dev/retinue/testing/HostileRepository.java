package dev.retinue.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// A repository that executes something wherever it can. What it executes leaves a mark.
///
/// @param marks where the marks are left, one file each
public record HostileRepository(Path folder, Path marks) {
  private static final List<String> HOOKS =
      List.of(
          "post-checkout",
          "post-commit",
          "pre-commit",
          "post-index-change",
          "reference-transaction",
          "post-merge",
          "fsmonitor-watchman",
          "post-rewrite",
          "pre-auto-gc");

  /// Makes one with a commit.
  public static HostileRepository in(Path folder) throws IOException {
    var marks = Files.createDirectories(folder.resolveSibling(folder.getFileName() + "-marks"));
    Files.createDirectories(folder);
    var repository = new HostileRepository(folder.toRealPath(), marks.toRealPath());
    repository.git("init", "-q", "-b", "main");
    Files.writeString(folder.resolve("file.txt"), "one\n");
    Files.writeString(folder.resolve(".gitattributes"), "*.txt filter=evil diff=evil merge=evil\n");
    repository.git("add", "-A");
    repository.git("commit", "-qm", "first");
    repository.poison(folder);
    return repository;
  }

  /// As its owner would run git, before anything is hostile.
  public String git(String... words) {
    var command = new java.util.ArrayList<Object>(List.of("git"));
    command.addAll(List.of("-c", "user.name=Owner", "-c", "user.email=owner@example.org"));
    command.addAll(List.of(words));
    var ended = Program.of(command.toArray()).in(folder).with("HOME", "/nonexistent").run();
    if (ended.exitCode() != 0) {
      throw new AssertionError(ended.err());
    }
    return ended.out().strip();
  }

  /// Makes the git of this work tree hostile.
  public void poison(Path workTree) throws IOException {
    var config = new StringBuilder();
    config.append("[core]\n\tfsmonitor = ").append(payload("fsmonitor"));
    config.append("\n\tsshCommand = ").append(payload("ssh"));
    config.append("\n\tpager = ").append(payload("pager"));
    config.append("\n\teditor = ").append(payload("editor"));
    config.append("\n\talternateRefsCommand = ").append(payload("alternates"));
    config.append("\n[filter \"evil\"]\n\tclean = ").append(payload("clean"));
    config.append("\n\tsmudge = ").append(payload("smudge"));
    config.append("\n[diff]\n\texternal = ").append(payload("diff"));
    config.append("\n[diff \"evil\"]\n\tcommand = ").append(payload("diff-driver"));
    config.append("\n\ttextconv = ").append(payload("textconv"));
    config.append("\n[uploadpack]\n\tpackObjectsHook = ").append(payload("pack"));
    config.append("\n[credential]\n\thelper = !").append(payload("credential"));
    config.append("\n[protocol]\n\tallow = always\n[protocol \"ext\"]\n\tallow = always");
    config.append("\n[remote \"origin\"]\n\turl = ext::").append(payload("ext"));
    config.append("\n\tpromisor = true\n\tuploadpack = ").append(payload("uploadpack"));
    config.append("\n[gc]\n\tauto = 1\n");
    Files.writeString(
        workTree.resolve(".git/config"), config, java.nio.file.StandardOpenOption.APPEND);
    Files.createDirectories(workTree.resolve(".git/hooks"));
    for (var hook : HOOKS) {
      executable(workTree.resolve(".git/hooks/" + hook), "hook-" + hook);
    }
  }

  /// A program that leaves a mark and passes on what it hears.
  public Path payload(String name) throws IOException {
    return executable(marks.resolveSibling(marks.getFileName() + "-" + name), name);
  }

  private Path executable(Path file, String name) throws IOException {
    Files.writeString(file, "#!/bin/sh\ntouch '%s/%s'\ncat\n".formatted(marks, name));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }

  /// What was executed.
  public List<String> executed() throws IOException {
    try (var all = Files.list(marks)) {
      return all.map(it -> it.getFileName().toString()).sorted().toList();
    }
  }
}
