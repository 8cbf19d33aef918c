package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The official TypeScript client, in each way in which it can choose a revision.
@EndToEnd
class TypeScriptClientTest {
  private static final String SEEN =
      "{\"server\":\"retinue\",\"tools\":[\"retinue_status\"],\"agents\":[],\"refused\":true}\n";
  private static final String SEEN_OF_THE_DAEMON =
      "{\"server\":\"retinue\",\"tools\":[\"agent_complete\",\"agent_start\",\"agent_status\",\"agent_stop\","
          + "\"append_payload\",\"retinue_status\"],\"agents\":[\"researcher\",\"builder\",\"reviewer\"],"
          + "\"refused\":true}\n";

  private Path script = Path.of("");

  /// Node finds packages beside the script that wants them.
  @BeforeEach
  void install() throws IOException {
    assumeTrue(Npm.isInstalled(), "npm could not install the client");
    var source = Repository.ROOT.resolve("server/src/test/js/client.mjs");
    script = Npm.script("../client.mjs", "").normalize();
    Files.copy(source, script, StandardCopyOption.REPLACE_EXISTING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "auto", "2026-07-28"})
  void it_lists_and_calls_over_stdio(String mode) {
    var ended =
        Npm.run(script, mode, ServedRetinue.LAUNCHER, "mcp", "--standalone")
            .with("JAVA_HOME", Repository.JDK)
            .run();
    assertThat(ended.out()).as(ended.err()).isEqualTo(SEEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "auto", "2026-07-28"})
  void it_lists_and_calls_over_http(String mode) {
    try (var server = ServedRetinue.start()) {
      var ended = Npm.run(script, mode, server.url()).run();
      assertThat(ended.out()).as(ended.err()).isEqualTo(SEEN_OF_THE_DAEMON);
    }
  }
}
