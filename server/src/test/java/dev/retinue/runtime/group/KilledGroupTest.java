package dev.retinue.runtime.group;

import static dev.retinue.testing.TestStaff.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Money;
import dev.retinue.core.State;
import dev.retinue.core.group.Errand;
import dev.retinue.core.group.GroupPlan;
import dev.retinue.core.port.RunStore;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.PowerCut;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The process dies while a group is at work, wherever that is.
final class KilledGroupTest {
  /// All of it takes fewer changes than these.
  private static final int ALL = 40;

  private static final String PLAN =
      new GroupPlan(
              2,
              List.of(
                  Errand.of("player", "charge 0.01\ncomplete one"),
                  Errand.of("nobody", "go"),
                  Errand.of("player", "charge 0.01\nfail error Red."),
                  Errand.of("player", "charge 0.01\ncomplete four")))
          .json();

  private final TestClock clock = new TestClock();

  private TestStaff staff(RunStore runs, TestData data) {
    return TestStaff.on(runs, data.blobs(), clock)
        .hire(GroupStaff.MEMBER)
        .hire("player", "")
        .begin(new ScriptedRuntime(clock), new GroupRuntime(clock));
  }

  /// Whether it died before it was done.
  private boolean dieAfter(int changes, TestData data) throws InterruptedException {
    var power = new PowerCut(data.runs(), changes);
    var staff = staff(power, data);
    var id = staff.start(GroupPlan.AGENT, PLAN);
    Thread.ofVirtual()
        .start(
            () -> {
              staff.awaitEnd(id);
              power.end();
            });
    power.await();
    return power.hasFailed();
  }

  static IntStream changes() {
    return IntStream.range(1, ALL);
  }

  @ParameterizedTest
  @MethodSource("changes")
  void wherever_it_dies_every_errand_is_begun_once(int changes, @TempDir Path folder)
      throws InterruptedException {
    try (var data = new TestData(folder, clock)) {
      dieAfter(changes, data);
      try (var staff = staff(data.runs(), data)) {
        var group =
            staff.all().stream()
                .filter(it -> it.commission().lineage().depth() == 0)
                .findFirst()
                .orElseThrow()
                .id();
        assertThat(staff.awaitEnd(group).state())
            .isInstanceOfSatisfying(
                State.Completed.class,
                it ->
                    assertThat(it.summary())
                        .isEqualTo("2 of 4 done; 1 could not be started; 1 failed: error"));
        assertThat(staff.register().errands(OWNER, group))
            .extracting(it -> GroupPlan.numberOf(it).orElseThrow())
            .containsExactly(1, 3, 4);
        assertThat(staff.all()).hasSize(4);
        assertThat(staff.account(group).spent().cost()).isEqualTo(Money.usd("0.03"));
      }
    }
  }

  @Test
  void these_were_all_the_places_where_it_can_die(@TempDir Path folder)
      throws InterruptedException {
    try (var data = new TestData(folder, clock)) {
      assertThat(dieAfter(ALL, data)).isFalse();
    }
  }
}
