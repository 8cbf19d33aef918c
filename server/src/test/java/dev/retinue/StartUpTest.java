package dev.retinue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.retinue.store.files.DataDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What keeps `serve` from starting: each time a sentence and exit code 2, or 4 for what may pass
/// by itself, and nothing is left behind.
class StartUpTest {
  @TempDir Path temporary;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--host 0.0.0.0 --no-auth | to listen on 0.0.0.0 without authentication is refused",
        "--host :: --no-auth | to listen on :: without authentication is refused",
        "--host 192.0.2.1 --no-auth | to listen on 192.0.2.1 without authentication is refused",
        "--host no.such.host.invalid | nobody knows the address of the host 'no.such.host.invalid'",
        "--port -1 | --port: 'port' in 'server' must be",
        "--toolsets nothing | --toolsets: item 1 of 'toolsets'",
      })
  void an_address_that_cannot_be(String options, String sentence) {
    assertRefused(sentence, (Object[]) options.split(" "));
    assertThat(temporary.resolve("data/daemon.json")).doesNotExist();
  }

  @Test
  void names_for_others_without_authentication() throws IOException {
    var file = config("server:\n  auth: false\n  allowed-hosts: [retinue.example.org]\n");
    assertRefused("server.allowed-hosts without authentication is refused", "--config", file);
  }

  @Test
  void a_configuration_with_mistakes_is_told_with_its_lines() throws IOException {
    var file = config("server:\n  port: 8101\n  prot: 8102\nlimits: {slots: 0}\n");
    var err = assertRefused(file + ":3:3: there is no key 'prot'", "--config", file);
    assertThat(err.lines()).hasSize(2);
    assertThat(err).contains(file + ":4:17: 'slots' in 'limits' must be");
    assertThat(temporary.resolve("data")).as("nothing is made before all is right").doesNotExist();
  }

  @Test
  void a_configuration_that_cannot_be_read() throws IOException {
    assertRefused("is a folder or a device; name a file.", "--config", temporary);
    var file = config("server: {}\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
    // Nobody may read this one, not even root, who reads everything else.
    var closed = Files.isReadable(file) ? Path.of("/proc/sys/vm/drop_caches") : file;
    assertRefused("may not be read", "--config", closed);
  }

  @Test
  void a_port_that_is_taken_and_the_directory_is_free_again() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      assertRefused(4, "cannot listen on 127.0.0.1:", "--port", taken.getLocalPort());
    }
    assertRefused(4, "or an address of this machine with --host.", "--host", "192.0.2.1");
    assertThat(temporary.resolve("data/daemon.json")).doesNotExist();
    DataDirectory.open(temporary.resolve("data"), "1", InstantSource.system()).close();
  }

  @Test
  void a_directory_that_has_its_daemon() {
    try (var _ = DataDirectory.open(temporary.resolve("data"), "1", InstantSource.system())) {
      assertRefused("is in use by Retinue process " + ProcessHandle.current().pid());
    }
  }

  @Test
  void a_directory_that_is_none_or_belongs_to_somebody_else() throws IOException {
    var file = Files.createFile(temporary.resolve("file"));
    assertRefused("is not a folder", "--data", file);
    var foreign = Files.createDirectory(temporary.resolve("foreign"));
    try {
      Files.setAttribute(foreign, "unix:uid", 12_345);
    } catch (IOException e) {
      assumeTrue(false, "only root gives something away");
    }
    assertRefused("who could read and change everything in it", "--data", foreign);
  }

  @Test
  void a_link_into_a_place_where_everybody_can_write() throws IOException {
    var open = Files.createDirectory(temporary.resolve("open"));
    Files.createDirectory(open.resolve("data"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    var link = Files.createSymbolicLink(temporary.resolve("link"), open.resolve("data"));
    assertRefused("where every user can write", "--data", link);
  }

  private Path config(String yaml) throws IOException {
    return Files.writeString(temporary.resolve("retinue.yaml"), yaml);
  }

  private String assertRefused(String sentence, Object... options) {
    return assertRefused(2, sentence, options);
  }

  private String assertRefused(int code, String sentence, Object... options) {
    var words = new ArrayList<Object>(List.of("serve"));
    var given = List.of(options);
    words.addAll(given);
    if (!given.contains("--port")) {
      words.addAll(List.of("--port", "0"));
    }
    if (!given.contains("--data")) {
      words.addAll(List.of("--data", temporary.resolve("data")));
    }
    var answer = assertTimeoutPreemptively(Duration.ofMinutes(1), () -> Answer.to(words.toArray()));
    assertThat(answer.exitCode()).isEqualTo(code);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).startsWith("retinue: ").contains(sentence);
    return answer.err();
  }
}
