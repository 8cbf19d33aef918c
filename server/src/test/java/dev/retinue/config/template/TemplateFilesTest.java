package dev.retinue.config.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.template.Template;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TemplateFilesTest {
  @TempDir private Path folder;
  private TemplateFiles files;

  @BeforeEach
  void look() {
    files = filesIn(List.of(folder));
  }

  private static TemplateFiles filesIn(List<Path> folders) {
    return new TemplateFiles(folders, Set.of("agent_start"), new TemplateReader(_ -> {}));
  }

  private static Path write(Path file, String name, String text) throws IOException {
    return Files.writeString(
        file, "---\nname: %s\ndescription: Does it.\n---\n%s\n".formatted(name, text));
  }

  private List<String> own() {
    return files.current().templates().stream()
        .filter(it -> !it.source().isBundled())
        .map(Template::name)
        .toList();
  }

  static List<Template> bundled() {
    return filesIn(List.of()).current().templates();
  }

  @Test
  void every_bundled_file_is_named_and_every_name_is_a_file() throws IOException {
    var resources = Repository.ROOT.resolve("server/src/main/resources/dev/retinue/templates");
    try (var there = Files.list(resources)) {
      assertThat(there.map(it -> it.getFileName().toString()).sorted())
          .isEqualTo(BundledTemplates.NAMES.stream().map(it -> it + ".md").toList());
    }
    assertThat(bundled()).extracting(Template::name).isEqualTo(BundledTemplates.NAMES);
  }

  @ParameterizedTest
  @MethodSource("bundled")
  void a_bundled_template_says_what_to_do_how_to_verify_and_how_to_report(Template template) {
    var given =
        template.arguments().stream()
            .filter(it -> it.required())
            .collect(Collectors.toMap(it -> it.name(), _ -> "this"));
    assertThat(template.filled(given))
        .contains("## How to verify", "## How to report", "file:line", "everity", "vidence")
        .doesNotContain("{{", "\n\n\n");
    assertThat(template.description()).endsWith(".").contains("Use it").hasSizeLessThan(400);
  }

  @Test
  void a_file_is_found_changed_and_gone() throws IOException {
    var first = files.current();
    assertThat(files.current()).isSameAs(first);

    var file = write(folder.resolve("mine.md"), "mine", "One.");
    assertThat(own()).containsExactly("mine");

    write(file, "mine", "Two, and more.");
    assertThat(files.current().find("mine").orElseThrow().filled(Map.of()))
        .isEqualTo("Two, and more.");

    Files.delete(file);
    assertThat(own()).isEmpty();
    assertThat(files.current()).isEqualTo(first);
  }

  @Test
  void a_file_that_is_wrong_is_left_out_and_told_of() throws IOException {
    write(folder.resolve("good.md"), "good", "Hello.");
    var wrong = write(folder.resolve("wrong.md"), "wrong", "Hello {{who}}.");
    Files.writeString(folder.resolve("notes.txt"), "nothing");
    Files.writeString(folder.resolve(".hidden.md"), "nothing");
    Files.createDirectory(folder.resolve("folder.md"));

    assertThat(own()).containsExactly("good");
    assertThat(files.current().troubles())
        .containsExactly(
            "'%s' is a folder or a device; name a file.".formatted(folder.resolve("folder.md")),
            "%s:5:7: there is no argument 'who'; declare it in 'arguments'.".formatted(wrong));
  }

  @Test
  void a_name_that_is_taken_is_refused_with_the_file() throws IOException {
    var tool = write(folder.resolve("a.md"), "agent_start", "Hello.");
    var one = write(folder.resolve("b.md"), "same", "One.");
    var two = write(folder.resolve("c.md"), "same", "Two.");

    assertThat(own()).containsExactly("same");
    assertThat(files.current().find("same").orElseThrow().source().place())
        .isEqualTo(one.toString());
    assertThat(files.current().troubles())
        .containsExactly(
            "%s: there is already a tool 'agent_start'; give the template another name."
                .formatted(tool),
            "%s: there is already a template 'same', in %s; give one of them another name."
                .formatted(two, one));
  }

  @Test
  void one_that_is_called_like_a_bundled_one_takes_its_place() throws IOException {
    int before = files.current().templates().size();
    write(folder.resolve("mine.md"), "run_tests", "In my way.");

    assertThat(files.current().templates()).hasSize(before);
    assertThat(files.current().find("run_tests").orElseThrow().filled(Map.of()))
        .isEqualTo("In my way.");
  }

  @Test
  void what_is_too_large_or_too_much_is_refused() throws IOException {
    write(folder.resolve("large.md"), "large", "x".repeat(TemplateReader.MOST_BYTES));
    assertThat(files.current().troubles()).singleElement().asString().contains("64 KiB");

    Files.delete(folder.resolve("large.md"));
    for (int i = 0; i <= TemplateFiles.MOST_FILES; i++) {
      write(folder.resolve("t%d.md".formatted(i)), "t" + i, "Hello.");
    }
    assertThat(own()).hasSize(TemplateFiles.MOST_FILES);
    assertThat(files.current().troubles())
        .singleElement()
        .asString()
        .contains("more than 200 templates");
  }
}
