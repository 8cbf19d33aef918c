package dev.retinue.toolset.spawner.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.RunId;
import dev.retinue.core.Workplace;
import dev.retinue.core.staff.Limits;
import dev.retinue.core.staff.Rate;
import dev.retinue.core.staff.Roots;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.StartRequest;
import dev.retinue.core.staff.StartRequest.Manner;
import dev.retinue.mcp.McpServer;
import dev.retinue.mcp.MemoryTaskStore;
import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.era.Eras;
import dev.retinue.mcp.era.Stateful2025;
import dev.retinue.mcp.era.Stateless2026;
import dev.retinue.mcp.model.Implementation;
import dev.retinue.mcp.transport.Hosts;
import dev.retinue.mcp.transport.HttpEndpoint;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestStaff;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.journal.Journals;
import dev.retinue.web.WebServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is told, and the resources that show it, over the real edge.
final class PrefacesTest {
  private static final Caller ANN = new Caller("ann", "ann", Caller.Scope.RUN, null);
  private static final Caller BOB = new Caller("bob", "bob", Caller.Scope.RUN, null);

  @TempDir private Path temporary;
  private Path folder;
  private TestStaff staff;
  private Journals journals;
  private Prefaces prefaces;

  @BeforeEach
  void open() throws IOException {
    folder = Files.createDirectory(temporary.resolve("project")).toRealPath();
    Files.writeString(folder.resolve("CLAUDE.md"), "Use tabs.");
    var clock = new TestClock();
    var roots = new Roots(List.of(folder), null, null);
    staff =
        TestStaff.in(
                temporary.resolve("data"),
                clock,
                new Rules(Limits.DEFAULT, Rate.ANY, Rate.ANY, roots))
            .hire("player", "")
            .begin(new ScriptedRuntime(clock));
    journals =
        new Journals(staff.staff(), staff.register(), clock, temporary.resolve("journals"), null);
    prefaces = new Prefaces(staff.staff().crew()::runtime, journals::findContext);
  }

  @AfterEach
  void close() {
    journals.close();
    staff.close();
  }

  private Agent player() {
    return staff.staff().roster().require("player");
  }

  private void work(Caller caller, String summary) {
    var manner = new Manner(RunId.Prefix.SPAWN, null, Map.of("task_summary", summary));
    var terms = Terms.NONE.in(folder.toString());
    var request = new StartRequest("player", "complete Done", manner, terms, null);
    staff.awaitEnd(staff.staff().start(caller, request).id());
  }

  @Test
  void a_caller_is_told_of_his_own_agents_only() {
    work(ANN, "Water the roses");
    work(BOB, "Feed the cat");

    assertThat(prefaces.of(ANN, player(), folder, ContextLevel.FULL))
        .contains("Use tabs.", "Water the roses")
        .doesNotContain("cat");
    assertThat(prefaces.of(BOB, player(), folder, ContextLevel.STANDARD))
        .contains("Feed the cat")
        .doesNotContain("roses");
  }

  @Test
  void without_a_folder_or_a_wish_nothing_is_told() {
    assertThat(prefaces.of(ANN, player(), null, ContextLevel.FULL)).isNull();
    assertThat(prefaces.of(ANN, player(), folder, ContextLevel.NONE)).isNull();
  }

  @Test
  void a_resource_is_exactly_what_would_be_told() {
    var expected = prefaces.of(ANN, player(), folder, ContextLevel.FULL);
    assertThat(expected).isNotNull();
    assertThat(read(ANN.at(new Workplace(folder, Map.of())), "agents://context"))
        .isEqualTo(expected);
    assertThat(read(ANN.at(new Workplace(folder, Map.of())), "agents://context/player"))
        .isEqualTo(expected);
  }

  @Test
  void who_speaks_from_nowhere_sees_nothing() {
    assertThat(read(BOB, "agents://context")).isEmpty();
    var outside = new Workplace(temporary, Map.of());
    assertThat(read(BOB.at(outside), "agents://context")).isEmpty();
  }

  private String read(Caller reader, String uri) {
    var server = new McpServer(Implementation.of("retinue", "1"), "");
    var who = new DefaultAgent("player", staff.staff().roster(), staff.staff().crew()::runtime);
    ContextResources.offers(staff.staff(), caller -> who.choose(caller).agent(), prefaces)
        .forEach(server::add);
    var key = new SecretKeySpec(new byte[32], "AES");
    var eras =
        new Eras(
            new Stateless2026(
                server, new MemoryTaskStore(staff.clock(), 10), () -> key, staff.clock()),
            new Stateful2025(server, staff.clock()));
    var endpoint = new HttpEndpoint(eras, Hosts.LOCAL, Duration.ofSeconds(15));
    try (var web = WebServer.start("127.0.0.1", 0, endpoint, new Principal(reader));
        var client =
            McpClient.at(
                URI.create("http://localhost:" + web.port() + "/mcp"),
                ClientOptions.named("test", "1"))) {
      return Objects.requireNonNull(client.readResource(uri).getFirst().text());
    }
  }
}
