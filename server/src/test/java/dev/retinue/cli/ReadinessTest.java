package dev.retinue.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.port.CheckCommands;
import dev.retinue.core.staff.Rules;
import dev.retinue.core.staff.Surroundings;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.watch.Watchtower;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A daemon that takes no work says so, and why.
final class ReadinessTest {
  @TempDir private Path folder;

  private static List<String> reasons(ServedDaemon daemon) {
    var answer = daemon.get("/ready", "");
    assertThat(answer.statusCode()).isEqualTo(503);
    var json = Json.WIRE.readTree(answer.body());
    assertThat(json.path("status").asString()).isEqualTo("not_ready");
    return json.path("reasons").valueStream().map(it -> it.asString("")).toList();
  }

  private static Household house(Path place, long reserve, Watchtower watch) {
    return Household.open(
        new Household.Settings(
            place,
            Rules.DEFAULT,
            reserve,
            Surroundings.real(),
            () -> {},
            CheckCommands.NONE,
            _ -> {},
            watch),
        List::of,
        List.of(),
        _ -> {});
  }

  @Test
  void one_whose_disk_is_below_its_reserve_names_it_and_no_folder() {
    var watch = new Watchtower("1", System::nanoTime);
    try (var daemon = ServedDaemon.of(house(folder, Long.MAX_VALUE, watch))) {
      assertThat(reasons(daemon))
          .singleElement()
          .asString()
          .contains("in reserve")
          .doesNotContain(folder.toString());
      var health = Json.WIRE.readTree(daemon.get("/api/health", daemon.ownerToken()).body());
      assertThat(health.path("status").asString()).isEqualTo("not_ready");
      assertThat(health.path("reasons").path(0).asString()).contains(folder.toString());
      assertThat(daemon.get("/live", "").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void one_whose_store_kept_nothing_says_so_until_it_does_again() {
    var watch = new Watchtower("1", System::nanoTime);
    // Without a daemon, whose chores would change something by themselves.
    try (var house = house(folder, 0, watch)) {
      watch.notCommitted(1);
      assertThat(house.condition().hindrances())
          .singleElement()
          .asString()
          .contains("The store did not keep the last change");
      watch.committed(1, 1000);
      assertThat(house.condition().hindrances()).isEmpty();
    }
  }

  @Test
  void one_that_takes_no_work_tries_by_itself_whether_its_store_keeps_something_again() {
    var watch = new Watchtower("1", System::nanoTime);
    try (var house = house(folder, 0, watch)) {
      watch.notCommitted(1);
      assertThat(house.condition().hindrances()).hasSize(1);
      long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (!house.condition().hindrances().isEmpty()) {
        assertThat(System.nanoTime()).as("nothing was tried").isLessThan(end);
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void one_that_ends_lives_and_takes_no_work() throws InterruptedException {
    var watch = new Watchtower("1", System::nanoTime);
    try (var daemon = ServedDaemon.of(house(folder, 0, watch))) {
      daemon.service().drain(Duration.ZERO);

      assertThat(reasons(daemon)).singleElement().asString().contains("stopping");
      assertThat(daemon.get("/live", "").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void numbers_are_for_everybody_where_the_owner_wants_it() {
    var watch = new Watchtower("1", System::nanoTime);
    try (var daemon = ServedDaemon.of(house(folder, 0, watch), "server.metrics-open", "true")) {
      assertThat(daemon.get("/metrics", "").body()).contains("retinue_info{version=\"1\"} 1");
      assertThat(daemon.get("/metrics", "", "Origin", "http://evil.example").statusCode())
          .isEqualTo(403);
    }
  }
}
