package dev.retinue.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentsTest {
  private static final Pattern LINK = Pattern.compile("\\[[^]]+]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?) *$");

  static List<Path> documents() {
    return Repository.files(".md").toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "ARCHITECTURE.md",
        "AGENTS.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "LICENSE",
        ".editorconfig",
        ".ci/run",
        "bench/README.md"
      })
  void what_a_newcomer_looks_for_is_there(String file) {
    assertThat(Repository.ROOT.resolve(file)).isNotEmptyFile();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void links_lead_somewhere(Path document) {
    var links =
        LINK.matcher(Repository.text(document))
            .results()
            .map(found -> found.group(1))
            .filter(link -> !link.isEmpty() && !link.contains("://"))
            .toList();
    assertThat(links).allMatch(link -> Files.exists(document.resolveSibling(link)));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void links_into_a_page_lead_to_one_of_its_headings(Path document) {
    LINK.matcher(Repository.text(document))
        .results()
        .filter(found -> found.group(2) != null && !found.group(1).contains("://"))
        .forEach(
            found -> {
              var page =
                  found.group(1).isEmpty() ? document : document.resolveSibling(found.group(1));
              assertThat(anchors(page)).as(found.group()).contains(found.group(2));
            });
  }

  /// Under which names the headings of a page are found: its letters, small, and hyphens between.
  private static Set<String> anchors(Path page) {
    var anchors = new HashSet<String>();
    HEADING
        .matcher(Repository.text(page).replaceAll("(?ms)^```.*?^```", ""))
        .results()
        .map(found -> found.group(1).replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1"))
        .map(it -> it.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}_ -]", ""))
        .map(it -> it.replace(' ', '-'))
        .forEach(
            it -> {
              var anchor = it;
              for (int number = 1; !anchors.add(anchor); number++) {
                anchor = it + "-" + number;
              }
            });
    return anchors;
  }

  @Test
  void agents_md_has_at_most_80_lines() {
    assertThat(Repository.text(Repository.ROOT.resolve("AGENTS.md")).lines()).hasSizeLessThan(81);
  }

  @Test
  void the_architecture_names_every_part_of_the_code() {
    var architecture = Repository.text(Repository.ROOT.resolve("ARCHITECTURE.md"));
    assertThat(parts()).isNotEmpty().allSatisfy(part -> assertThat(architecture).contains(part));
  }

  @Test
  void files_of_one_version_agree_on_it() {
    var parent = Repository.text(Repository.ROOT.resolve("pom.xml"));
    var version = parent.replaceAll("(?s).*?<version>(.*?)</version>.*", "$1");
    assertThat(Repository.text(Repository.ROOT.resolve("CHANGELOG.md")))
        .contains("## " + version.replace("-SNAPSHOT", ""));
  }

  /// The packages of the server and the modules beside it.
  private static Stream<String> parts() {
    return Repository.files("package-info.java")
        .filter(file -> file.toString().contains("/src/main/"))
        .map(file -> file.getName(file.getNameCount() - 2) + "/")
        .filter(name -> !name.equals("retinue/"));
  }
}
