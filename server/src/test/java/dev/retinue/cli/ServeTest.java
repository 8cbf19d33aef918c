package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.mcp.transport.Hosts;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ServeTest {
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "::1"})
  void a_client_finds_its_way_with_the_address_it_is_told(String host) {
    var url = URI.create(Serve.url(host, 8101, "/mcp"));

    assertThat(url.getPort()).isEqualTo(8101);
    assertThat(url.getPath()).isEqualTo("/mcp");
    assertThat(Hosts.LOCAL.allow(url.getAuthority(), null)).isTrue();
  }
}
