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
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The packaged daemon, open for other machines.
@EndToEnd
final class RemoteTest {
  @TempDir private Path folder;

  @Test
  void others_come_in_by_an_allowed_name_with_a_token_and_in_no_other_way() throws Exception {
    var config =
        Files.writeString(
            folder.resolve("retinue.yaml"),
            "server:\n  host: 127.0.0.1\n  allowed-hosts: [nobody.example.org]\n  port: 1\n");
    var data = folder.resolve("data");
    var daemon =
        Program.of(ServedRetinue.LAUNCHER, "serve", "--host", "0.0.0.0", "--data", data)
            .with("JAVA_HOME", Repository.JDK)
            .with("HOME", folder)
            .with("RETINUE_CONFIG", config)
            .with("RETINUE_SERVER_PORT", 0)
            .with("RETINUE_SERVER_ALLOWED_HOSTS", "retinue.example.org,10.0.0.7")
            .with("RETINUE_SERVER_PROT", 1)
            .start();
    try {
      var line =
          daemon.awaitOutput(
              Pattern.compile("serves MCP at http://retinue.example.org:(\\d+)/mcp"));
      int port = Integer.parseInt(line.group(1));
      var token =
          "Authorization: Bearer " + Files.readString(data.resolve("token")).strip() + "\r\n";

      assertThat(get(port, "retinue.example.org:" + port, token)).startsWith("HTTP/1.1 200 ");
      assertThat(get(port, "10.0.0.7", token)).startsWith("HTTP/1.1 200 ");
      assertThat(get(port, "localhost", token)).startsWith("HTTP/1.1 200 ");
      assertThat(get(port, "retinue.example.org", "")).startsWith("HTTP/1.1 401 ");
      for (var foreign : new String[] {"nobody.example.org", "0.0.0.0", "evil.example.org:80"}) {
        assertThat(get(port, foreign, token))
            .startsWith("HTTP/1.1 403 ")
            .contains("server.allowed-hosts");
      }
      assertThat(get(port, "localhost", token + "Origin: https://evil.example.org\r\n").lines())
          .first()
          .isEqualTo("HTTP/1.1 403 Forbidden");
      assertThat(Files.readString(daemon.err()))
          .contains("nothing is encrypted")
          .contains(
              "RETINUE_SERVER_PROT means nothing to Retinue. Did you mean RETINUE_SERVER_PORT?");
    } finally {
      daemon.kill();
    }
  }

  private static String get(int port, String host, String headers) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(30_000);
      var request =
          "GET /api/health HTTP/1.1\r\nHost: %s\r\n%sConnection: close\r\n\r\n"
              .formatted(host, headers);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
