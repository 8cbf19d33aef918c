package dev.retinue.clients;

import dev.retinue.testing.Npm;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs tests of the console that are written for Node, in a real Chromium against the packaged
/// daemon. Pictures of the pages are left in `server/target/pictures`.
final class ConsoleBrowser {
  static final Path SCRIPTS = Repository.ROOT.resolve("server/src/test/js/console");

  private static final Path PICTURES = Repository.ROOT.resolve("server/target/pictures");
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "chrome");

  private ConsoleBrowser() {}

  static Optional<Path> find() {
    return NAMES.stream().flatMap(name -> Program.find(name).stream()).findFirst();
  }

  static boolean isInstalled() {
    return Npm.isInstalled()
        && Files.exists(Npm.script("playwright-core", "package.json"))
        && find().isPresent();
  }

  /// Plays a file of tests.
  ///
  /// @param folder where its daemons and everything else of it is
  static Program.Ended play(String file, Path folder) {
    return play(file, folder, Map.of());
  }

  /// @param more variables for its daemons
  static Program.Ended play(String file, Path folder, Map<String, String> more) {
    var script = Npm.run(SCRIPTS.resolve(file + ".test.mjs"));
    for (var variable : more.entrySet()) {
      script = script.with(variable.getKey(), variable.getValue());
    }
    return script
        .with("FOLDER", folder)
        .with("CONSOLE", folder)
        .with("HOME", folder)
        .with("LAUNCHER", ServedRetinue.LAUNCHER)
        .with("MODULES", Npm.script("", "").normalize())
        .with("CHROMIUM", find().orElseThrow())
        .with("PICTURES", PICTURES)
        .with("COMMITTED", Repository.ROOT.resolve("docs/console.svg"))
        .with("JAVA_HOME", Repository.JDK)
        .within(Duration.ofMinutes(4))
        .run();
  }
}
