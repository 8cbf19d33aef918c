package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Daemons;
import dev.retinue.core.Digest;
import dev.retinue.core.RetinueException;
import dev.retinue.testing.TestCertificate;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A daemon that shows a certificate: to others, and not to those on its own machine.
final class EncryptedTest {
  private static final TestCertificate FIRST = TestCertificate.number(1);
  private static final TestCertificate SECOND = TestCertificate.number(2);
  private static final SSLContext TRUST = TestCertificate.trusting(FIRST, SECOND);

  @TempDir private Path folder;
  private Path certificate;
  private Path key;
  private ServedDaemon daemon;

  @BeforeEach
  void open() {
    certificate = folder.resolve("chain.pem");
    key = folder.resolve("key.pem");
    FIRST.writeTo(certificate, key);
    daemon = served();
  }

  private ServedDaemon served() {
    return ServedDaemon.of(
        ServedHousehold.open(folder.resolve("data")),
        "server.tls.certificate",
        certificate.toString(),
        "server.tls.key",
        key.toString());
  }

  @AfterEach
  void close() {
    daemon.close();
  }

  @Test
  void whoever_trusts_the_certificate_comes_in_with_his_token() throws Exception {
    var answer = send(request("/api/me").header("Authorization", "Bearer " + daemon.ownerToken()));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(send(request("/api/me")).statusCode()).isEqualTo(401);
  }

  @Test
  void the_cookie_is_for_encrypted_connections_to_this_host_alone() throws Exception {
    var code = daemon.household().signIns().link(Digest.ofText(daemon.ownerToken())).url();
    assertThat(code).startsWith("https://127.0.0.1:" + daemon.service().port() + "/sign-in#code=");
    var origin = "https://localhost:" + daemon.service().port();
    var answer =
        send(
            request("/sign-in")
                .header("Origin", origin)
                .POST(BodyPublishers.ofString("secret=" + code.substring(code.indexOf("rtl_")))));
    assertThat(answer.statusCode()).isEqualTo(303);
    var cookie = answer.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(cookie).startsWith("__Host-retinue-").contains("; Secure").contains("Path=/");
    var pass = cookie.substring(0, cookie.indexOf(';'));
    assertThat(send(request("/api/me").header("Cookie", pass)).body()).contains("cookie");
  }

  @Test
  void the_command_line_needs_no_certificate_on_this_machine() throws Exception {
    var found =
        new Daemons(folder.resolve("data"), () -> folder, "1", null, Map.of()).find().orElseThrow();
    assertThat(found.url("")).startsWith("http://127.0.0.1:");
    assertThat(found.port()).isNotEqualTo(daemon.service().port());
    assertThat(Api.to(found).runs("limit=1").has("agents")).isTrue();
  }

  @Test
  void a_certificate_that_was_renewed_is_shown_without_a_restart() throws Exception {
    assertThat(shown()).isEqualTo(BigInteger.ONE);
    SECOND.writeTo(certificate, key);
    assertThat(shown()).isEqualTo(BigInteger.TWO);
  }

  @Test
  void files_that_do_not_do_leave_all_as_it_was() throws Exception {
    Files.writeString(certificate, "nonsense");
    assertThat(shown()).isEqualTo(BigInteger.ONE);
    SECOND.writeTo(certificate, folder.resolve("unused"));
    assertThat(shown()).as("with the key of another").isEqualTo(BigInteger.ONE);
    Files.delete(key);
    assertThat(shown()).isEqualTo(BigInteger.ONE);
  }

  @Test
  void a_daemon_does_not_begin_with_files_that_do_not_do() throws IOException {
    daemon.close();
    SECOND.writeTo(folder.resolve("unused"), key);
    refuses("is not the key of");
    var secret = "-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0\n-----END RSA PRIVATE KEY-----\n";
    Files.writeString(key, secret);
    refuses("openssl pkcs8 -topk8 -nocrypt");
    Files.delete(certificate);
    refuses("cannot be read as a certificate");
    FIRST.writeTo(certificate, key);
    daemon = served();
  }

  private void refuses(String why) {
    assertThatThrownBy(this::served)
        .isInstanceOf(RetinueException.class)
        .hasMessageContaining(why)
        .hasMessageNotContaining("c2VjcmV0");
  }

  /// The number of the certificate that a new client sees.
  private BigInteger shown() throws Exception {
    var answer = send(request("/live"));
    assertThat(answer.statusCode()).isEqualTo(200);
    var peer = answer.sslSession().orElseThrow().getPeerCertificates()[0];
    return ((X509Certificate) peer).getSerialNumber();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
        URI.create("https://localhost:%d%s".formatted(daemon.service().port(), path)));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    try (var client =
        HttpClient.newBuilder().sslContext(TRUST).version(HttpClient.Version.HTTP_1_1).build()) {
      return client.send(request.build(), BodyHandlers.ofString());
    }
  }
}
