package dev.retinue.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The names of the numbers are a promise: whoever built a dashboard on them relies on it.
final class MetricsDocumentTest {
  private static final Pattern NAME = Pattern.compile("\\b(?:retinue|jvm|process)_[a-z0-9_]+");
  private static final Pattern LABELS = Pattern.compile("\\{([^}]*)}|by ?\\(([^)]*)\\)");

  private final List<Watchtower.Described> described = new Watchtower("1", () -> 0).described();

  @Test
  void every_name_label_and_sentence_is_in_the_document_and_none_besides() throws IOException {
    var document = Files.readAllLines(Repository.ROOT.resolve("docs/metrics.md"));
    var rows = document.stream().filter(line -> line.matches("\\| `[a-z_]+` .*")).toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            described.stream()
                .map(
                    it ->
                        "| `%s` | %s | %s | %s |"
                            .formatted(it.name(), it.type(), labels(it), it.help()))
                .toList());
  }

  private static String labels(Watchtower.Described it) {
    return it.labels().stream().map("`%s`"::formatted).collect(Collectors.joining(", "));
  }

  @Test
  void names_are_as_prometheus_wants_them() {
    assertThat(described).extracting(Watchtower.Described::name).doesNotHaveDuplicates();
    for (var it : described) {
      assertThat(it.name()).matches("[a-z][a-z0-9_]*");
      assertThat(it.name().endsWith("_total")).as(it.name()).isEqualTo(it.type().equals("counter"));
      assertThat(it.labels()).doesNotContain("le", "run", "caller", "session");
    }
  }

  @Test
  void the_dashboard_asks_only_for_what_there_is() throws IOException {
    var dashboard =
        JsonMapper.shared()
            .readTree(Files.readString(Repository.ROOT.resolve("docs/grafana-dashboard.json")));
    var known = new HashSet<String>();
    var labels = new HashSet<>(Set.of("le", "instance", "job"));
    for (var it : described) {
      labels.addAll(it.labels());
      known.add(it.name());
      if (it.type().equals("histogram")) {
        List.of("_bucket", "_sum", "_count").forEach(end -> known.add(it.name() + end));
      }
    }
    var expressions = new TreeSet<String>();
    collect(dashboard, expressions);

    assertThat(expressions).hasSizeGreaterThan(15);
    for (var expression : expressions) {
      assertThat(NAME.matcher(expression).results().map(it -> it.group()).toList())
          .as(expression)
          .isNotEmpty()
          .allMatch(known::contains);
      assertThat(labelsIn(expression)).as(expression).allMatch(labels::contains);
    }
  }

  private static void collect(JsonNode node, Set<String> expressions) {
    if (node.path("expr").isString()) {
      expressions.add(node.path("expr").stringValue());
    }
    node.forEach(child -> collect(child, expressions));
  }

  private static Set<String> labelsIn(String expression) {
    var found = new HashSet<String>();
    LABELS
        .matcher(expression)
        .results()
        .forEach(
            match -> {
              var list = match.group(1) == null ? match.group(2) : match.group(1);
              for (var each : list.split(",", -1)) {
                var name = each.replaceAll("[=!~].*", "").strip();
                if (!name.isEmpty()) {
                  found.add(name);
                }
              }
            });
    return found;
  }
}
