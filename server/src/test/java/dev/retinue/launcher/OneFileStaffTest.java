package dev.retinue.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.store.files.DaemonRecord;
import dev.retinue.store.files.DataFolder;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Agents in one Java file as members of the staff of a real daemon.
@EndToEnd
final class OneFileStaffTest {
  @TempDir static Path folder;
  private static Installation installation;
  private static Path data;

  @BeforeAll
  static void install() throws IOException {
    installation = Installation.in(folder, "retinue");
    data = folder.resolve("data");
    agent(
        "Counter",
        """
        .describedAs("Counts words.")
        .needsContext()
        .option(dev.retinue.sdk.Option.integer("add", "How many more").orElse("0"))
        .does(ctx -> {
          ctx.progress("counting");
          return java.util.Map.of("words", ctx.input().split(" ").length + ctx.integer("add"));
        })
        """);
    agent(
        "Asker",
        """
        .describedAs("Asks somebody.")
        .needsContext()
        .does(ctx -> "They say: " + ctx.llm("staff/researcher").ask(ctx.input()))
        """);
  }

  private static void agent(String type, String rest) throws IOException {
    var file =
        Files.writeString(
            folder.resolve(type + ".java"),
            """
            void main(String... args) {
              dev.retinue.sdk.Agent.named("%s")
              %s.run(args);
            }
            """
                .formatted(type.toLowerCase(Locale.ROOT), rest.strip()));
    var added = retinue("agents", "add", file);
    assertThat(added.exitCode()).as(added.err()).isZero();
  }

  /// A daemon that was started on the way stays when its client has gone.
  @AfterAll
  static void endDaemons() {
    endDaemon(data);
    endDaemon(folder.resolve("confined"));
  }

  private static void endDaemon(Path place) {
    DaemonRecord.find(place)
        .flatMap(daemon -> ProcessHandle.of(daemon.pid()))
        .ifPresent(
            daemon -> {
              daemon.destroyForcibly();
              daemon.onExit().join();
            });
  }

  private static Program.Ended retinue(Object... words) {
    return installation.retinue(words).with("RETINUE_DATA", data).in(folder).run();
  }

  private static JsonNode run(String agent, String contract) {
    var ended = retinue("run", "--json", "--agent", agent, contract);
    return Json.WIRE.readTree(ended.out());
  }

  private static JsonNode call(String endpoint, String tool, ObjectNode arguments) {
    run("counter", "one");
    var record = DaemonRecord.find(data).orElseThrow();
    var options =
        ClientOptions.named("test", "1")
            .bearer(new DataFolder(data).tokenFile().find().orElseThrow());
    var address = URI.create("http://127.0.0.1:%d/mcp/%s".formatted(record.port(), endpoint));
    try (var client = McpClient.at(address, options)) {
      return Objects.requireNonNull(client.callTool(tool, arguments).structuredContent());
    }
  }

  @Test
  void it_is_listed_and_shown_and_can_be_run() {
    assertThat(retinue("agents", "list").out()).contains("counter", "Counts words.");
    assertThat(retinue("agents", "show", "counter").out()).contains("javafile", "add (integer)");
    var run = run("counter", "one two three");
    assertThat(run.path("status").asString()).isEqualTo("completed");
    assertThat(run.path("summary").asString()).contains("\"words\" : 3");
    assertThat(run.path("output").toString()).contains("counting");
    assertThat(run("counter", "{\"context\":\"one\",\"add\":4}").path("summary").asString())
        .contains("\"words\" : 5");
  }

  @Test
  void clients_find_it_and_give_it_work() {
    assertThat(call("sessions", "list_agents", Json.object()).toString()).contains("Counts words.");
    var said =
        call(
            "sessions",
            "invoke_agent",
            Json.object().put("agent_file", "counter").put("message", "one two"));
    assertThat(said.path("response").asString()).isEqualTo("{\"words\":2}");
    var spawned =
        call(
            "spawner",
            "spawn_agent",
            Json.object().put("agent", "counter").put("prompt", "one two"));
    assertThat(spawned.toString()).contains("words");
  }

  @Test
  void whom_it_asks_works_below_it() {
    var run = run("asker", "What is tea?");
    assertThat(run.path("summary").asString()).as(run.toString()).startsWith("They say: ");
    var tree = retinue("ps", "-a", "--json").out();
    var below =
        Json.WIRE.readTree(tree).findParents("root").stream()
            .filter(it -> it.path("root").asString().equals(run.path("id").asString()))
            .map(it -> it.path("agent").asString())
            .toList();
    assertThat(below).contains("asker", "researcher");
  }

  @Test
  void what_does_not_describe_itself_is_not_taken() throws Exception {
    var file = Files.writeString(folder.resolve("Mute.java"), "void main() { IO.println(1); }");
    var refused = retinue("agents", "add", file);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("Mute.java", "is no description");
    var broken = Files.writeString(folder.resolve("Broken.java"), "void main() { ");
    assertThat(retinue("agents", "add", broken).err()).contains("error:", "cannot be compiled");
    assertThat(retinue("agents", "add", folder.resolve("None.java")).exitCode()).isEqualTo(2);
  }

  @Test
  void what_has_changed_is_added_again_only_when_that_is_said() throws Exception {
    var file = folder.resolve("Changing.java");
    agent("Changing", ".describedAs(\"First.\").does(ctx -> \"one\")");
    Files.writeString(file, Files.readString(file).replace("one", "two"));
    assertThat(run("changing", "x").path("error").asString()).contains("has changed since");
    assertThat(retinue("agents", "add", file).exitCode()).isEqualTo(1);
    assertThat(retinue("agents", "add", "--force", file).exitCode()).isZero();
    assertThat(run("changing", "x").path("summary").asString()).isEqualTo("two");
  }

  @Test
  void a_neighbour_that_has_changed_is_noticed_too() throws Exception {
    var neighbour = folder.resolve("Word.java");
    Files.writeString(neighbour, "class Word { static String IT = \"one\"; }");
    agent("Speller", ".describedAs(\"Spells.\").does(ctx -> Word.IT)");
    assertThat(run("speller", "x").path("summary").asString()).isEqualTo("one");
    Files.writeString(neighbour, "class Word { static String IT = \"two\"; }");
    assertThat(run("speller", "x").path("error").asString())
        .contains("Word.java' has changed since", "--force " + folder.resolve("Speller.java"));
  }

  @Test
  void a_daemon_that_is_killed_leaves_nothing_of_it_and_the_next_one_says_so() throws Exception {
    agent(
        "Waiter",
        """
        .describedAs("Waits.")
        .needsContext()
        .does(ctx -> {
          ctx.progress("waits as " + ProcessHandle.current().pid());
          new java.util.concurrent.CountDownLatch(1).await();
          return "never";
        })
        """);
    var front =
        installation
            .retinue("run", "--agent", "waiter", "for tea")
            .with("RETINUE_DATA", data)
            .in(folder)
            .start();
    var said = front.awaitOutput(Pattern.compile("waits as (\\d+)"));
    var agent = ProcessHandle.of(Long.parseLong(said.group(1))).orElseThrow();
    front.kill();
    endDaemon(data);

    assertThat(run("counter", "one").path("status").asString()).isEqualTo("completed");
    agent.onExit().get(1, TimeUnit.MINUTES);
    var rows = Json.WIRE.readTree(retinue("ps", "-a", "--json").out());
    var waiter =
        rows.findParents("agent").stream()
            .filter(it -> it.path("agent").asString().equals("waiter"))
            .findFirst()
            .orElseThrow();
    assertThat(waiter.path("state").asString()).isEqualTo("failed");
    var ended = retinue("wait", waiter.path("id").asString());
    assertThat(ended.out() + ended.err()).contains("interrupted");
  }

  @Test
  void where_programs_are_confined_it_works_all_the_same() {
    var place = folder.resolve("confined");
    var confined =
        installation.retinue().with("RETINUE_DATA", place).with("RETINUE_SANDBOX_TIER", 2);
    assumeTrue(
        confined.saying("doctor").run().out().contains("ok    sandbox 2"), "there is no sandbox");
    confined.saying("agents", "add", folder.resolve("Counter.java")).in(folder).run();
    var run = confined.saying("run", "--json", "--agent", "counter", "one two").run();
    assertThat(Json.WIRE.readTree(run.out()).path("summary").asString())
        .as(run.out())
        .contains("\"words\" : 2");
  }
}
