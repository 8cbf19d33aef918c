package dev.retinue.core.staff;

import static dev.retinue.testing.TestStaff.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Budget;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Money;
import dev.retinue.core.State;
import dev.retinue.runtime.scripted.ScriptedRuntime;
import dev.retinue.testing.TestClock;
import dev.retinue.testing.TestData;
import dev.retinue.testing.TestStaff;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BudgetRaceTest {
  @Test
  void a_budget_that_is_raised_at_the_moment_it_is_found_used_up_is_noticed(@TempDir Path folder) {
    var clock = new TestClock();
    var raise = new CompletableFuture<Runnable>();
    var looks = new AtomicInteger();
    try (var data = new TestData(folder, clock)) {
      // At work the run looks at itself once at its beginning, and then when it has no money.
      var store =
          LookedAt.by(
              method -> {
                boolean own = Thread.currentThread().getName().startsWith("run-");
                if (own
                    && Set.of("find", "recorded").contains(method)
                    && looks.incrementAndGet() == 2) {
                  raise.join().run();
                }
              },
              data.runs());
      try (var staff =
          TestStaff.on(store, data.blobs(), clock)
              .hire("worker", "repeat 3\nspend 0.01\nend\ncomplete Done")
              .begin(new ScriptedRuntime(clock))) {
        var little = new Terms(Budget.cost(Money.usd("0.02")), false, null, null);
        var run = staff.start(StartRequest.of("worker", "go").under(little));
        raise.complete(() -> staff.staff().raise(OWNER, run, Budget.UNLIMITED));

        assertThat(staff.awaitEnd(run).state()).isInstanceOf(State.Completed.class);
      }
    }
  }
}
