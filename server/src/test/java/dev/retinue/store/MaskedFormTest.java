package dev.retinue.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Masked;
import dev.retinue.core.Money;
import dev.retinue.core.RunEvent;
import dev.retinue.core.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What is known as a secret is not kept, whatever it looks like; all that is kept can be read.
final class MaskedFormTest {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00.123456Z");
  private static final String LINES = "first-of-two-lines\nsecond-of-two";
  private static final String QUOTES = "pass\"word\\with";
  private static final String DIGITS = "4815162342";

  @BeforeAll
  static void learn() {
    Masked.know(LINES);
    Masked.know(QUOTES);
    Masked.know(DIGITS);
  }

  private static RunEvent kept(RunEvent event) {
    return EventForm.read(EventForm.kind(event), EventForm.VERSION, EventForm.body(event));
  }

  @Test
  void a_secret_is_masked_although_json_writes_it_in_other_characters() {
    assertThat(kept(new RunEvent.Said(NOON, "a %s b %s c".formatted(LINES, QUOTES))))
        .isEqualTo(new RunEvent.Said(NOON, "a *** b *** c"));
    assertThat(kept(new RunEvent.Learned(NOON, Map.of("told", QUOTES))))
        .isEqualTo(new RunEvent.Learned(NOON, Map.of("told", "***")));
  }

  @Test
  void a_number_stays_one() {
    var used = new Usage(new Money(4_815_162_342L), true, 4_815_162_342L, 2, 3, 4);
    assertThat(kept(new RunEvent.Spent(NOON, used))).isEqualTo(new RunEvent.Spent(NOON, used));
    assertThat(kept(new RunEvent.Said(NOON, "call " + DIGITS)))
        .isEqualTo(new RunEvent.Said(NOON, "call ***"));
  }

  @Test
  void arguments_stay_json() {
    var input = Stored.JSON.createObjectNode().put("key", LINES).put("pin", 4_815_162_342L);
    input.putArray("more").add(QUOTES).add(true).add(7);
    var called = new RunEvent.ToolCalled(NOON, "c1", "dial", input.toString(), "sealed");

    assertThat(kept(called))
        .isEqualTo(
            new RunEvent.ToolCalled(
                NOON,
                "c1",
                "dial",
                "{\"key\":\"***\",\"pin\":\"***\",\"more\":[\"***\",true,7]}",
                "sealed"));
    assertThat(kept(new RunEvent.ToolCalled(NOON, "c1", "dial", "no json: " + QUOTES)))
        .isEqualTo(new RunEvent.ToolCalled(NOON, "c1", "dial", "no json: ***"));
  }

  @Test
  void a_run_is_kept_without_it() {
    var run = RunStoreContract.root("anna", new Random(7)).apply(new RunEvent.Queued(NOON));
    var used = new Usage(Money.ZERO, true, 4_815_162_342L, 2, 3, 4);
    var told =
        run.apply(List.of(new RunEvent.Started(NOON), new RunEvent.Spent(NOON, used)))
            .apply(new RunEvent.Learned(NOON, Map.of("told", LINES, "more", QUOTES)));

    var text = RunForm.progress(told);
    assertThat(text).contains("4815162342,").contains("\"told\":\"***\"");
    assertThat(text).doesNotContain("second-of").doesNotContain("word");
  }
}
