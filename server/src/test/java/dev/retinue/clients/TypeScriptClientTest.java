package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.store.files.DaemonRecord;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import dev.retinue.testing.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The official TypeScript client, in each way in which it can choose a revision.
@EndToEnd
class TypeScriptClientTest {
  private static final List<String> MODES = List.of("default", "auto", "2026-07-28");
  private static final String SEEN =
      "{\"server\":\"retinue\",\"tools\":["
          + "\"agent_complete\",\"agent_start\",\"agent_status\",\"agent_stop\",\"analyze_code\","
          + "\"analyze_deps\",\"answer\",\"append_payload\",\"close_session\",\"create_session\","
          + "\"find_security_issues\",\"fix_failing_test\",\"followup\",\"fork_session\",\"get_result\","
          + "\"get_session_history\",\"get_session_info\",\"interrupt_session\",\"invoke_agent\",\"invoke_with_config\","
          + "\"list_agents\",\"list_pending\",\"list_running\",\"list_sessions\",\"retinue_status\","
          + "\"review_code\",\"run_tests\",\"send_message\",\"spawn_agent\",\"spawn_claude\","
          + "\"spawn_codex\",\"spawn_parallel\",\"steer\",\"stop_spawn\",\"summarize_changes\","
          + "\"transfer_session\",\"wait_for_agents\",\"write_tests\"],\"agents\":[\"researcher\",\"builder\",\"reviewer\"],"
          + "\"refused\":true}\n";
  private static final String WORKED =
      "{\"retried\":true,\"running\":\"running\",\"completed\":[\"completed\",\"Done\",\"claimed\"],"
          + "\"payload\":\"Größe €𝄞\",\"stopped\":\"stopped\",\"late\":\"stopped\","
          + "\"question\":\"Which colour?\",\"answered\":\"It is blue\"}\n";

  @TempDir private Path folder;

  @BeforeEach
  void install() {
    assumeTrue(Npm.isInstalled(), "npm could not install the client");
  }

  @AfterEach
  void endWhatIsLeft() {
    Traces.kill(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "auto", "2026-07-28"})
  void it_lists_and_calls_over_stdio(String mode) throws IOException {
    var ended =
        client("client.mjs", mode, ServedRetinue.LAUNCHER, "mcp", "--standalone")
            .without("RETINUE_CONFIG")
            .run();
    assertThat(ended.out()).as(ended.err()).isEqualTo(SEEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "auto", "2026-07-28"})
  void it_lists_and_calls_over_http(String mode) throws IOException {
    try (var server = ServedRetinue.start()) {
      var ended = client("client.mjs", mode, server.url()).run();
      assertThat(ended.out()).as(ended.err()).isEqualTo(SEEN);
    }
  }

  @Test
  void clients_of_all_modes_work_at_once_on_one_daemon_that_one_of_their_fronts_started()
      throws IOException {
    var working = MODES.stream().map(mode -> begin(mode, ServedRetinue.LAUNCHER, "mcp")).toList();
    working.forEach(TypeScriptClientTest::assertWorked);
    assertThat(DaemonRecord.find(PipedRetinue.data(folder)))
        .as("the daemon outlives its fronts")
        .isPresent();
  }

  @Test
  void clients_of_all_modes_work_at_once_over_http() throws IOException {
    var config = PipedRetinue.config(folder).toString();
    try (var server = ServedRetinue.start("--no-auth", "--config", config)) {
      var working = MODES.stream().map(mode -> begin(mode, server.url())).toList();
      working.forEach(TypeScriptClientTest::assertWorked);
    }
  }

  @Test
  void it_works_with_one_process_alone() throws IOException {
    assertWorked(begin("auto", ServedRetinue.LAUNCHER, "mcp", "--standalone"));
    assertThat(Traces.of(folder)).isEmpty();
  }

  private Program.Running begin(String mode, Object... target) {
    try {
      return client("work.mjs", mode, target).start();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertWorked(Program.Running client) {
    var ended = client.await();
    assertThat(ended.out()).as(ended.err()).isEqualTo(WORKED);
  }

  private Program client(String script, String mode, Object... target) throws IOException {
    var words = new ArrayList<Object>(List.of(mode));
    words.addAll(List.of(target));
    var program = Npm.run(installed(script), words.toArray());
    for (var variable : PipedRetinue.environment(folder).entrySet()) {
      if (!variable.getKey().equals("PATH")) {
        program = program.with(variable.getKey(), variable.getValue());
      }
    }
    return program;
  }

  /// Node finds packages beside the script that wants them.
  private static Path installed(String script) throws IOException {
    var place = Npm.script("../" + script, "").normalize();
    var source = Repository.ROOT.resolve("server/src/test/js").resolve(script);
    return Files.copy(source, place, StandardCopyOption.REPLACE_EXISTING);
  }
}
