package dev.retinue.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceRulesTest {
  @Test
  void no_file_is_longer_than_400_lines() {
    assertThat(SourceRules.tooLong(Repository.files(".java"))).isEmpty();
  }

  @Test
  void who_refuses_by_a_limit_says_which() {
    assertThat(SourceRules.limitsWithoutAName(Repository.files(".java"))).isEmpty();
  }

  @Test
  void every_package_says_in_a_sentence_what_it_is_and_is_null_marked() {
    var ours =
        Repository.files(".java")
            .filter(file -> !file.startsWith(Repository.ROOT.resolve("bench")));
    assertThat(SourceRules.packagesWithoutTheirWord(ours)).isEmpty();
  }

  /// Maven does not compile what is run from source.
  @ParameterizedTest
  @MethodSource("programsRunFromSource")
  void programs_that_run_from_source_compile_without_a_warning(
      List<Path> program, @TempDir Path classes) {
    var options = new ArrayList<>(List.of("-Xlint:all", "-Werror", "-d", classes.toString()));
    program.forEach(file -> options.add(file.toString()));
    var compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler.run(null, null, null, options.toArray(String[]::new))).isZero();
  }

  static Stream<List<Path>> programsRunFromSource() {
    return Stream.concat(below("tools").map(List::of), Stream.of(below("bench/src").toList()));
  }

  /// What others provide is not here, and neither is who is measured with it.
  @ParameterizedTest
  @ValueSource(strings = {"agent", "bare", "core", "retinue", "thinking"})
  void what_is_measured_of_retinue_compiles_with_the_retinue_of_today(
      String peer, @TempDir Path classes) throws Exception {
    var options = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
    options.addAll(List.of("-cp", System.getProperty("java.class.path")));
    for (var file : below("bench/peers/" + peer).toList()) {
      if (!Files.readString(file).contains("LangChainThinker")) {
        options.add(file.toString());
      }
    }
    var compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler.run(null, null, null, options.toArray(String[]::new))).isZero();
  }

  private static Stream<Path> below(String folder) {
    return Repository.files(".java")
        .filter(file -> file.startsWith(Repository.ROOT.resolve(folder)));
  }
}
