package dev.retinue.runtime.llm.kit.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.retinue.process.ChildProcess;
import dev.retinue.runtime.llm.tool.Tool.Result;
import dev.retinue.testing.EndToEnd;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// Pages over https are those of the host that was asked for.
@EndToEnd
final class SecurePagesTest {
  private static final String PASSWORD = "not-a-secret";

  @TempDir private Path folder;

  @Test
  void a_page_is_read_from_a_host_that_shows_its_certificate_and_from_no_other() throws Exception {
    var context = context();
    var server =
        HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral(WebBench.OUT), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext("/", exchange -> WebBench.answer(exchange, 200, "text/plain", "safe"));
    server.start();
    try {
      int port = server.getAddress().getPort();
      var trusted = context.getSocketFactory();
      assertThat(fetch("https://site.test:%d/".formatted(port), trusted).output())
          .endsWith("(status 200)\n\nsafe");
      assertThat(fetch("https://other.test:%d/".formatted(port), trusted).output())
          .startsWith("It cannot be read: ");
      var usual = (SSLSocketFactory) SSLSocketFactory.getDefault();
      assertThat(fetch("https://site.test:%d/".formatted(port), usual).output())
          .startsWith("It cannot be read: ");
    } finally {
      server.stop(0);
    }
  }

  private static Result fetch(String url, SSLSocketFactory tls) throws InterruptedException {
    var gate =
        new Gate(
            _ -> List.of(InetAddress.ofLiteral(WebBench.OUT)),
            List.of(),
            List.of(),
            List.of(WebBench.OUT));
    var input = JsonMapper.shared().createObjectNode();
    input.putArray("urls").add(url);
    return new FetchTool(gate, 10, () -> tls).tools().getFirst().call("call", input);
  }

  private SSLContext context() throws Exception {
    var file = folder.resolve("keys.p12");
    var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    int made =
        ChildProcess.run(
            List.of(
                keytool,
                "-genkeypair",
                "-alias",
                "site",
                "-keyalg",
                "EC",
                "-dname",
                "CN=site.test",
                "-ext",
                "san=dns:site.test",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD),
            folder.resolve("keytool.log"),
            Duration.ofMinutes(1));
    assertThat(made).isZero();
    var keys = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
    var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD.toCharArray());
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(keys);
    var context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }
}
