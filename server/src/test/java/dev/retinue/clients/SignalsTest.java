package dev.retinue.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.testing.EndToEnd;
import dev.retinue.testing.Program;
import dev.retinue.testing.Repository;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How the packaged daemon ends when it is told to.
@EndToEnd
final class SignalsTest {
  private static final Duration ALL = Duration.ofSeconds(6);
  private static final String DISCOVER =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":{\"_meta\":{"
          + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";

  @TempDir private Path data;

  @ParameterizedTest
  @CsvSource({"TERM,143", "INT,130", "HUP,129"})
  void every_signal_ends_it_in_order_with_its_own_code(String signal, int exitCode)
      throws Exception {
    var daemon = start();
    try {
      var announced = data.resolve("daemon.json");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(announced)))
          .isEqualTo("rw-------");
      assertThat(Files.readString(announced)).contains("\"host\"", "127.0.0.1", "\"port\"");

      send(signal, daemon);

      assertThat(daemon.process().waitFor(ALL.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
      assertThat(daemon.process().exitValue()).isEqualTo(exitCode);
      assertThat(announced).doesNotExist();
    } finally {
      daemon.kill();
    }
  }

  @Test
  void a_call_in_flight_is_answered_and_a_new_one_is_turned_away() throws Exception {
    var daemon = start();
    int port = port(daemon);
    try (var slow = new Socket(InetAddress.getLoopbackAddress(), port)) {
      slow.setSoTimeout(30_000);
      write(slow, head() + DISCOVER.substring(0, 20));
      awaitTaken(port);

      send("TERM", daemon);
      var refusal = awaitRefusal(port);
      assertThat(refusal)
          .startsWith("HTTP/1.1 503 ")
          .contains("Retry-After: ", "Retinue is stopping and takes no new work.");
      assertThat(Files.readString(data.resolve("daemon.json")))
          .as("nobody is sent to it any more")
          .doesNotContain("port");
      write(slow, DISCOVER.substring(20));

      assertThat(answer(slow)).startsWith("HTTP/1.1 200 ").contains("supportedVersions");
      assertThat(daemon.process().waitFor(ALL.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
      assertThat(daemon.process().exitValue()).isEqualTo(143);
    } finally {
      daemon.kill();
    }
  }

  @Test
  void a_call_that_does_not_end_is_not_waited_for_and_a_second_signal_does_no_harm()
      throws Exception {
    var daemon = start();
    int port = port(daemon);
    try (var stuck = new Socket(InetAddress.getLoopbackAddress(), port)) {
      write(stuck, head() + DISCOVER.substring(0, 20));
      awaitTaken(port);

      long begun = System.nanoTime();
      send("TERM", daemon);
      awaitRefusal(port);
      send("TERM", daemon);

      assertThat(daemon.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
      var took = Duration.ofNanos(System.nanoTime() - begun);
      assertThat(took).isBetween(Duration.ofMillis(4_900), ALL);
      assertThat(daemon.process().exitValue()).isEqualTo(143);
      assertThat(data.resolve("daemon.json")).doesNotExist();
    } finally {
      daemon.kill();
    }
  }

  @Test
  void without_anything_to_do_it_ends_by_itself_and_well() throws Exception {
    var daemon = start("--idle-exit", "1s");
    try {
      assertThat(daemon.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(daemon.process().exitValue()).isZero();
    } finally {
      daemon.kill();
    }
  }

  private Program.Running start(String... options) {
    var words = new ArrayList<Object>(unignored());
    words.addAll(List.of(ServedRetinue.LAUNCHER, "serve", "--port", "0", "--data", data));
    words.addAll(List.of(options));
    words.add("--no-auth");
    var running =
        Program.of(words.toArray()).with("JAVA_HOME", Repository.JDK).with("HOME", data).start();
    port(running);
    return running;
  }

  /// Whoever runs the tests in the background of a script has SIGINT ignored, and hands that down.
  private static List<Object> unignored() {
    var reset = List.<Object>of("/usr/bin/env", "--default-signal=INT,HUP,TERM");
    var words = new ArrayList<>(reset);
    words.add("true");
    return Program.of(words.toArray()).run().exitCode() == 0 ? reset : List.of();
  }

  private static int port(Program.Running daemon) {
    var line = daemon.awaitOutput(Pattern.compile("serves MCP at http://127.0.0.1:(\\d+)/"));
    return Integer.parseInt(line.group(1));
  }

  private static void send(String signal, Program.Running daemon) {
    var sent = Program.of("kill", "-" + signal, daemon.process().pid()).run();
    assertThat(sent.exitCode()).isZero();
  }

  private static String head() {
    return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n"
        + "Mcp-Method: server/discover\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
            .formatted(DISCOVER.length());
  }

  /// What came before on another connection has been taken when this one is answered.
  private static void awaitTaken(int port) throws IOException {
    try (var other = new Socket(InetAddress.getLoopbackAddress(), port)) {
      write(other, head() + DISCOVER);
      assertThat(answer(other)).startsWith("HTTP/1.1 200 ");
    }
  }

  private static String awaitRefusal(int port) throws IOException {
    while (true) {
      try (var late = new Socket(InetAddress.getLoopbackAddress(), port)) {
        write(late, head() + DISCOVER);
        var answer = answer(late);
        if (!answer.startsWith("HTTP/1.1 200 ")) {
          return answer;
        }
      }
    }
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  private static String answer(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
