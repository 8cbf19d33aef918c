package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.cli.daemon.Daemons;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `doctor` says where something is not as it should be.
final class CheckupTest {
  @TempDir private Path folder;
  private final Map<String, String> environment = new HashMap<>();

  private Checkup checkup() {
    return checkup(folder.resolve("data"));
  }

  private Checkup checkup(Path data) {
    var daemons = new Daemons(data, () -> folder, Version.number(), "1111", environment);
    return new Checkup(daemons, new Properties(), environment);
  }

  private void configure(String text) throws IOException {
    var file = Files.writeString(folder.resolve("retinue.yaml"), text);
    environment.put("RETINUE_CONFIG", file.toString());
  }

  @Test
  void a_daemon_of_another_build_is_told_and_how_to_have_this_one() throws Exception {
    try (var rehearsed = RehearsedDaemon.open()) {
      var checkup = checkup(rehearsed.folder());
      var daemons =
          new Daemons(rehearsed.folder(), () -> folder, Version.number(), "1111", environment);
      assertThat(checkup.daemon(daemons.find().orElseThrow()).level()).isEqualTo(Finding.Level.OK);

      var record = rehearsed.folder().resolve("daemon.json");
      Files.writeString(
          record, Files.readString(record).replaceFirst("\\{", "{\"build\":\"2222\","));
      var finding = checkup.daemon(daemons.find().orElseThrow());
      assertThat(finding.level()).isEqualTo(Finding.Level.WARN);
      assertThat(finding.remedy()).contains("another build", "end it with 'kill ");
    }
  }

  @Test
  void a_data_directory_that_belongs_to_somebody_else_is_a_fault() throws Exception {
    var finding = checkup(ofSomebodyElse()).directory();
    assertThat(finding.level()).isEqualTo(Finding.Level.FAIL);
    assertThat(finding.text()).contains(" belongs to ", "and not to you");

    assertThat(checkup(folder).directory().level()).isNotEqualTo(Finding.Level.FAIL);
  }

  /// Only root can give a folder away, and everybody else may write to this one of root.
  private Path ofSomebodyElse() throws IOException {
    var shared = Path.of("/tmp");
    if (!Files.getOwner(folder).equals(Files.getOwner(shared))) {
      return shared;
    }
    var given = Files.createDirectory(folder.resolve("given"));
    var users = folder.getFileSystem().getUserPrincipalLookupService();
    return Files.setOwner(given, users.lookupPrincipalByName("nobody"));
  }

  @Test
  void the_port_is_that_of_the_configuration() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      configure("server: {port: %d}".formatted(taken.getLocalPort()));
      assertThat(checkup().port().text())
          .isEqualTo("%d is taken by another program".formatted(taken.getLocalPort()));
    }
    configure("server: {port: 0}");
    assertThat(checkup().port().text()).isEqualTo("one that is free");
  }

  @Test
  void all_programs_that_are_missing_are_named_each_with_what_installs_it() throws Exception {
    configure(
        "staff: {one: {description: A., runtime: claude}, two: {description: B., runtime: codex}, three: {description: C., runtime: codex}}");
    var finding = checkup().programs();
    assertThat(finding.text()).contains("not here: claude, for one; codex, for two, three");
    assertThat(finding.remedy())
        .startsWith("Install them with: ")
        .contains("@anthropic-ai/claude-code, and ", "@openai/codex");
  }

  @Test
  void one_who_lacks_his_key_is_named_though_another_provider_has_one() throws Exception {
    environment.put("OPENAI_API_KEY", "sk-secret");
    configure("staff: {wise: {description: A., runtime: llm, model: anthropic/claude-sonnet-4-5}}");
    var finding = models();
    assertThat(finding.level()).isEqualTo(Finding.Level.WARN);
    assertThat(finding.text())
        .startsWith("can be asked: ")
        .contains("wise needs ANTHROPIC_API_KEY")
        .doesNotContain("assistant", "sk-secret");

    environment.put("ANTHROPIC_API_KEY", "sk-other");
    assertThat(models().level()).isEqualTo(Finding.Level.OK);
  }

  private Finding models() {
    return Checkup.models(folder.resolve("data"), environment);
  }

  @Test
  void caches_are_found_wherever_the_launcher_finds_them() throws Exception {
    environment.put("XDG_CACHE_HOME", folder.resolve("mine").toString());
    var install = new Install(Files.createDirectories(folder.resolve("dist")), "1111-jdk");
    assertThat(checkup().caches(install).text()).contains("front", "so starts are slow");

    boolean inside = true;
    for (var entryPoint : EntryPoint.values()) {
      var place = folder.resolve(inside ? "dist/cache" : "mine/retinue");
      Files.writeString(
          Files.createDirectories(place).resolve(install.cacheName(entryPoint)), "cache");
      inside = false;
    }
    assertThat(checkup().caches(install))
        .isEqualTo(
            Finding.ok(
                "caches",
                "in %s, %s"
                    .formatted(folder.resolve("dist/cache"), folder.resolve("mine/retinue"))));
  }
}
