package dev.retinue.runtime.coder.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.runtime.coder.fake.FakeCoder;
import dev.retinue.runtime.coder.fake.Mode;
import dev.retinue.runtime.coder.fake.Stage;
import dev.retinue.runtime.coder.repository.AgentApp;
import java.net.URI;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/// Where the agent of a workspace is found.
final class AppAddressTest {
  private static String address(FakeCoder coder) throws InterruptedException {
    var access = new CoderAccess("test", URI.create(coder.url()), coder.token());
    try (var client = new CoderClient(access, InstantSource.system())) {
      var amy = client.findByName("amy").orElseThrow();
      return client.apps().line(amy, AgentApp.find(amy, null).orElseThrow()).base().toString();
    }
  }

  @Test
  void an_app_without_a_host_of_its_own_is_below_that_of_coder() throws Exception {
    try (var coder = FakeCoder.start(Mode.CURRENT)) {
      coder.workspace("amy", coder.project("Setup", "coder"), Stage.IDLE);
      assertThat(address(coder)).isEqualTo(coder.url() + "/@ada/amy/apps/ccw/");
    }
  }

  @Test
  void an_app_with_a_host_of_its_own_is_there_on_the_port_of_coder() throws Exception {
    try (var coder = FakeCoder.start(Mode.CURRENT)) {
      coder.workspace("amy", coder.project("Setup", "coder").subdomainApp(), Stage.IDLE);
      coder.appHost("*.apps.example.com");
      int port = URI.create(coder.url()).getPort();
      assertThat(address(coder)).isEqualTo("http://ccw--amy--ada.apps.example.com:%d/", port);
    }
  }

  @Test
  void where_apps_can_have_no_hosts_that_is_said() throws Exception {
    try (var coder = FakeCoder.start(Mode.CURRENT)) {
      coder.workspace("amy", coder.project("Setup", "coder").subdomainApp(), Stage.IDLE);
      assertThatThrownBy(() -> address(coder))
          .isInstanceOfSatisfying(
              RetinueException.class,
              it -> assertThat(it.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE))
          .hasMessageContaining("CODER_WILDCARD_ACCESS_URL");
    }
  }
}
