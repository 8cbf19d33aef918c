package dev.retinue.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The checks of the build, each broken on purpose in a copy of the sources.
@EndToEnd
class BuildRulesTest {
  @TempDir Path folder;

  @Test
  void a_null_an_error_prone_pattern_and_a_lint_fail_their_modules() throws Exception {
    var sources = Repository.sources(folder.resolve("sources"));
    plant(
        sources.resolve("mcp/src/main/java/dev/retinue/mcp/Planted.java"),
        """
        package dev.retinue.mcp;

        import org.jspecify.annotations.Nullable;

        final class Planted {
          private Planted() {}

          static int length(@Nullable String text) {
            return text.length();
          }
        }
        """);
    plant(
        sources.resolve("mcp/src/main/java/dev/retinue/mcp/Forgotten.java"),
        """
        package dev.retinue.mcp;

        final class Forgotten {
          private Forgotten() {}

          static void forget() {
            new IllegalStateException("never thrown");
          }
        }
        """);
    // A module that needs none of the others: what needs one that fails is not built at all.
    plant(
        sources.resolve("llm/src/main/java/dev/retinue/llm/Planted.java"),
        """
        package dev.retinue.llm;

        final class Planted {
          private Planted() {}

          @SuppressWarnings("TypeParameterUnusedInFormals")
          static <T> T cast(Object value) {
            return (T) value;
          }
        }
        """);
    var said = maven(sources, "--fail-at-end", "test-compile").out();
    assertThat(said)
        .contains("[NullAway] dereferenced expression 'text' is @Nullable")
        .contains("[DeadException]")
        .contains("unchecked cast", "warnings found and -Werror specified");
    assertThat(failures(said)).isEqualTo(2);
  }

  @Test
  void a_file_of_another_format_fails_the_build() throws Exception {
    var sources = Repository.sources(folder.resolve("sources"));
    plant(
        sources.resolve("llm/src/main/java/dev/retinue/llm/Planted.java"),
        "package dev.retinue.llm;\nfinal class Planted   {}\n");
    var said = maven(sources, "-pl", "llm", "validate").out();
    assertThat(said).contains("Planted.java", "Run 'mvn spotless:apply'", "BUILD FAILURE");
  }

  @Test
  void dependencies_that_are_unused_or_not_declared_fail_the_build() throws Exception {
    var sources = Repository.sources(folder.resolve("sources"));
    addDependency(sources.resolve("llm/pom.xml"), "info.picocli", "picocli");
    // Comes along with the first, and is used without being named.
    addDependency(sources.resolve("mcp/pom.xml"), "com.tngtech.archunit", "archunit");
    plant(
        sources.resolve("mcp/src/main/java/dev/retinue/mcp/Planted.java"),
        """
        package dev.retinue.mcp;

        import com.tngtech.archunit.core.domain.JavaClass;
        import org.slf4j.Logger;

        record Planted(JavaClass type, Logger log) {}
        """);
    var said =
        maven(
                sources,
                "--fail-at-end",
                "-pl",
                "llm,mcp",
                "process-test-classes",
                "-Dspotless.check.skip")
            .out();
    assertThat(said)
        .containsSubsequence("Unused declared dependencies", "info.picocli:picocli")
        .containsSubsequence("Used undeclared dependencies", "org.slf4j:slf4j-api");
    assertThat(failures(said)).isEqualTo(2);
  }

  @Test
  void a_plugin_without_a_version_and_a_banned_dependency_fail_the_build() throws Exception {
    var sources = Repository.sources(folder.resolve("sources"));
    var plugin =
        "<build><plugins><plugin><groupId>org.apache.maven.plugins</groupId>"
            + "<artifactId>maven-source-plugin</artifactId></plugin></plugins></build></project>";
    var pom = sources.resolve("llm/pom.xml");
    Files.writeString(pom, Files.readString(pom).replace("</project>", plugin));
    var said = maven(sources, "-pl", "llm", "validate").out();
    assertThat(said).contains("RequirePluginVersions failed", "maven-source-plugin");
  }

  @Test
  void the_fast_profile_leaves_the_checks_out() throws Exception {
    var sources = Repository.sources(folder.resolve("sources"));
    plant(
        sources.resolve("mcp/src/main/java/dev/retinue/mcp/Planted.java"),
        """
        package dev.retinue.mcp;
        final class Planted   {
          static void forget() { new IllegalStateException("never thrown"); } }
        """);
    assertThat(maven(sources, "-Pfast", "-pl", "mcp", "test-compile").exitCode()).isZero();
  }

  @Test
  void maven_on_an_older_java_says_to_use_verify() throws Exception {
    var older = olderJdk();
    assumeTrue(older.isPresent(), "no older JDK is installed");
    var sources = Repository.sources(folder.resolve("sources"));
    var ended = maven(sources, List.of("validate"), older.orElseThrow());
    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.out()).contains("but Retinue is built with JDK 25: use ./verify");
  }

  private static long failures(String said) {
    return said.lines().filter(line -> line.matches(".*Retinue \\w+ \\.+ FAILURE.*")).count();
  }

  private static Program.Ended maven(Path sources, String... args) {
    return maven(sources, List.of(args), Repository.JDK);
  }

  private static Program.Ended maven(Path sources, List<String> args, Path jdk) {
    var command = new ArrayList<Object>(List.of("mvn", "-B", "-ntp"));
    command.addAll(args);
    return Program.of(command.toArray())
        .in(sources)
        .with("PATH", System.getenv("PATH"))
        .with("HOME", System.getProperty("user.home"))
        .with("JAVA_HOME", jdk)
        .within(Duration.ofMinutes(4))
        .run();
  }

  private static void plant(Path file, String text) throws IOException {
    Files.writeString(file, text);
  }

  private static void addDependency(Path pom, String group, String artifact) throws IOException {
    var text = Files.readString(pom);
    var dependency =
        "<dependency><groupId>%s</groupId><artifactId>%s</artifactId></dependency></dependencies>"
            .formatted(group, artifact);
    Files.writeString(
        pom,
        text.contains("</dependencies>")
            ? text.replace("</dependencies>", dependency)
            : text.replace("</project>", "<dependencies>" + dependency + "</project>"));
  }

  private static Optional<Path> olderJdk() throws IOException {
    var folder = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (var jdks = Files.list(folder)) {
      return jdks.filter(jdk -> Files.exists(jdk.resolve("bin/javac")))
          .filter(jdk -> Files.exists(jdk.resolve("release")))
          .filter(
              jdk ->
                  Repository.text(jdk.resolve("release"))
                      .matches("(?s).*JAVA_VERSION=\"(11|17|21).*"))
          .findFirst();
    }
  }
}
