package dev.retinue.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.retinue.config.FleetSettings.Backend;
import dev.retinue.config.FleetSettings.Interrupt;
import dev.retinue.config.FleetSettings.OwnDeployment;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Station;
import dev.retinue.testing.Repository;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Which deployments there are.
final class FleetPlacesTest {
  private static final Map<String, String> SET =
      Map.of(
          "CODER_URL",
          "https://coder.example.org",
          "CODER_SESSION_TOKEN",
          "a-token",
          "LAB",
          "b-token");

  private static FleetSettings lab(@Nullable String usual, String name) {
    var own =
        new OwnDeployment(name, URI.create("https://lab.example.org"), "LAB", Backend.WORKSPACES);
    return new FleetSettings(List.of(own), usual, List.of(), null, Interrupt.CTRL_C, 20);
  }

  private static void assertRefused(
      FleetSettings settings, Map<String, String> environment, String sentence) {
    assertThatExceptionOfType(RetinueException.class)
        .isThrownBy(() -> FleetPlaces.of(settings, environment))
        .withMessage(sentence);
  }

  @Test
  void without_an_address_there_is_none() {
    assertThat(FleetPlaces.of(FleetSettings.USUAL, Map.of()).isEmpty()).isTrue();
    assertThat(FleetPlaces.of(FleetSettings.USUAL, Map.of("CODER_URL", " ")).isEmpty()).isTrue();
  }

  @Test
  void that_of_the_environment_comes_first_unless_another_is_named() {
    assertThat(FleetPlaces.of(lab(null, "lab"), SET).usual()).isEqualTo("coder");
    var named = FleetPlaces.of(lab("lab", "lab"), SET);
    assertThat(named.usual()).isEqualTo("lab");
    assertThat(named.all())
        .extracting(it -> it.token().text())
        .containsExactly("a-token", "b-token");
    assertThat(named.toString()).doesNotContain("token\"").doesNotContain("a-token");
  }

  @Test
  void what_is_wrong_is_told_without_the_secret() {
    assertRefused(
        FleetSettings.USUAL,
        Map.of("CODER_URL", "https://me:password@coder.example.org"),
        "CODER_URL must be an address that begins with http:// or https://; write it as https://coder.example.org.");
    assertRefused(
        lab("home", "lab"),
        SET,
        "There is no deployment 'home', which 'fleet.default' names; only coder, lab.");
    assertRefused(
        lab(null, "lab"),
        Map.of(),
        "The variable LAB has no session token for Coder; make one with 'coder tokens create' and set it for the daemon. Variables whose names end in CODER_SESSION_TOKEN also reach a daemon that starts by itself.");
    assertRefused(
        lab(null, "coder"),
        SET,
        "The deployment 'coder' of 'fleet' has the name of that of CODER_URL; call it otherwise, or unset CODER_URL.");
  }

  @Test
  void an_address_without_a_token_is_a_deployment_that_says_so() {
    var places = FleetPlaces.of(FleetSettings.USUAL, Map.of("CODER_URL", "http://localhost:3000"));
    assertThat(places.all()).extracting(it -> it.token().text()).containsExactly("");
  }

  @Test
  void the_examples_of_the_document_are_configurations() {
    var document = Repository.text(Repository.ROOT.resolve("docs/fleet.md"));
    var examples =
        Pattern.compile("(?s)```yaml\n(.*?)```")
            .matcher(document)
            .results()
            .map(it -> Read.configuration(it.group(1)))
            .toList();
    assertThat(examples).hasSize(2);
    assertThat(examples.getFirst().staff().all())
        .extracting(it -> it.means().station())
        .containsExactly(Station.of(null, "amy"), new Station(null, null, "Setup", "coder"));
    assertThat(examples.getLast().settings().fleet().usual()).isEqualTo("lab");
  }
}
