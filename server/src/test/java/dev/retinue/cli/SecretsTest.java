package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Masked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SecretsTest {
  @TempDir private Path folder;

  private void learn(String yaml, Map<String, String> environment) throws IOException {
    var config = Files.writeString(folder.resolve("retinue.yaml"), yaml);
    Secrets.learn(ConfigOption.read(config, List.of(), environment).settings(), environment);
  }

  @Test
  void what_names_a_variable_is_no_secret_and_can_be_said() throws IOException {
    learn(
        """
        mcp-servers:
          tracker:
            url: https://tracker.example.org/mcp
            headers: {Authorization: "Bearer ${TRACKER_TOKEN}", X-Api-Key: "${TRACKER_KEY:-none-of-it}"}
        """,
        Map.of());

    var script =
        "curl -H 'Authorization: Bearer ${TRACKER_TOKEN}' -H \"x: ${TRACKER_KEY:-none-of-it}\"";
    assertThat(Masked.withoutKnown(script)).isEqualTo(script);
  }

  @Test
  void a_word_is_no_secret_and_neither_is_what_a_name_says_of_one() throws IOException {
    learn(
        """
        mcp-servers:
          files:
            command: /bin/true
            env: {KEYCLOAK_URL: "https://keycloak.example.org", AUTH_MODE: token-4711-of-it, AUTH: production, API_KEY: of-the-files-4711}
        """,
        Map.of("SORT_KEY", "lastname", "OUR_KEY", "of-the-house-4711"));

    assertThat(
            Masked.withoutKnown(
                "https://keycloak.example.org token-4711-of-it production lastname of-the-files-4711 of-the-house-4711"))
        .isEqualTo("https://keycloak.example.org token-4711-of-it production lastname *** ***");
  }

  @Test
  void headers_of_the_collector_are_known_as_they_are_sent_and_as_they_are_written()
      throws IOException {
    learn(
        "{}",
        Map.of("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20sent%2Bas-4711,x-key=100%"));

    assertThat(Masked.withoutKnown("It sent sent+as-4711")).isEqualTo("It sent ***");
    assertThat(Masked.withoutKnown("Bearer%20sent%2Bas-4711")).isEqualTo("***");
  }
}
