package dev.retinue.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.rpc.Json;
import dev.retinue.testing.EndToEnd;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A real process on real standard streams, in the poorest of locales.
@EndToEnd
final class StdioProcessTest {
  private final Process process;
  private final BufferedReader out;
  private final BufferedReader err;

  StdioProcessTest() throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classes = System.getProperty("java.class.path");
    var builder = new ProcessBuilder(List.of(java, "-cp", classes, StdioProgram.class.getName()));
    builder.environment().put("LC_ALL", "C");
    process = builder.start();
    out = process.inputReader(UTF_8);
    err = process.errorReader(UTF_8);
  }

  @AfterEach
  void kill() {
    process.destroyForcibly();
  }

  @Test
  void nothing_but_messages_reaches_standard_output_whatever_is_printed() throws Exception {
    send(
        TestWeb.modern(
            1, "tools/call", "\"name\":\"print\",\"arguments\":{\"text\":\"grüße 🎩\"}"));
    var answer = Json.WIRE.readTree(out.readLine());
    assertThat(answer.at("/result/content/0/text").asString()).isEqualTo("grüße 🎩");
    process.getOutputStream().close();
    assertThat(out.readLine()).isNull();
    assertThat(err.lines().toList()).contains("printed by a library", "printed by another");
  }

  @Test
  void the_end_of_the_input_ends_the_process_though_a_call_is_at_work() throws Exception {
    send(TestWeb.modern(1, "tools/call", "\"name\":\"stay\",\"arguments\":{}"));
    var line = err.readLine();
    while (line != null && !line.equals("stays")) {
      line = err.readLine();
    }
    assertThat(line).isEqualTo("stays");
    process.getOutputStream().close();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(out.readLine()).isNull();
  }

  private void send(String message) throws IOException {
    process.getOutputStream().write((message + "\n").getBytes(UTF_8));
    process.getOutputStream().flush();
  }
}
