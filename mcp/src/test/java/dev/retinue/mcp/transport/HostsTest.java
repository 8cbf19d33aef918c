package dev.retinue.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Evil names alone are enough to be refused, in whichever of the two headers they stand.
final class HostsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "localhost:8080",
        "LOCALHOST:8080",
        "127.0.0.1",
        "127.0.0.1:1",
        "[::1]",
        "[::1]:8080"
      })
  void a_local_host_is_served(String host) {
    assertThat(Hosts.LOCAL.allow(host, null)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "evil.example",
        "localhost.evil",
        "localhost.evil:8080",
        "evil.localhost",
        "localhost.",
        "127.0.0.1.nip.io",
        "127.0.0.1.",
        "127.0.0.2",
        "127.1",
        "2130706433",
        "0x7f.1",
        "0.0.0.0",
        "[::]",
        "[::ffff:127.0.0.1]",
        "::1",
        "[::1",
        "[::1].evil",
        "localhost:80:80",
        "localhost:evil",
        "localhost, evil",
        "evil@localhost",
        "localhost@evil",
        "localhost/evil",
        "localhost\t.evil",
        "ⓛocalhost"
      })
  void any_other_host_is_refused(String host) {
    assertThat(Hosts.LOCAL.allow(host, null)).isFalse();
  }

  @Test
  void without_a_host_nobody_is_served() {
    assertThat(Hosts.LOCAL.allow(null, null)).isFalse();
    assertThat(Hosts.LOCAL.allow(null, "http://localhost")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost",
        "https://localhost:3000",
        "http://LOCALHOST",
        "http://127.0.0.1:5173",
        "http://[::1]:8080"
      })
  void a_page_of_this_machine_is_served(String origin) {
    assertThat(Hosts.LOCAL.allow("localhost", origin)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "",
        "*",
        "localhost",
        "//localhost",
        "http://",
        "http://evil.example",
        "http://localhost.evil",
        "http://localhost.",
        "http://127.0.0.1.nip.io",
        "http://evil.example#localhost",
        "http://evil.example/localhost",
        "http://localhost@evil.example",
        "http://localhost:80@evil.example",
        "http://localhost\\@evil.example",
        "http://[::1].evil",
        "http://localhost, http://evil.example",
        "http://localhost http://evil.example",
        "file://localhost",
        "chrome-extension://localhost",
        "javascript:localhost",
        "data:text/html,localhost"
      })
  void any_other_page_is_refused_though_the_host_is_right(String origin) {
    assertThat(Hosts.LOCAL.allow("localhost", origin)).isFalse();
  }

  @Test
  void a_configured_name_is_served_and_no_other_is_besides() {
    var hosts = new Hosts(Set.of("retinue.example"));
    assertThat(hosts.allow("retinue.example:443", "https://retinue.example")).isTrue();
    assertThat(hosts.allow("localhost", null)).isFalse();
  }
}
