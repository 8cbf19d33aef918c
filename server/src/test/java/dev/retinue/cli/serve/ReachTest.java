package dev.retinue.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.config.Settings;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.mcp.transport.Hosts;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every address with and without authentication, with and without names for others.
final class ReachTest {
  private static final String REFUSED = "refused";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // address        | with a token          | without               | a token and names
        "127.0.0.1        | 127.0.0.1             | 127.0.0.1             | 127.0.0.1",
        "127.0.0.2        | 127.0.0.2             | 127.0.0.2             | 127.0.0.2",
        "localhost        | localhost             | localhost             | localhost",
        "::1              | [::1]                 | [::1]                 | [::1]",
        "[::1]            | [::1]                 | [::1]                 | [::1]",
        "0.0.0.0          | 127.0.0.1             | refused               | retinue.example.org",
        "::               | 127.0.0.1             | refused               | retinue.example.org",
        "192.168.1.5      | 192.168.1.5           | refused               | 192.168.1.5",
        "fd00::5          | [fd00::5]             | refused               | [fd00::5]",
        "lan.example.org  | lan.example.org       | refused               | lan.example.org",
        "both.example.org | both.example.org      | refused               | both.example.org",
        "gone.example.org | refused               | refused               | refused",
      })
  void who_may_come_where(String host, String withToken, String without, String withNames) {
    assertThat(outcome(server(host, true))).isEqualTo(withToken);
    assertThat(outcome(server(host, false))).isEqualTo(without);
    assertThat(outcome(server(host, true, "retinue.example.org"))).isEqualTo(withNames);
    assertThat(outcome(server(host, false, "retinue.example.org"))).isEqualTo(REFUSED);
  }

  @Test
  void an_open_address_without_authentication_is_refused_with_the_remedy() {
    assertThatThrownBy(() -> reach(server("0.0.0.0", false)))
        .isInstanceOfSatisfying(
            RetinueException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT))
        .hasMessage(
            "to listen on 0.0.0.0 without authentication is refused: whoever reaches this machine"
                + " could start agents on it. Let callers have tokens (without --no-auth,"
                + " server.auth: true), or listen on 127.0.0.1.");
    assertThatThrownBy(() -> reach(server("127.0.0.1", false, "x.example.org")))
        .hasMessageStartingWith("server.allowed-hosts without authentication is refused")
        .hasMessageEndingWith("or allow no hosts.");
    assertThatThrownBy(() -> reach(server("gone.example.org", true)))
        .hasMessageContaining("nobody knows the address of the host 'gone.example.org'");
  }

  @Test
  void others_are_let_in_under_the_names_that_are_allowed_and_no_other() {
    var hosts = reach(server("0.0.0.0", true, "retinue.example.org", "fd00::5")).hosts();

    assertThat(hosts.allow("localhost:8101", null)).isTrue();
    assertThat(hosts.allow("retinue.example.org", "https://retinue.example.org")).isTrue();
    assertThat(hosts.allow("[fd00::5]:8101", null)).isTrue();
    assertThat(hosts.allow("evil.example.org", null)).isFalse();
    assertThat(hosts.allow("0.0.0.0:8101", null)).isFalse();
    assertThat(hosts.allow("retinue.example.org", "https://evil.example.org")).isFalse();
    assertThat(reach(server("192.168.1.5", true)).hosts().allow("192.168.1.5:8101", null)).isTrue();
    assertThat(reach(server("127.0.0.1", true)).hosts().names())
        .containsExactlyInAnyOrderElementsOf(Hosts.LOCAL.names());
  }

  @Test
  void whoever_lets_others_in_is_told_what_that_means() {
    assertThat(reach(server("127.0.0.1", true)).warnings()).isEmpty();
    assertThat(reach(server("192.168.1.5", true)).warnings())
        .hasSize(1)
        .allSatisfy(it -> assertThat(it).contains("nothing is encrypted"));
    assertThat(reach(server("0.0.0.0", true)).warnings())
        .hasSize(2)
        .anySatisfy(it -> assertThat(it).contains("server.allowed-hosts"));
    assertThat(reach(server("0.0.0.0", true, "retinue.example.org")).warnings()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "::1", "0.0.0.0", "fd00::5"})
  void a_client_finds_its_way_with_the_address_it_is_told(String host) {
    var reach = reach(server(host, true));
    var url = URI.create(reach.url(8101, "/mcp"));

    assertThat(url.getPort()).isEqualTo(8101);
    assertThat(url.getPath()).isEqualTo("/mcp");
    assertThat(reach.hosts().allow(url.getAuthority(), null)).isTrue();
  }

  private static String outcome(Settings.Server server) {
    try {
      return reach(server).url(1, "").replaceAll("^http://|:1$", "");
    } catch (RetinueException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT);
      return REFUSED;
    }
  }

  private static Reach reach(Settings.Server server) {
    return Reach.of(server, ReachTest::resolve);
  }

  private static Settings.Server server(String host, boolean auth, String... allowed) {
    return new Settings.Server(host, 0, List.of(), auth, List.of(allowed), null);
  }

  /// Addresses stand for themselves; names for what the test says.
  private static InetAddress[] resolve(String host) throws UnknownHostException {
    return switch (host) {
      case "localhost" -> addresses("127.0.0.1", "::1");
      case "lan.example.org" -> addresses("192.168.1.5");
      case "both.example.org" -> addresses("127.0.0.1", "192.168.1.5");
      case "gone.example.org" -> throw new UnknownHostException(host);
      default -> addresses(host);
    };
  }

  private static InetAddress[] addresses(String... literals) throws UnknownHostException {
    var addresses = new InetAddress[literals.length];
    for (int i = 0; i < literals.length; i++) {
      addresses[i] = InetAddress.ofLiteral(literals[i]);
    }
    return addresses;
  }
}
