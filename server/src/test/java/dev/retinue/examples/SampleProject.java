package dev.retinue.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A copy of the project beside the examples, with a history, something that is staged, and a file
/// of secrets.
final class SampleProject {
  private static final String WHEN = "2026-03-01T12:00:00Z";

  private final Path folder;

  private SampleProject(Path folder) {
    this.folder = folder;
  }

  static Path in(Path folder) throws IOException {
    copy(ExampleAgentsTest.FOLDER.resolve("project"), folder);
    var project = new SampleProject(folder);
    project.git("init", "-q", "-b", "main");
    project.git("add", ".");
    project.git("commit", "-q", "-m", "Greet in two languages");
    project.git("tag", "v1.0.0");
    project.git("commit", "-q", "--allow-empty", "-m", "Count the orders of a customer");
    project.git("commit", "-q", "--allow-empty", "-m", "Tidy the tests");
    project.change();
    return folder;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  private void change() throws IOException {
    var greet = folder.resolve("src/greet.sh");
    var german = "  de) echo \"Hallo, $name!\" ;;\n";
    var text = Files.readString(greet);
    assertThat(text).contains(german);
    Files.writeString(greet, text.replace(german, german + "  fr) echo \"Bonjour $nom!\" ;;\n"));
    git("add", ".");
    Files.writeString(folder.resolve(".env"), "ORDERS_TOKEN=a-made-up-word\n");
  }

  private void git(String... words) {
    var command = new ArrayList<Object>();
    command.add("git");
    command.addAll(List.of(words));
    var ended =
        Program.of(command.toArray())
            .in(folder)
            .with("HOME", folder)
            .with("GIT_CONFIG_NOSYSTEM", "1")
            .with("GIT_AUTHOR_NAME", "Ada")
            .with("GIT_AUTHOR_EMAIL", "ada@example.org")
            .with("GIT_AUTHOR_DATE", WHEN)
            .with("GIT_COMMITTER_NAME", "Ada")
            .with("GIT_COMMITTER_EMAIL", "ada@example.org")
            .with("GIT_COMMITTER_DATE", WHEN)
            .run();
    assertThat(ended.exitCode()).as(ended.err()).isZero();
  }
}
