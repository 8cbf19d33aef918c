package dev.retinue.runtime.llm.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.core.Agent;
import dev.retinue.core.Permissions;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.tool.ServerState;
import dev.retinue.core.tool.ServerState.Phase;
import dev.retinue.core.tool.ToolServer;
import dev.retinue.process.Enclosure;
import dev.retinue.process.Supervisor;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Npm;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The servers that everybody has: `server-everything` and `server-filesystem` from npm.
@EndToEnd
final class RealToolServersTest {
  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init")
  private Path documents;

  @SuppressWarnings("NullAway.Init")
  private McpServers servers;

  @SuppressWarnings("NullAway.Init")
  private TestStaff staff;

  @BeforeAll
  static void installed() {
    assumeTrue(Npm.isInstalled(), "the servers from npm are not installed; ./verify does that");
  }

  @BeforeEach
  void begin() throws IOException {
    documents = Files.createDirectories(folder.resolve("documents")).toRealPath();
    Files.writeString(documents.resolve("tea.txt"), "Steep it for three minutes.");
    var environment = Map.of("PATH", Npm.node().getParent() + ":/usr/bin:/bin", "SECRET", "s");
    servers =
        new McpServers(
            List.of(server("everything", "stdio"), server("filesystem", documents.toString())),
            new Grounds(
                new Supervisor(folder, environment),
                folder.resolve("run"),
                environment,
                (_, _, _) -> Enclosure.LIMITS),
            Permissions.NONE,
            InstantSource.system());
    staff = TestStaff.in(folder.resolve("data"), new TestClock());
    staff.hire(
        new Agent(
            "agent",
            "borrows tools",
            new Agent.Means("llm", null),
            "",
            List.of(),
            Agent.Limits.NONE));
    staff.begin(new Borrower(servers));
  }

  private static ToolServer server(String name, String argument) {
    var script = Npm.script("@modelcontextprotocol/server-" + name, "dist/index.js");
    return new ToolServer(
        name,
        new ToolServer.Started(
            Npm.node().toString(), List.of(script.toString(), argument), Map.of(), null));
  }

  @AfterEach
  void nothing_is_left() {
    staff.close();
    var pids = servers.states().stream().flatMap(it -> pid(it).stream()).toList();
    servers.close();
    assertThat(pids).allSatisfy(pid -> assertThat(ProcessHandle.of(pid)).isEmpty());
  }

  @Test
  void their_tools_are_tools() {
    var said =
        said(
            staff.start(
                "agent",
                """
                everything__echo {"message":"tea"}
                everything__get-sum {"a":2,"b":40}
                everything__get-structured-content {"location":"Chicago"}
                everything__get-tiny-image
                everything__get-env
                everything__no-such-tool
                everything__get-sum {"a":"two"}
                filesystem__read_text_file {"path":"%1$s/tea.txt"}
                filesystem__read_text_file {"path":"/etc/passwd"}
                filesystem__write_file {"path":"%1$s/new.txt","content":"more"}
                """
                    .formatted(documents)));
    assertThat(said.get(0)).isEqualTo("Echo: tea");
    assertThat(said.get(1)).contains("42");
    assertThat(said.get(2)).contains("temperature");
    assertThat(said.get(3)).contains("[image, image/png, not shown]");
    assertThat(said.get(4)).contains("RETINUE_RUN").doesNotContain("SECRET");
    assertThat(said.get(5)).isEqualTo("there is no everything__no-such-tool");
    assertThat(said.get(6)).startsWith("failed: ");
    assertThat(said.get(7)).isEqualTo("Steep it for three minutes.");
    assertThat(said.get(8)).startsWith("failed: ").contains("denied");
    assertThat(documents.resolve("new.txt")).hasContent("more");
    assertThat(servers.states())
        .allSatisfy(it -> assertThat(it.health().phase()).isEqualTo(Phase.READY))
        .allSatisfy(it -> assertThat(it.warnings()).isEmpty())
        .allSatisfy(it -> assertThat(it.tools()).hasSizeGreaterThan(5));
    assertThat(servers.states().getFirst().tools())
        .filteredOn(ServerState.Offered::repeatable)
        .extracting(ServerState.Offered::name)
        .contains("everything__echo")
        .doesNotContain("everything__toggle-simulated-logging");
  }

  @Test
  void one_that_is_killed_in_the_middle_of_a_call_fails_that_call_and_comes_back() {
    var run =
        staff.start(
            "agent",
            """
            everything__echo {"message":"before"}
            everything__trigger-long-running-operation {"duration":50,"steps":5}
            everything__echo {"message":"after"}
            filesystem__read_text_file {"path":"%s/tea.txt"}
            """
                .formatted(documents));
    staff.awaitEvent(run, RunEvent.Said.class::isInstance);
    long pid = pid(servers.states().getFirst()).orElseThrow();
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    var said = said(run);
    assertThat(said.get(0)).isEqualTo("Echo: before");
    assertThat(said.get(1))
        .startsWith("failed: The tool server 'everything' broke in the middle of the call: ")
        .contains("it ended with 137")
        .endsWith("Whether the tool did its work is not known.");
    assertThat(said.get(2)).isEqualTo("Echo: after");
    assertThat(said.get(3)).isEqualTo("Steep it for three minutes.");
    var health = servers.states().getFirst().health();
    assertThat(health.restarts()).isEqualTo(1);
    assertThat(health.pid()).isNotNull().isNotEqualTo(pid);
  }

  private static Optional<Long> pid(ServerState state) {
    return Optional.ofNullable(state.health().pid());
  }

  private List<String> said(RunId run) {
    staff.awaitEnd(run);
    return staff.events(run).stream()
        .filter(RunEvent.Said.class::isInstance)
        .map(event -> ((RunEvent.Said) event).text())
        .toList();
  }
}
