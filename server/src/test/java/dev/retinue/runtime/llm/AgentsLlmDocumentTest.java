package dev.retinue.runtime.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.config.Configuration;
import dev.retinue.config.Known;
import dev.retinue.config.Sources;
import dev.retinue.core.Agent;
import dev.retinue.llm.Contexts;
import dev.retinue.llm.provider.Provider;
import dev.retinue.llm.provider.Providers;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// docs/agents-llm.md says what is so.
class AgentsLlmDocumentTest {
  private static final String DOCUMENT =
      Repository.text(Repository.ROOT.resolve("docs/agents-llm.md"));

  @TempDir private Path folder;

  @Test
  void the_example_is_a_configuration() throws IOException {
    var example = Pattern.compile("(?s)```yaml\n(.*?)```").matcher(DOCUMENT);
    assertThat(example.find()).isTrue();
    var file = Files.writeString(folder.resolve("retinue.yaml"), example.group(1));
    var known = new Known(Set.of(LlmRuntime.NAME), Set.of(), Set.of("anthropic"));
    var read = Configuration.read(new Sources(file, Map.of(), List.of()), known);

    assertThat(read.staff().require("thinker").means())
        .isEqualTo(
            new Agent.Means(
                LlmRuntime.NAME, "anthropic/claude-sonnet-5-5", Agent.Effort.HIGH, 32_000));
    assertThat(read.settings().thinking().providers()).hasSize(1);
    assertThat(read.settings().thinking().prices()).hasSize(1);
  }

  @Test
  void the_table_of_providers_is_that_of_the_code() {
    var rows = DOCUMENT.lines().filter(line -> line.matches("\\| `[a-z-]+` \\| `.*")).toList();
    assertThat(rows).isEqualTo(Providers.known().stream().map(AgentsLlmDocumentTest::row).toList());
  }

  private static String row(Provider provider) {
    var keys = provider.keys().stream().map("`%s`"::formatted).collect(Collectors.joining(", "));
    return "| `%s` | %s | `%s` |".formatted(provider.name(), keys, provider.address());
  }

  @Test
  void the_bounds_are_the_real_ones() {
    assertThat(DOCUMENT)
        .contains("more than %d characters".formatted(Bounds.LONGEST_OUTPUT))
        .contains("at most %d times in all".formatted(Patient.MOST_TRIES))
        .contains("more than %d minute,".formatted(Patient.LONGEST_PAUSE.toMinutes()))
        .contains("at most %d times in a row |".formatted(Asking.MOST_CONDENSED))
        .contains("of others %d tokens are assumed".formatted(Contexts.USUAL))
        .contains("%d times in a row".formatted(Loop.MOST_IN_VAIN))
        .contains("| %d turns |".formatted(Loop.MOST_TURNS));
  }
}
