package dev.retinue.cli.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonCommandTest {
  @TempDir private Path folder;

  @Test
  void neither_secrets_nor_the_marks_of_a_run_are_lent_to_a_daemon() {
    var environment =
        Map.of(
            "PATH", "/bin",
            "HOME", "/home/ada",
            "LLM_ENDPOINT", "http://localhost:1",
            "RETINUE_CONFIG", "/etc/retinue.yaml",
            "ANTHROPIC_API_KEY", "secret",
            "github_token", "secret",
            "DB_PASSWORD", "secret",
            "RETINUE_HOME", "/data",
            "RETINUE_RUN", "agent-1");
    assertThat(DaemonCommand.environment(environment))
        .containsOnlyKeys("PATH", "HOME", "LLM_ENDPOINT", "RETINUE_CONFIG");
  }

  @Test
  void a_daemon_gets_the_tokens_of_the_fleet_that_its_owner_works_with() {
    var environment =
        Map.of(
            "CODER_URL", "https://coder.example.org",
            "CODER_SESSION_TOKEN", "secret",
            "LAB_CODER_SESSION_TOKEN", "secret",
            "CODER_AGENT_TOKEN", "secret");
    assertThat(DaemonCommand.environment(environment))
        .containsOnlyKeys("CODER_URL", "CODER_SESSION_TOKEN", "LAB_CODER_SESSION_TOKEN");
  }

  @Test
  void it_gets_a_session_of_its_own_by_what_the_system_has() throws Exception {
    var perl = Files.createFile(folder.resolve("perl"));
    assertThat(perl.toFile().setExecutable(true)).isTrue();
    var path = Map.of("PATH", folder.toString());
    var launcher = Path.of("/opt/retinue/retinue");
    if (!Files.isExecutable(Path.of("/usr/bin/setsid"))) {
      assertThat(DaemonCommand.of(launcher, folder, path)).startsWith(perl.toString(), "-MPOSIX");
    }
    var setsid = Files.createFile(folder.resolve("setsid"));
    assertThat(setsid.toFile().setExecutable(true)).isTrue();
    assertThat(DaemonCommand.of(launcher, folder, path))
        .containsExactly(
            setsid.toString(),
            launcher.toString(),
            "serve",
            "--any-port",
            "--idle-exit",
            "1h",
            "--data",
            folder.toString());
  }
}
