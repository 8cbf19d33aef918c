package dev.retinue.core.staff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.ByHeart;
import dev.retinue.core.FailureReason;
import dev.retinue.core.Masked;
import dev.retinue.core.Need;
import dev.retinue.core.RunEvent;
import dev.retinue.core.State;
import dev.retinue.testing.TestClock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WithheldTest {
  private static final String LENT = "lent-4711";
  private static final Instant AT = TestClock.NOON;

  @Test
  void whatever_is_said_is_without_what_was_lent() {
    var said =
        List.<RunEvent>of(
            new RunEvent.Requeued(AT, LENT),
            new RunEvent.Said(AT, LENT),
            new RunEvent.Thought(AT, LENT),
            new RunEvent.ToolCalled(AT, "1", "shell", LENT),
            new RunEvent.ToolAnswered(AT, "1", LENT, true),
            new RunEvent.Steered(AT, LENT),
            new RunEvent.Told(AT, LENT),
            new RunEvent.Condensed(AT, LENT),
            new RunEvent.ModelFallback(AT, "a", "b", LENT),
            new RunEvent.Noted(AT, LENT),
            new RunEvent.Asked(AT, new Need("1", Need.Kind.PERMISSION, LENT, null)),
            new RunEvent.Answered(AT, "1", LENT),
            new RunEvent.Checked(AT, "build", false, LENT),
            new RunEvent.Completed(AT, LENT, State.Evidence.CLAIMED),
            new RunEvent.Failed(AT, FailureReason.ERROR, LENT),
            new RunEvent.Stopped(AT, LENT),
            new RunEvent.ResultCameLate(AT, LENT, null));

    assertThat(Withheld.from(said, lent()))
        .hasSameSizeAs(said)
        .allSatisfy(event -> assertThat(event.toString()).contains("***").doesNotContain(LENT));
  }

  @Test
  void what_retinue_goes_by_stays_whatever_a_caller_lends() {
    var needed =
        List.<RunEvent>of(
            new RunEvent.Learned(AT, Map.of(LENT, LENT)),
            new RunEvent.Answered(AT, LENT, "yes"),
            new RunEvent.Created(AT, LENT));

    assertThat(Withheld.from(needed, lent())).isEqualTo(needed);
  }

  @Test
  void arguments_stay_json_and_what_was_sealed_is_sealed_no_more() {
    var number = new ByHeart(10, () -> {});
    number.know("12345678");
    var said =
        List.<RunEvent>of(
            new RunEvent.ToolCalled(AT, "1", "look", "{\"id\":12345678}"),
            new RunEvent.Thought(AT, "It is 12345678.", "seal"),
            new RunEvent.Thought(AT, "It is mine.", "seal"));

    assertThat(Withheld.from(said, number))
        .containsExactly(
            new RunEvent.ToolCalled(AT, "1", "look", "{\"id\":\"***\"}"),
            new RunEvent.Thought(AT, "It is ***.", null),
            new RunEvent.Thought(AT, "It is mine.", "seal"));
  }

  @Test
  void what_is_lent_leaves_nothing_of_a_secret_of_the_house() {
    Masked.know("house-secret-of-4711");
    var beginning = new ByHeart(10, () -> {});
    beginning.know("house-secret");

    assertThat(Withheld.from(List.of(new RunEvent.Said(AT, "house-secret-of-4711")), beginning))
        .containsExactly(new RunEvent.Said(AT, "***"));
  }

  private static ByHeart lent() {
    var lent = new ByHeart(10, () -> {});
    lent.know(LENT);
    return lent;
  }
}
