package dev.retinue.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How `./verify` ends.
@EndToEnd
class VerifyTest {
  private static final String REPORT =
      """
      <testsuite name="dev.retinue.SomeTest" tests="3">
        <testcase name="it_works" classname="dev.retinue.SomeTest" time="0.1"/>
        <testcase name="it_needs_a_browser" classname="dev.retinue.SomeTest" time="0.1">
          <skipped message="chromium is not installed"/>
        </testcase>
        %s
      </testsuite>
      """;
  private static final String FAILURE =
      """
      <testcase name="it_breaks" classname="dev.retinue.SomeTest" time="0.1">
        <failure message="expected this but was that">trace</failure>
      </testcase>
      """;

  @TempDir Path folder;

  @Test
  void it_names_what_was_skipped_and_ends_with_one_line() throws Exception {
    report("mcp/target/surefire-reports", REPORT.formatted(""));
    report("server/target/failsafe-reports", REPORT.formatted(""));
    var ended = summary(0, "allowed");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out())
        .contains("skipped: SomeTest: it needs a browser (chromium is not installed)\n")
        .endsWith("\n2 passed, 0 failed, 2 skipped\n");
  }

  @Test
  void where_nothing_may_be_skipped_a_skipped_test_fails_it() throws Exception {
    report("mcp/target/surefire-reports", REPORT.formatted(""));
    var ended = summary(0, "refused");
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out())
        .endsWith("Nothing may be skipped here.\n1 passed, 0 failed, 1 skipped\n");
  }

  @Test
  void a_failed_test_is_named_and_fails_it() throws Exception {
    report("mcp/target/surefire-reports", REPORT.formatted(FAILURE));
    var ended = summary(1, "allowed");
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.out())
        .contains("failed: SomeTest: it breaks\n")
        .endsWith("\n1 passed, 1 failed, 1 skipped\n");
  }

  @Test
  void a_build_that_fails_without_a_test_or_runs_none_fails_it() throws Exception {
    report("mcp/target/surefire-reports", REPORT.formatted(""));
    assertThat(summary(1, "allowed").out()).endsWith("\n1 passed, 1 failed, 1 skipped\n");
    report("mcp/target/surefire-reports", "<testsuite/>");
    assertThat(summary(0, "allowed").exitCode()).isEqualTo(1);
    report("mcp/target/surefire-reports", "<testsuite><testcase name=");
    assertThat(summary(0, "allowed").out())
        .contains("is not whole")
        .endsWith("1 failed, 0 skipped\n");
  }

  /// With a Maven that only plays its part: it writes a report with a skipped test.
  @Test
  void ci_refuses_what_verify_lets_pass() throws Exception {
    var sources = Repository.sources(folder.resolve("sources"));
    var bin = Files.createDirectories(folder.resolve("bin"));
    var reports = sources.resolve("mcp/target/surefire-reports");
    var report = Files.writeString(folder.resolve("report.xml"), REPORT.formatted(""));
    Files.writeString(
        bin.resolve("mvn"),
        "#!/bin/sh\necho \"mvn $*\"\nmkdir -p '%s'\ncp '%s' '%s/TEST-Some.xml'\n"
            .formatted(reports, report, reports));
    assertThat(bin.resolve("mvn").toFile().setExecutable(true)).isTrue();
    for (var tool : List.of("cat", "cp", "dirname", "id", "mkdir", "rm")) {
      var copy =
          Files.writeString(bin.resolve(tool), "#!/bin/sh\nexec /usr/bin/" + tool + " \"$@\"\n");
      assertThat(copy.toFile().setExecutable(true)).isTrue();
    }
    var verify = run(bin, sources.resolve("verify"), "fast");
    assertThat(verify.out())
        .contains("mvn -B", "-DskipITs")
        .endsWith("1 passed, 0 failed, 1 skipped\n");
    assertThat(verify.exitCode()).isZero();
    var ci = run(bin, sources.resolve(".ci/run"));
    assertThat(ci.out()).doesNotContain("-DskipITs").endsWith("1 passed, 0 failed, 1 skipped\n");
    assertThat(ci.exitCode()).isEqualTo(1);
  }

  private static Program.Ended run(Path bin, Object... command) {
    return Program.of(command).with("PATH", bin).with("JAVA_HOME", Repository.JDK).run();
  }

  @Test
  void it_knows_its_options() {
    var verify = Repository.ROOT.resolve("verify");
    assertThat(Program.of(verify, "--help").run().out()).startsWith("Usage: ./verify");
    var wrong = Program.of(verify, "--everything").run();
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("there is no '--everything'", "Usage: ./verify");
  }

  private void report(String place, String text) throws IOException {
    var reports = Files.createDirectories(folder.resolve(place));
    Files.writeString(reports.resolve("TEST-dev.retinue.SomeTest.xml"), text);
  }

  private Program.Ended summary(int mavenExitCode, String skips) {
    var program = Repository.ROOT.resolve("tools/TestSummary.java");
    return Program.of(Repository.JDK.resolve("bin/java"), program, folder, mavenExitCode, skips)
        .run();
  }
}
