package dev.retinue.rules;

import static dev.retinue.rules.CodeRules.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.retinue.testing.Repository;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {
  private static final JavaClasses CODE =
      new ClassFileImporter()
          .importPaths(
              Stream.of("mcp", "llm", "sdk", "server")
                  .map(module -> Repository.ROOT.resolve(module).resolve("target/classes"))
                  .toList());

  static Set<String> parts() {
    return CodeRules.picture().keySet();
  }

  @ParameterizedTest
  @MethodSource("parts")
  void each_part_uses_only_what_the_picture_allows(String part) {
    holds(CodeRules.dependenciesOf(ROOT, part));
  }

  @Test
  void every_package_is_in_the_picture() {
    var packages =
        CODE.stream()
            .map(JavaClass::getPackageName)
            .map(name -> name.equals(ROOT) ? "" : name.substring(ROOT.length() + 1))
            .map(name -> name.replaceAll("\\..*", ""))
            .filter(name -> !name.isEmpty() && !name.equals("cli"))
            .collect(Collectors.toSet());
    assertThat(packages).isEqualTo(parts());
  }

  @Test
  void no_packages_need_each_other() {
    holds(CodeRules.noCycles(ROOT));
  }

  @Test
  void nothing_needs_main() {
    holds(CodeRules.nobodyUsesMain(ROOT));
  }

  @Test
  void processes_are_started_in_one_class_per_module() {
    holds(CodeRules.processesStartInOnePlace(ROOT));
  }

  @Test
  void no_queue_or_pool_is_unbounded() {
    holds(CodeRules.nothingGrowsWithoutBound(ROOT));
  }

  @Test
  void one_class_owns_the_standard_streams() {
    holds(CodeRules.standardStreamsHaveOneOwner(ROOT));
  }

  private static void holds(ArchRule rule) {
    rule.check(CODE);
  }
}
