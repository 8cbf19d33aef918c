package dev.retinue.cli.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The entry for the registry, with the fields that its schema (2025-12-11) requires and the bounds
/// that it sets.
final class RegistrationTest {
  private static final String RELEASE = "https://example.org/v1.2.3/retinue.mcpb";
  private static final String DIGEST = "0123456789abcdef".repeat(4);

  private static void assertServer(JsonNode entry) {
    assertThat(entry.path("$schema").asString(""))
        .isEqualTo("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json");
    assertThat(entry.path("name").asString(""))
        .matches("[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+")
        .hasSizeBetween(3, 200);
    assertThat(entry.path("title").asString("")).hasSizeBetween(1, 100);
    assertThat(entry.path("description").asString("")).hasSizeBetween(1, 100);
    assertThat(entry.path("version").asString("")).isEqualTo("1.2.3");
  }

  @Test
  void a_release_is_a_package_that_can_be_fetched_and_checked() {
    var entry = new Registration("1.2.3").registry(RELEASE, DIGEST);
    assertServer(entry);
    assertThat(entry.path("packages")).hasSize(1);
    var bundle = entry.path("packages").get(0);
    assertThat(bundle.path("registryType").asString("")).isEqualTo("mcpb");
    assertThat(URI.create(bundle.path("identifier").asString("")))
        .isEqualTo(URI.create(RELEASE))
        .hasScheme("https");
    assertThat(bundle.has("version")).as("which the registry refuses").isFalse();
    assertThat(bundle.path("fileSha256").asString("")).matches("[a-f0-9]{64}").isEqualTo(DIGEST);
    assertThat(bundle.path("transport").path("type").asString("")).isEqualTo("stdio");
  }

  @Test
  void a_bundle_with_a_java_of_its_own_is_for_one_platform_and_needs_no_other_java() {
    var usual = new Registration("1.2.3").bundle(null);
    assertThat(usual.path("compatibility").path("platforms")).hasSize(3);
    assertThat(usual.path("long_description").asString("")).contains("needs a Java 25");
    var whole = new Registration("1.2.3").bundle("linux");
    assertThat(whole.path("compatibility").path("platforms"))
        .extracting(JsonNode::asString)
        .containsExactly("linux");
    assertThat(whole.path("long_description").asString("")).isNotBlank().doesNotContain("Java");
  }

  @Test
  void without_a_release_there_is_an_entry_and_no_package() {
    var entry = new Registration("1.2.3").registry(null, null);
    assertServer(entry);
    assertThat(entry.has("packages")).isFalse();
  }
}
