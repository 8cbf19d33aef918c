package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.connect.Client;
import dev.retinue.cli.connect.Places;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.store.files.DaemonRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientCheckTest {
  private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

  @TempDir private Path home;

  @Test
  void who_has_no_client_is_told_so() {
    assertThat(clients())
        .isEqualTo(Finding.ok("clients", "none of those that Retinue knows is installed"));
  }

  @Test
  void a_client_that_is_here_and_not_connected_comes_with_the_command_that_connects_it()
      throws IOException {
    Files.createDirectories(home.resolve(".codex/sessions"));
    assertThat(clients())
        .isEqualTo(
            Finding.warn(
                "clients",
                "none is connected; here are: codex",
                "Run: retinue connect codex --write"));
    Files.writeString(home.resolve(".codex/config.toml"), "[mcp_servers.retinue]\ncommand = 'x'\n");
    Files.createDirectories(home.resolve(".cursor/extensions"));
    assertThat(clients())
        .isEqualTo(Finding.ok("clients", "connected: codex; here, and not connected: cursor"));
    Files.writeString(home.resolve(".cursor/mcp.json"), "{");
    assertThat(clients().remedy()).contains("retinue connect cursor");
  }

  @Test
  void clients_that_were_started_before_an_upgrade_are_told_from_those_after_it() {
    assertThat(fronts("{}")).isEmpty();
    assertThat(fronts("{\"2.0\":3}"))
        .contains(Finding.ok("fronts", "connected on standard streams: 3 of Retinue 2.0"));
    var finding = fronts("{\"1.9\":1,\"2.0\":3}").orElseThrow();
    assertThat(finding.level()).isEqualTo(Finding.Level.WARN);
    assertThat(finding.text())
        .endsWith("1 of Retinue 1.9, 3 of Retinue 2.0, and the daemon is 2.0");
    assertThat(finding.remedy()).contains("restart these clients");
  }

  private static Optional<Finding> fronts(String versions) {
    return ClientCheck.fronts(Json.WIRE.readTree(versions), "2.0");
  }

  @Test
  void what_connect_has_left_there_makes_no_client() throws IOException {
    Files.createDirectories(home.resolve(".cursor"));
    Files.createDirectories(home.resolve(".codex/skills"));
    assertThat(clients().text()).isEqualTo("none of those that Retinue knows is installed");
    var entry = "[mcp_servers.retinue]\ncommand = 'x'\n";
    Files.writeString(home.resolve(".codex/config.toml"), entry);
    assertThat(isInstalled(Client.CODEX)).isFalse();
    Files.writeString(home.resolve(".codex/config.toml"), "model = 'm'\n" + entry);
    assertThat(isInstalled(Client.CODEX)).isTrue();
  }

  private boolean isInstalled(Client client) {
    return ConnectList.isInstalled(
        client, new Places(Map.of("HOME", home.toString()), "Linux", home));
  }

  @Test
  void keys_are_named_and_never_shown() {
    var finding = ClientCheck.keys(Map.of("OPENAI_API_KEY", "sk-secret", "GEMINI_API_KEY", " "));
    assertThat(finding.text()).isEqualTo("set: OPENAI_API_KEY");
    var none = ClientCheck.keys(Map.of());
    assertThat(none.text()).contains("no variable of a provider is set");
    assertThat(none.level()).isEqualTo(Finding.Level.OK);
    assertThat(none.remedy()).contains("export ANTHROPIC_API_KEY=…");
  }

  @Test
  void a_configuration_that_is_younger_than_the_daemon_is_not_the_one_it_works_with()
      throws IOException {
    var file = Files.writeString(home.resolve("retinue.yaml"), "");
    var daemon = Optional.of(new DaemonRecord(7, NOON, "1", null, null, null, null));
    Files.setLastModifiedTime(file, FileTime.from(NOON.minusSeconds(1)));
    assertThat(ClientCheck.formerConfiguration(daemon, Optional.of(file))).isEmpty();
    Files.setLastModifiedTime(file, FileTime.from(NOON.plusSeconds(1)));
    assertThat(ClientCheck.formerConfiguration(daemon, Optional.of(file)))
        .hasValueSatisfying(it -> assertThat(it.remedy()).contains("kill 7"));
    assertThat(ClientCheck.formerConfiguration(Optional.empty(), Optional.of(file))).isEmpty();
  }

  private Finding clients() {
    return ClientCheck.clients(Map.of("HOME", home.toString()), "Linux");
  }
}
