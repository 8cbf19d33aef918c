package dev.retinue.cli.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.store.files.TokenFile;
import dev.retinue.testing.EndToEnd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonsTest {
  private static final long OURS = ProcessHandle.current().pid();

  /// Linux gives no number above four million.
  private static final long NOBODY = 4_999_999;

  @TempDir private Path data;
  private String token = "";

  @BeforeEach
  void makeToken() {
    token = new TokenFile(data.resolve("token")).rewrite(new SecureRandom());
  }

  @Test
  void a_daemon_that_is_alive_is_found_with_its_token() throws IOException {
    record(OURS, Instant.now(), "\"127.0.0.1\"", 4711);
    assertThat(daemons("1.0").find())
        .contains(new Daemon("127.0.0.1", 4711, token, "1.0", null, OURS))
        .hasValueSatisfying(daemon -> assertThat(daemon.toString()).doesNotContain(token));
  }

  @Test
  void a_token_that_cannot_be_sent_is_refused_without_being_repeated() throws IOException {
    record(OURS, Instant.now(), "null", 4711);
    assertThat(daemons("1.0", Map.of("RETINUE_TOKEN", "rtn_secret\r\n")).find())
        .get()
        .extracting(Daemon::token)
        .isEqualTo("rtn_secret");
    for (var wrong : List.of("rtn_secret\nrtn_other", "rtn_secret rtn_other", "rtn_secret\u00e9")) {
      assertThatThrownBy(() -> daemons("1.0", Map.of("RETINUE_TOKEN", wrong)).find())
          .isInstanceOf(RetinueException.class)
          .hasMessageContaining("What is in RETINUE_TOKEN is no token")
          .hasMessageNotContaining("secret");
    }
  }

  @Test
  void one_that_listens_everywhere_is_reached_on_this_machine() throws IOException {
    record(OURS, Instant.now(), "\"0.0.0.0\"", 1);
    assertThat(daemons("1.0").find()).get().extracting(Daemon::host).isEqualTo("127.0.0.1");
    record(OURS, Instant.now(), "\"::\"", 1);
    assertThat(daemons("1.0").find().orElseThrow().url("/mcp")).isEqualTo("http://[::1]:1/mcp");
    record(OURS, Instant.now(), "null", 1);
    assertThat(daemons("1.0").find()).get().extracting(Daemon::host).isEqualTo("127.0.0.1");
  }

  @Test
  void what_a_dead_daemon_left_is_no_daemon() throws IOException {
    assertThat(daemons("1.0").find()).as("nothing there").isEmpty();
    record(NOBODY, Instant.now(), "null", 4711);
    assertThat(daemons("1.0").find()).as("dead").isEmpty();
    Files.writeString(data.resolve("daemon.json"), "{\"pid\": ");
    assertThat(daemons("1.0").find()).as("torn").isEmpty();
  }

  @Test
  void a_process_that_only_has_the_number_of_a_daemon_is_no_daemon() throws IOException {
    record(OURS, Instant.now().minusSeconds(86_400), "null", 4711);
    assertThat(daemons("1.0").find()).isEmpty();
  }

  @Test
  void one_that_does_not_listen_yet_is_not_found_yet() throws IOException {
    Files.writeString(
        data.resolve("daemon.json"),
        "{\"pid\":%d,\"started_at\":\"%s\",\"version\":\"1.0\"}".formatted(OURS, Instant.now()));
    assertThat(daemons("1.0").find()).isEmpty();
  }

  @Test
  void a_daemon_of_another_version_is_used_and_the_way_to_a_newer_one_is_told() throws Exception {
    try (var port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      record(OURS, Instant.now(), "null", port.getLocalPort());
      var said = new ArrayList<String>();
      assertThat(daemons("2.0").require(said::add).port()).isEqualTo(port.getLocalPort());
      assertThat(said)
          .singleElement()
          .asString()
          .contains("Retinue 1.0", "this is 2.0", "'kill " + OURS + "'");
    }
  }

  @Test
  void a_daemon_of_another_build_is_told_and_one_that_does_not_say_is_not() throws Exception {
    try (var port = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      var said = new ArrayList<String>();
      record(OURS, Instant.now(), "null", port.getLocalPort());
      daemons("1.0").require(said::add);
      recordBuild("2222");
      daemons("1.0").require(said::add);
      assertThat(said).isEmpty();
      recordBuild("1111");
      daemons("1.0").require(said::add);
      assertThat(said)
          .singleElement()
          .asString()
          .contains("another build of Retinue 1.0", "an older build", "'kill " + OURS + "'");
    }
  }

  private void recordBuild(String build) throws IOException {
    var file = data.resolve("daemon.json");
    var former = Files.readString(file).replaceFirst("\"build\":\"\\w+\",", "");
    Files.writeString(file, former.replaceFirst("\\{", "{\"build\":\"%s\",".formatted(build)));
  }

  @Test
  @EndToEnd
  void a_daemon_that_cannot_start_is_said_with_its_last_words() throws IOException {
    var launcher = data.resolve("launcher");
    Files.writeString(launcher, "#!/bin/sh\necho \"retinue: no luck with $*\" >&2\nexit 1\n");
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    var daemons = new Daemons(data, () -> launcher, "1.0", null, Map.of("PATH", "/usr/bin:/bin"));
    assertThatThrownBy(() -> daemons.require(_ -> {}))
        .isInstanceOfSatisfying(
            RetinueException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE))
        .hasMessageContaining("retinue: no luck with serve --any-port --idle-exit 1h --data")
        .hasMessageContaining("daemon.log");
  }

  @Test
  @EndToEnd
  void a_daemon_that_somebody_kills_while_it_starts_is_started_again() throws IOException {
    var launcher = data.resolve("launcher");
    Files.writeString(
        launcher,
        "#!/bin/sh\n[ -e once ] || { : > once; kill -9 $$; }\necho 'the second one' >&2\nexit 1\n");
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    var daemons = new Daemons(data, () -> launcher, "1.0", null, Map.of("PATH", "/usr/bin:/bin"));
    assertThatThrownBy(() -> daemons.require(_ -> {})).hasMessageContaining("the second one");
  }

  private Daemons daemons(String version) {
    return daemons(version, Map.of());
  }

  private Daemons daemons(String version, Map<String, String> environment) {
    return new Daemons(
        data,
        () -> {
          throw new AssertionError("nothing is to be started");
        },
        version,
        "2222",
        environment);
  }

  private void record(long pid, Instant startedAt, String host, int port) throws IOException {
    Files.writeString(
        data.resolve("daemon.json"),
        "{\"pid\":%d,\"started_at\":\"%s\",\"version\":\"1.0\",\"host\":%s,\"port\":%d}"
            .formatted(pid, startedAt, host, port));
  }
}
