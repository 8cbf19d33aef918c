package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Digest;
import dev.retinue.web.RawHttp;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A daemon behind a proxy: whom it believes about a client, and whom not.
final class BehindProxyTest {
  private static final String NAME = "retinue.test";

  @TempDir private Path folder;
  private @Nullable ServedDaemon served;

  private void serve(String proxies) {
    served =
        ServedDaemon.of(
            ServedHousehold.open(folder),
            "server.allowed-hosts",
            NAME,
            "server.trusted-proxies",
            proxies);
  }

  private ServedDaemon daemon() {
    return Objects.requireNonNull(served);
  }

  @AfterEach
  void close() {
    daemon().close();
  }

  @Test
  void a_trusted_proxy_says_how_the_client_came() {
    serve("127.0.0.1");
    for (var headers :
        List.of(
            "X-Forwarded-Proto: https\r\nX-Forwarded-Host: " + NAME,
            "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: " + NAME,
            "Forwarded: for=192.0.2.7;proto=https;host=" + NAME,
            "Forwarded: for=\"[2001:db8::1]:4711\";proto=https;host=\"" + NAME + "\"")) {
      assertThat(signIn(headers + "\r\nOrigin: https://" + NAME))
          .as(headers)
          .startsWith("HTTP/1.1 303")
          .contains("__Host-retinue-")
          .contains("; Secure");
    }
  }

  @Test
  void nobody_else_is_believed() {
    serve("10.0.0.0/8");
    assertThat(
            signIn(
                "X-Forwarded-Proto: https\r\nX-Forwarded-Host: "
                    + NAME
                    + "\r\nOrigin: https://"
                    + NAME))
        .startsWith("HTTP/1.1 403");
    assertThat(signIn("X-Forwarded-Proto: https\r\nOrigin: http://localhost"))
        .startsWith("HTTP/1.1 303")
        .doesNotContain("Secure");
  }

  @Test
  void headers_of_both_kinds_are_refused() {
    serve("127.0.0.1");
    for (var other : List.of("X-Forwarded-For: 192.0.2.7", "X-Forwarded-Host: " + NAME)) {
      assertThat(signIn("Forwarded: for=192.0.2.8\r\n" + other + "\r\nOrigin: http://localhost"))
          .startsWith("HTTP/1.1 400")
          .contains("only one kind can be believed");
    }
  }

  @Test
  void neither_the_host_nor_what_a_proxy_says_of_it_may_be_foreign() {
    serve("127.0.0.1");
    assertThat(signIn("X-Forwarded-Host: evil.example\r\nOrigin: http://localhost"))
        .startsWith("HTTP/1.1 403");
    // A page that made its own name point here can send any header.
    assertThat(
            RawHttp.send(
                daemon().service().port(),
                "GET /sign-in HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: localhost\r\n\r\n"))
        .startsWith("HTTP/1.1 403");
  }

  @Test
  void the_address_of_the_client_is_the_last_that_no_trusted_proxy_has() {
    serve("127.0.0.1,10.0.0.0/8");
    fail("X-Forwarded-For: 192.0.2.1, 192.0.2.7, 10.0.0.3", "192.0.2.7");
    fail("Forwarded: for=192.0.2.1, for=192.0.2.8, for=10.0.0.3", "192.0.2.8");
    fail("X-Forwarded-For: gibberish", "unknown");
  }

  /// Ten times, until it is said from where.
  private void fail(String headers, String address) {
    var last = "";
    for (int i = 0; i < 11; i++) {
      last = post("secret=wrong", headers + "\r\nOrigin: http://localhost");
    }
    assertThat(last).startsWith("HTTP/1.1 429").contains("from " + address + " ");
  }

  private String signIn(String headers) {
    var url = daemon().household().signIns().link(Digest.ofText(daemon().ownerToken())).url();
    return post("secret=" + url.substring(url.indexOf("rtl_")), headers);
  }

  private String post(String form, String headers) {
    return RawHttp.send(
        daemon().service().port(),
        "POST /sign-in HTTP/1.1\r\nHost: localhost\r\n%s\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(headers, form.length(), form));
  }
}
