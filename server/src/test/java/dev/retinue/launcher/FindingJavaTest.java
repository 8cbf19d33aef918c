package dev.retinue.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EndToEnd
class FindingJavaTest {
  @TempDir Path folder;
  private Installation installation;

  @BeforeEach
  void install() {
    installation = Installation.in(folder, "retinue");
  }

  @Test
  void without_a_jdk_it_says_what_to_install_and_nothing_on_stdout() {
    var ended = installation.withoutJdk("--version").run();
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .startsWith("retinue: no JDK 25 was found")
        .contains("apt install", "dnf install", "brew install", "sdk install", "JAVA_HOME");
  }

  @Test
  void an_older_java_is_not_used_but_named() throws Exception {
    var old = fakeJdk("17.0.15");
    var ended = installation.withoutJdk("--version").with("JAVA_HOME", old).run();
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err()).contains("Java 17 in " + old);
  }

  @Test
  void java_home_is_taken_first() throws Exception {
    var rival = Repository.JDK.resolve("bin") + ":" + installation.bin();
    var program = installation.withoutJdk("--version").with("PATH", rival);
    assertThat(program.with("JAVA_HOME", fakeJdk("25.0.9")).run().out())
        .isEqualTo("a fake Java 25.0.9\n");
    assertVersion(program.with("JAVA_HOME", Repository.JDK));
  }

  @Test
  void next_comes_the_jdk_that_built_it_as_long_as_it_is_there() throws Exception {
    var rival = Repository.JDK.resolve("bin") + ":" + installation.bin();
    var program = installation.withoutJdk("--version").with("PATH", rival);
    var note = installation.folder().resolve("jdk");
    Files.writeString(note, fakeJdk("25.0.9") + "\n");
    assertThat(program.run().out()).isEqualTo("a fake Java 25.0.9\n");
    Files.writeString(note, "/nowhere\n");
    assertVersion(program);
  }

  @Test
  void a_release_file_may_lack_its_last_line_break() throws Exception {
    var jdk = fakeJdk("25.0.9");
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.9\"");
    assertThat(installation.withoutJdk("--version").with("JAVA_HOME", jdk).run().out())
        .isEqualTo("a fake Java 25.0.9\n");
  }

  @Test
  void a_java_home_that_is_no_jdk_is_passed_over() {
    var program = installation.withoutJdk("--version").with("JAVA_HOME", "/nowhere");
    assertVersion(program.with("PATH", Repository.JDK.resolve("bin") + ":" + installation.bin()));
  }

  @Test
  void java_on_the_path_is_followed_through_links() throws Exception {
    var first = folder.resolve("java-by-link");
    Files.createSymbolicLink(first, Repository.JDK.resolve("bin/java"));
    Files.createSymbolicLink(installation.bin().resolve("java"), first);
    assertVersion(installation.withoutJdk("--version"));
  }

  @Test
  void an_older_java_on_the_path_does_not_hide_a_right_one_in_the_usual_folders() throws Exception {
    var path = fakeJdk("17.0.15").resolve("bin") + ":" + installation.bin();
    assertVersion(
        installation
            .withoutJdk("--version")
            .with("PATH", path)
            .with("RETINUE_JVM_FOLDERS", folderWithJdkAt("temurin-25")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "temurin-25-jdk",
        "temurin-25.jdk/Contents/Home",
        "openjdk@25/libexec/openjdk.jdk/Contents/Home",
        "25.0.3-tem"
      })
  void every_usual_layout_of_a_folder_of_jdks_is_known(String layout) throws Exception {
    assertVersion(
        installation
            .withoutJdk("--version")
            .with("RETINUE_JVM_FOLDERS", "/nowhere:" + folderWithJdkAt(layout)));
  }

  @Test
  void sdkman_is_a_usual_folder() throws Exception {
    var chosen = Files.createDirectories(installation.home().resolve(".sdkman/candidates/java"));
    Files.createSymbolicLink(chosen.resolve("25-tem"), Repository.JDK);
    assertVersion(installation.withoutJdk("--version").without("RETINUE_JVM_FOLDERS"));
    assertThat(Repository.text(installation.launcher())).contains("/.sdkman/candidates/java");
  }

  @Test
  void a_later_java_serves_where_there_is_no_25_and_only_there() throws Exception {
    var later = fakeJdk("26");
    assertThat(installation.withoutJdk("--version").with("JAVA_HOME", later).run().out())
        .isEqualTo("a fake Java 26\n");
    assertVersion(
        installation
            .withoutJdk("--version")
            .with("JAVA_HOME", later)
            .with("RETINUE_JVM_FOLDERS", folderWithJdkAt("jdk-25")));
  }

  @Test
  void a_runtime_of_its_own_needs_no_jdk_at_all() throws Exception {
    Files.createSymbolicLink(installation.folder().resolve("runtime"), Repository.JDK);
    assertVersion(installation.withoutJdk("--version"));
  }

  private static void assertVersion(Program program) {
    var ended = program.run();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).startsWith("retinue 0.").contains(" on JDK 25");
    assertThat(ended.exitCode()).isZero();
  }

  private Path folderWithJdkAt(String layout) throws IOException {
    var jdks = folder.resolve("jdks with spaces");
    var jdk = jdks.resolve(layout);
    Files.createDirectories(jdk.getParent());
    Files.createSymbolicLink(jdk, Repository.JDK);
    return jdks;
  }

  private Path fakeJdk(String version) throws IOException {
    var jdk = folder.resolve("fake-" + version);
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"%s\"\n".formatted(version));
    var java = jdk.resolve("bin/java");
    Files.writeString(java, "#!/bin/sh\necho a fake Java " + version + "\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return jdk;
  }
}
