package dev.retinue.javafile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.client.ClientOptions;
import dev.retinue.mcp.client.McpClient;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import dev.retinue.testing.Traces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The ways in which an agent is started, and in which it ends.
@EndToEnd
final class StartsTest {
  private static final String HANDSHAKE =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      """;

  /// Says that it has begun, and ends after so many milliseconds, whoever interrupts it.
  private static final String SLOW =
      """
      import dev.retinue.sdk.*;

      void main(String... args) {
        Agent.named("slow")
            .option(Option.integer("millis", "How long").orElse("600000"))
            .servesMcp()
            .does(
                ctx -> {
                  ctx.progress("begun");
                  long end = System.nanoTime() + ctx.integer("millis") * 1_000_000;
                  var never = new java.util.concurrent.CountDownLatch(1);
                  while (System.nanoTime() < end) {
                    try {
                      never.await(end - System.nanoTime(), java.util.concurrent.TimeUnit.NANOSECONDS);
                    } catch (InterruptedException e) {
                      // Deaf.
                    }
                  }
                  return "done";
                })
            .run(args);
      }
      """;

  @TempDir private Path folder;
  private Desk desk;

  @BeforeEach
  void open() {
    desk = Desk.in(folder);
  }

  /// Whoever makes a cache stays when the agent has answered, and writes in what goes now.
  @AfterEach
  void endThoseWhoMakeCaches() {
    Traces.killAround(folder);
  }

  @Test
  void one_file_is_a_tool_with_a_jdk_and_one_jar() {
    var file = desk.write("Shouter.java", Desk.SHOUTER);
    var ended =
        desk.java("-cp", Desk.DIST.resolve("lib/retinue-sdk.jar"), file).hearing("hé").run();
    assertThat(ended.out()).as(ended.err()).isEqualTo("HÉ\n");
    assertThat(ended.err()).isEmpty();
  }

  @Test
  void it_is_one_as_an_ordinary_jar() throws IOException {
    desk.write("Shouter.java", Desk.SHOUTER);
    var sdk = Desk.DIST.resolve("lib/retinue-sdk.jar");
    desk.write("manifest", "Main-Class: Shouter\nClass-Path: %s\n".formatted(sdk.toUri()));
    var tools = Repository.JDK.resolve("bin");
    var compiled =
        desk.at(Program.of(tools.resolve("javac"), "-cp", sdk, "-d", "classes", "Shouter.java"))
            .run();
    assertThat(compiled.exitCode()).as(compiled.err()).isZero();
    desk.at(
            Program.of(
                tools.resolve("jar"), "cfm", "shouter.jar", "manifest", "-C", "classes", "."))
        .run();
    var ended = desk.java("-jar", "shouter.jar", "--context", "hi").run();
    assertThat(ended.out()).as(ended.err()).isEqualTo("HI\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "C.UTF-8"})
  void letters_stay_what_they_are_in_every_locale(String locale) {
    var file = desk.write("Shouter.java", Desk.SHOUTER);
    for (var program :
        List.of(
            desk.exec(file, "--context", "größe €"),
            desk.java(
                "-cp", Desk.DIST.resolve("lib/retinue-sdk.jar"), file, "--context", "größe €"),
            desk.exec(file).hearing("größe €"))) {
      var ended = program.with("LC_ALL", locale).run();
      assertThat(ended.out()).as(ended.err()).isEqualTo("GRÖSSE €\n");
    }
  }

  @Test
  void whatever_it_prints_beside_its_result_goes_to_standard_error() {
    var file =
        desk.write(
            "Chatty.java",
            """
            import dev.retinue.sdk.Agent;

            void main(String... args) {
              Agent.named("chatty").servesMcp().does(ctx -> {
                System.out.println("printed");
                IO.println("printed too");
                return "the result";
              }).run(args);
            }
            """);
    var ended = desk.exec(file, "--context", "x").run();
    assertThat(ended.out()).isEqualTo("the result\n");
    assertThat(ended.err()).contains("printed").contains("printed too");
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143", "INT, 130"})
  void a_signal_ends_the_work_with_its_exit_code_and_a_line_in_the_log(String signal, int code)
      throws Exception {
    var file = desk.write("Slow.java", SLOW);
    var process = start(desk.exec(file, "--context", "x"));
    awaitLine(process, "begun");
    signal(process, signal);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(code);
    assertThat(log()).hasSize(1).first().asString().contains("\"exitCode\":" + code);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void a_server_without_a_call_ends_at_once_and_that_is_no_failure(String signal) throws Exception {
    var process = start(desk.exec(desk.write("Slow.java", SLOW), "--mcp"));
    say(process, HANDSHAKE);
    assertThat(process.inputReader().readLine()).contains("\"serverInfo\"");
    signal(process, signal);
    assertThat(process.waitFor(4, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "end of input"})
  void a_call_in_flight_may_still_be_answered(String end) throws Exception {
    var process = start(desk.exec(desk.write("Slow.java", SLOW), "--mcp"));
    say(process, HANDSHAKE + call(1500));
    awaitLine(process, "begun");
    if (end.equals("TERM")) {
      signal(process, "TERM");
    } else {
      process.getOutputStream().close();
    }
    var lines = process.inputReader().readAllLines();
    assertThat(lines.getLast()).contains("\"id\":2").contains("done");
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(log()).hasSize(1).first().asString().contains("\"exitCode\":0");
  }

  @Test
  void a_ping_is_answered_while_a_call_is_at_work() throws Exception {
    var process = start(desk.exec(desk.write("Slow.java", SLOW), "--mcp"));
    say(process, HANDSHAKE + call(600_000));
    awaitLine(process, "begun");
    say(process, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}\n");
    assertThat(process.inputReader().readLine()).contains("\"serverInfo\"");
    assertThat(process.inputReader().readLine())
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}");
    process.destroyForcibly();
  }

  @Test
  void a_call_that_does_not_end_is_given_up_after_the_grace() throws Exception {
    var process = start(desk.exec(desk.write("Slow.java", SLOW), "--mcp"));
    say(process, HANDSHAKE + call(600_000));
    awaitLine(process, "begun");
    signal(process, "TERM");
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  private static String call(int millis) {
    return "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"slow\",\"arguments\":{\"millis\":%d}}}\n"
        .formatted(millis);
  }

  @Test
  void the_daemon_is_not_needed_to_speak_with_one() throws IOException {
    var process = start(desk.exec(desk.write("Shouter.java", Desk.SHOUTER), "--mcp"));
    try (var client =
        McpClient.over(
            process.getInputStream(), process.getOutputStream(), ClientOptions.named("t", "1"))) {
      var answer = client.callTool("shouter", Json.object().put("context", "hi"));
      assertThat(answer.json().toString()).contains("HI");
    }
    assertThat(Files.exists(desk.home().resolve(".local/share/retinue"))).isFalse();
  }

  private Process start(Program program) throws IOException {
    var builder =
        new ProcessBuilder(program.command())
            .directory(program.directory().toFile())
            .redirectError(desk.folder().resolve("err").toFile());
    builder.environment().clear();
    builder.environment().putAll(program.environment());
    return builder.start();
  }

  private static void say(Process process, String lines) throws IOException {
    process.getOutputStream().write(lines.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  private void awaitLine(Process process, String text) throws Exception {
    var deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!Files.readString(desk.folder().resolve("err")).contains(text)) {
      assertThat(System.nanoTime()).as("it did not say '%s'", text).isLessThan(deadline);
      assertThat(process.waitFor(20, TimeUnit.MILLISECONDS))
          .as(() -> Repository.text(desk.folder().resolve("err")))
          .isFalse();
    }
  }

  private static void signal(Process process, String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  private List<String> log() throws IOException {
    return Files.readAllLines(
        desk.home().resolve(".local/share/single-file-agents/logs/executions.jsonl"));
  }
}
