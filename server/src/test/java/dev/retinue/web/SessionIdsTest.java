package dev.retinue.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.cli.daemon.Api;
import dev.retinue.cli.daemon.Daemon;
import dev.retinue.cli.daemon.SessionApi;
import dev.retinue.cli.daemon.SessionIds;
import dev.retinue.core.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How people name conversations, against the API as it is served.
final class SessionIdsTest {
  private static final int MANY = 1_001;

  @TempDir private Path folder;
  private TestApi served;
  private SessionIds ids;

  @BeforeEach
  void open() {
    served = new TestApi(folder);
    var daemon = new Daemon("127.0.0.1", served.port(), TestApi.ANNA.name(), "1", null, 1);
    served.get(TestApi.ANNA, "/api/sessions"); // Now its token is known.
    ids = new SessionIds(new SessionApi(Api.to(daemon)));
  }

  @AfterEach
  void close() {
    served.close();
  }

  private Session open(String name) {
    return served.staff().staff().sessions().open(TestApi.ANNA, "player", name);
  }

  @Test
  void one_is_found_by_its_name_and_its_beginning_though_many_were_used_since() throws Exception {
    var tea = open("Tea");
    served.staff().clock().advance(Duration.ofMinutes(1));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < MANY; i++) {
        threads.execute(() -> open("other"));
      }
    }
    assertThat(ids.require("tea")).isEqualTo(tea.id());
    assertThat(ids.require(tea.id().substring(0, 13))).isEqualTo(tea.id());
    assertThatThrownBy(() -> ids.require("other")).hasMessageContaining("say more of it");
    assertThatThrownBy(() -> ids.require("coffee")).hasMessageContaining("there is no session");
  }

  @Test
  void a_name_as_long_as_an_id_is_a_name() throws Exception {
    var name = "x".repeat(36);
    var named = open(name);
    assertThat(ids.require(name)).isEqualTo(named.id());
    assertThat(ids.require(named.id())).isEqualTo(named.id());
  }
}
