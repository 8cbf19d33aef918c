import dev.retinue.sdk.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.regex.*;

/// Runs the tests of a project and says how they went. Exit code 10: some failed.
class TestRunner {
  record Tally(String command, int passed, int failed, List<String> failures, int exitCode) {}

  /// A file that says what kind of project it is, and how its tests are run.
  static final Map<String, List<String>> PROJECTS = new LinkedHashMap<>();

  static {
    PROJECTS.put("pom.xml", List.of("mvn", "-q", "-B", "test"));
    PROJECTS.put("build.gradle", List.of("gradle", "test"));
    PROJECTS.put("Cargo.toml", List.of("cargo", "test"));
    PROJECTS.put("go.mod", List.of("go", "test", "./..."));
    PROJECTS.put("package.json", List.of("npm", "test"));
    PROJECTS.put("pyproject.toml", List.of("python3", "-m", "pytest", "-q"));
  }

  static final Pattern PASSED =
      Pattern.compile("(?i)(\\d+) pass(?:ed|ing)|# pass (\\d+)|^ok\\s", Pattern.MULTILINE);
  static final Pattern FAILED =
      Pattern.compile("(?i)(\\d+) fail(?:ed|ing|ures?)|# fail (\\d+)|Failures: (\\d+)");
  static final Pattern NAMES =
      Pattern.compile("(?m)^(?:not ok \\d+ - |FAILED |--- FAIL: |\\[ERROR\\]   |✖ )(.{1,200})$");

  static Agent agent() {
    return Agent.named("test-runner")
        .describedAs("Runs the tests of a project and says how many passed and which failed.")
        .version("1.0.0")
        .trust(Trust.PRIVILEGED)
        .takesNoContext()
        .option(Option.text("project", "The folder of the project").alias("p").orElse("."))
        .option(
            Option.list("command", "The command, a word each; found out if left out").alias("c"))
        .example("test-runner --project ~/shop --timeout 600")
        .servesMcp()
        .does(TestRunner::run);
  }

  static Object run(Context ctx) throws Exception {
    var folder = Path.of(ctx.option("project")).toAbsolutePath().normalize();
    var command = ctx.list("command").isEmpty() ? found(folder) : ctx.list("command");
    ctx.progress("running " + String.join(" ", command));
    var log = Files.createTempFile("tests", ".log");
    try {
      var tests =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      tests.getOutputStream().close();
      try {
        if (!tests.waitFor(Math.max(1, ctx.remaining().toMillis() - 500), TimeUnit.MILLISECONDS)) {
          throw new AgentException(
              3, "The tests did not end in time; give them more with --timeout.");
        }
      } finally {
        tests.descendants().forEach(ProcessHandle::destroyForcibly);
        tests.destroyForcibly();
      }
      var tally = tally(String.join(" ", command), read(log), tests.exitValue());
      return tally.exitCode() == 0
          ? tally
          : Answer.of(tally)
              .error(
                  10,
                  "%d failed: %s".formatted(tally.failed(), String.join(", ", tally.failures())));
    } finally {
      Files.deleteIfExists(log);
    }
  }

  static String read(Path log) throws Exception {
    try (var in = Files.newInputStream(log)) {
      return new String(in.readNBytes(8_000_000));
    }
  }

  static List<String> found(Path folder) {
    return PROJECTS.entrySet().stream()
        .filter(it -> Files.exists(folder.resolve(it.getKey())))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(
            () ->
                new AgentException(
                    2,
                    folder
                        + " has none of "
                        + PROJECTS.keySet()
                        + "; say how its tests are run with --command."));
  }

  static Tally tally(String command, String output, int exitCode) {
    var names = NAMES.matcher(output).results().map(it -> it.group(1).strip()).limit(50).toList();
    return new Tally(
        command,
        sum(PASSED, output),
        Math.max(sum(FAILED, output), exitCode == 0 ? 0 : names.size()),
        names,
        exitCode);
  }

  static int sum(Pattern pattern, String output) {
    return pattern.matcher(output).results().mapToInt(TestRunner::number).sum();
  }

  static int number(MatchResult match) {
    for (int i = 1; i <= match.groupCount(); i++) {
      if (match.group(i) != null) {
        return Integer.parseInt(match.group(i));
      }
    }
    return 1;
  }

  static void main(String... args) {
    agent().run(args);
  }
}
