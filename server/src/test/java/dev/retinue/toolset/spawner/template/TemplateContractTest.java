package dev.retinue.toolset.spawner.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.config.template.TemplateFiles;
import dev.retinue.config.template.TemplateReader;
import dev.retinue.core.template.Template;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.Repository;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// What clients and models know of the bundled templates.
class TemplateContractTest {
  static List<Template> bundled() {
    return new TemplateFiles(List.of(), Set.of(), new TemplateReader(_ -> {}))
        .current()
        .templates();
  }

  @ParameterizedTest
  @MethodSource("bundled")
  void a_template_is_what_was_agreed(Template template) {
    var name = "templates/%s.json".formatted(template.name());
    var file = Repository.ROOT.resolve("server/src/test/resources/contracts").resolve(name);
    var now = now(template);
    assertThat(Files.exists(file))
        .as("There is no contract %s; it would be:%n%s", name, now.toPrettyString())
        .isTrue();
    JsonNode agreed = Json.WIRE.readTree(file.toFile());
    assertThat(now)
        .as(
            "%s has changed; if that is meant, this is its contract:%n%s",
            name, now.toPrettyString())
        .isEqualTo(agreed);
  }

  /// As it is read. What it answers is the contract of another.
  private static JsonNode now(Template template) {
    var both = Json.object();
    both.set("tool", Json.WIRE.valueToTree(TemplateSchema.info(template, Json.object())));
    both.withObject("tool").remove("outputSchema");
    both.set(
        "prompt", Json.WIRE.valueToTree(TemplatePrompt.offer(template, () -> template).info()));
    return Json.WIRE.readTree(both.toString());
  }
}
