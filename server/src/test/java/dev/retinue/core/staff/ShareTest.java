package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Limit;
import dev.retinue.core.RetinueException;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Nobody takes all of what everybody needs.
final class ShareTest {
  private static final int EACH = Limit.SOCKETS_OF_CALLER.count();
  private static final int ALL = Limit.SOCKETS.count();

  private final Share share = new Share(Limit.SOCKETS, Limit.SOCKETS_OF_CALLER, "WebSockets");

  @Test
  void who_has_his_share_is_refused_and_nobody_else_is() {
    var places = new ArrayList<Share.Place>();
    for (int i = 0; i < EACH; i++) {
      places.add(share.take("anna"));
    }

    var refused = refused("anna");

    assertThat(refused.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED);
    assertThat(refused)
        .hasMessage(
            "Caller 'anna' has 500 WebSockets open, and no more are allowed; close some."
                + " Limit: fixed.sockets-per-caller of caller:anna is 500, frees when one of its WebSockets is closed.");
    share.take("bert");
    places.getFirst().giveBack();
    places.getFirst().giveBack();
    share.take("anna");
    refused("anna");
    assertThat(share.open()).isEqualTo(EACH + 1);
    assertThat(share.perCaller()).containsEntry("anna", (long) EACH).containsEntry("bert", 1L);
  }

  @Test
  void more_than_there_are_is_an_overload_of_the_house_and_leaves_nothing_behind() {
    for (int i = 0; i < ALL; i++) {
      share.take("caller-" + i % (ALL / EACH));
    }

    var refused = refused("late");

    assertThat(refused.code()).isEqualTo(ErrorCode.SERVICE_UNAVAILABLE);
    assertThat(refused.hit().orElseThrow().facts())
        .containsEntry("limit", "fixed.sockets")
        .containsEntry("whose", "house");
    assertThat(share.open()).isEqualTo(ALL);
    assertThat(share.perCaller()).doesNotContainKey("late");
  }

  @Test
  void many_at_once_get_exactly_what_there_is() {
    var taken = new AtomicInteger();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 4 * EACH; i++) {
        threads.execute(
            () -> {
              try {
                share.take("anna");
                taken.incrementAndGet();
              } catch (RetinueException e) {
                // There was none left.
              }
            });
      }
    }
    assertThat(taken).hasValue(EACH);
    assertThat(share.open()).isEqualTo(EACH);
  }

  @Test
  void callers_who_have_none_are_forgotten_and_those_who_have_some_are_not() {
    var kept = share.take("anna");
    for (int i = 0; i < 5_000; i++) {
      share.take("caller-" + i).giveBack();
    }

    assertThat(share.callers()).isLessThanOrEqualTo(1_000);
    assertThat(share.perCaller()).containsOnlyKeys("anna");
    kept.giveBack();
    assertThat(share.perCaller()).isEmpty();
  }

  @Test
  void who_comes_while_others_are_forgotten_is_counted() {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 4_000; i++) {
        var one = "caller-" + i;
        threads.execute(
            () -> {
              share.take(one).giveBack();
              share.take("anna").giveBack();
            });
      }
    }
    assertThat(share.open()).isZero();
    assertThat(share.perCaller()).isEmpty();
  }

  private RetinueException refused(String caller) {
    return catchThrowableOfType(RetinueException.class, () -> share.take(caller));
  }
}
