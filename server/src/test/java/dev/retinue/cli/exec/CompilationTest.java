package dev.retinue.cli.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.sdk.Agent;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CompilationTest {
  private static final String AGENT =
      """
      import dev.retinue.sdk.Agent;

      void main(String... args) {
        Agent.named("a").does(ctx -> Loud.er(ctx.input())).run(args);
      }
      """;

  @TempDir private Path folder;
  private final StringWriter errors = new StringWriter();

  private Path file(String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private Optional<Compiled> compiled(Path file) throws URISyntaxException {
    var sdk = Path.of(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return new Compilation(sdk, errors).of(file);
  }

  @Test
  void a_compact_file_and_its_neighbour_become_classes() throws Exception {
    var loud = file("Loud.java", "class Loud { static String er(String it) { return it; } }");
    file("Unused.java", "class Unused { broken }");
    var agent = file("Shouter.java", AGENT);
    var compiled = compiled(agent).orElseThrow();
    assertThat(compiled.main()).isEqualTo("Shouter");
    assertThat(compiled.classes()).containsOnlyKeys("Shouter", "Loud");
    assertThat(compiled.sources())
        .extracting(Compiled.Source::file)
        .containsExactlyInAnyOrder(agent, loud);
    assertThat(compiled.rehearsable()).isTrue();
    assertThat(errors.toString()).isEmpty();
  }

  @Test
  void a_file_in_a_package_finds_its_neighbours_from_where_the_packages_begin() throws Exception {
    file("org/tea/Loud.java", "package org.tea; class Loud { static int er = 1; }");
    var agent =
        file(
            "org/tea/Cup.java",
            "package org.tea; class Cup { public static void main(String[] a) { int x = Loud.er; } }");
    var compiled = compiled(agent).orElseThrow();
    assertThat(compiled.main()).isEqualTo("org.tea.Cup");
    assertThat(compiled.classes()).containsOnlyKeys("org.tea.Cup", "org.tea.Loud");
  }

  @Test
  void the_first_class_of_a_file_is_started() throws Exception {
    var agent = file("Two.java", "class First { void main() {} } class Second {}");
    assertThat(compiled(agent).orElseThrow().main()).isEqualTo("First");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "class Lost {}", "record Lost(int x) {} class Found { void main() {} }"})
  void a_file_without_a_main_is_refused_with_how_to_write_one(String text) throws Exception {
    var agent = file("Lost.java", text);
    assertThatThrownBy(() -> compiled(agent))
        .hasMessageContaining("Lost.java cannot begin")
        .hasMessageContaining("void main(String... args)");
  }

  @Test
  void a_main_may_come_from_another_class() throws Exception {
    file("Base.java", "class Base { public static void main(String[] a) {} }");
    assertThat(compiled(file("Heir.java", "class Heir extends Base {}"))).isPresent();
  }

  @Test
  void a_test_of_an_agent_is_nothing_to_rehearse() throws Exception {
    file(
        "Cup.java",
        """
        import dev.retinue.sdk.Agent;
        class Cup {
          static Agent agent() { return Agent.named("cup"); }
          public static void main(String[] args) { agent().run(args); }
        }
        """);
    var test = file("CupTest.java", "void main() { Cup.agent(); }");
    assertThat(compiled(test).orElseThrow().rehearsable()).isFalse();
  }

  @Test
  void errors_are_told_as_javac_tells_them() throws Exception {
    assertThat(compiled(file("Bad.java", "void main() { int x = \"\" }"))).isEmpty();
    assertThat(errors.toString()).contains("Bad.java:1: error: ';' expected", "1 error");
  }

  @Test
  void other_sources_have_another_digest() throws Exception {
    var agent = file("Cup.java", "void main() { IO.println(1); }");
    var before = compiled(agent).orElseThrow().digest();
    assertThat(compiled(agent).orElseThrow().digest()).isEqualTo(before);
    Files.writeString(agent, "void main() { IO.println(2); }");
    assertThat(compiled(agent).orElseThrow().digest()).isNotEqualTo(before);
  }
}
