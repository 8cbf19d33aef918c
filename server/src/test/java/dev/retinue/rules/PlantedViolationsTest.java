package dev.retinue.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A rule that nothing can break proves nothing: here each one is broken.
class PlantedViolationsTest {
  private static final String PLANTED = "dev.retinue.rules.planted";
  private static final JavaClasses CODE = new ClassFileImporter().importPackages(PLANTED);

  @Test
  void a_core_that_uses_the_store_is_noticed() {
    assertThat(violations(CodeRules.dependenciesOf(PLANTED, "core")))
        .isNotEmpty()
        .allMatch(violation -> violation.contains("CoreThatUsesTheStore"));
    assertThat(violations(CodeRules.dependenciesOf(PLANTED, "store"))).isEmpty();
  }

  @Test
  void a_cycle_is_noticed() {
    assertThat(violations(CodeRules.noCycles(PLANTED)))
        .singleElement()
        .asString()
        .contains("Slice core", "Slice store");
  }

  @Test
  void a_use_of_main_is_noticed() {
    assertThat(violations(CodeRules.nobodyUsesMain(PLANTED)))
        .isNotEmpty()
        .allMatch(violation -> violation.contains("UsesMain"));
  }

  @Test
  void a_process_started_elsewhere_is_noticed() {
    assertThat(violations(CodeRules.processesStartInOnePlace(PLANTED)))
        .satisfiesExactlyInAnyOrder(
            violation -> assertThat(violation).contains("StartsAProcess.start"),
            violation -> assertThat(violation).contains("RunsACommand.run"));
  }

  @Test
  void every_unbounded_queue_or_pool_is_noticed_and_a_bounded_one_is_not() {
    assertThat(violations(CodeRules.nothingGrowsWithoutBound(PLANTED)))
        .satisfiesExactlyInAnyOrder(
            violation -> assertThat(violation).contains("endlessQueue"),
            violation -> assertThat(violation).contains("copiedQueue"),
            violation -> assertThat(violation).contains("concurrentQueue"),
            violation -> assertThat(violation).contains("transferQueue"),
            violation -> assertThat(violation).contains("priorityQueue"),
            violation -> assertThat(violation).contains("endlessDeque"),
            violation -> assertThat(violation).contains("cachedPool"),
            violation -> assertThat(violation).contains("stealingPool"),
            violation -> assertThat(violation).contains("poolWithEndlessQueue"));
  }

  @Test
  void output_past_the_terminal_is_noticed() {
    assertThat(violations(CodeRules.standardStreamsHaveOneOwner(PLANTED)))
        .satisfiesExactlyInAnyOrder(
            violation -> assertThat(violation).contains("Prints.toTheStream"),
            violation -> assertThat(violation).contains("Prints.throughIo"),
            violation -> assertThat(violation).contains("Prints.pastTheStream"));
  }

  @Test
  void a_file_over_400_lines_is_noticed(@TempDir Path folder) throws Exception {
    var longest = Files.writeString(folder.resolve("Longest.java"), "//\n".repeat(400));
    var tooLong = Files.writeString(folder.resolve("TooLong.java"), "//\n".repeat(401));
    assertThat(SourceRules.tooLong(List.of(longest, tooLong).stream())).containsExactly(tooLong);
  }

  @Test
  void a_limit_without_a_name_is_noticed(@TempDir Path folder) throws Exception {
    var place = Files.createDirectories(folder.resolve("src/main/java"));
    var nameless =
        Files.writeString(
            place.resolve("Nameless.java"),
            "throw new RetinueException(\n  ErrorCode.LIMIT_EXCEEDED, \"Too much.\");");
    var named =
        Files.writeString(
            place.resolve("Named.java"),
            "throw LimitHit.fixed(Limit.JOBS, whose, frees).refusal(\"Too much.\");");
    assertThat(SourceRules.limitsWithoutAName(List.of(nameless, named).stream()))
        .containsExactly(nameless);
  }

  @Test
  void a_package_without_its_sentence_or_its_null_mark_is_noticed(@TempDir Path folder)
      throws Exception {
    var bare = Files.createDirectories(folder.resolve("src/main/java/bare"));
    Files.writeString(bare.resolve("Type.java"), "package bare;");
    var unmarked = Files.createDirectories(folder.resolve("src/main/java/unmarked"));
    Files.writeString(unmarked.resolve("package-info.java"), "/// A sentence.\npackage unmarked;");
    var silent = Files.createDirectories(folder.resolve("src/main/java/silent"));
    Files.writeString(silent.resolve("package-info.java"), "@NullMarked\npackage silent;");
    var good = Files.createDirectories(folder.resolve("src/main/java/good"));
    Files.writeString(
        good.resolve("package-info.java"), "/// A sentence.\n@NullMarked\npackage good;");
    try (var files = Files.walk(folder)) {
      assertThat(SourceRules.packagesWithoutTheirWord(files.filter(Files::isRegularFile)))
          .containsExactly(bare, silent, unmarked);
    }
  }

  private static List<String> violations(ArchRule rule) {
    return rule.evaluate(CODE).getFailureReport().getDetails();
  }
}
