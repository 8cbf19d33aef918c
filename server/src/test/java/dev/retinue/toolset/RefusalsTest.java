package dev.retinue.toolset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// How a refusal looks to a program.
final class RefusalsTest {
  @Test
  void a_limit_that_is_over_by_itself_says_when() {
    var refusal =
        LimitHit.of(
                Limit.STARTS,
                LimitHit.Whose.caller("ci"),
                5,
                LimitHit.Frees.after(Duration.ofMillis(1500)))
            .refusal("Too fast; wait 2 seconds.");

    var result = Refusals.result(refusal, Caller.owner());

    assertThat(result.isError()).isTrue();
    assertThat(Objects.requireNonNull(result.structuredContent()))
        .hasToString(
            "{\"error\":{\"code\":\"LIMIT_EXCEEDED\",\"message\":\"Too fast; wait 2 seconds."
                + " Limit: limits.starts-per-second of caller:ci is 5, frees in 1.500 s.\","
                + "\"limit\":\"limits.starts-per-second\",\"whose\":\"caller:ci\",\"bound\":5,"
                + "\"frees\":\"in 1.500 s\",\"retry_after_seconds\":2}}");
  }

  @Test
  void where_the_disk_has_trouble_is_for_those_who_can_look_there() {
    var refusal =
        RetinueException.at(
            "/home/ada/data",
            ErrorCode.SERVICE_UNAVAILABLE,
            "The disk that holds /home/ada/data is full.",
            null);
    var run = new RunId("agent-" + "a".repeat(26));

    assertThat(told(refusal, Caller.owner()))
        .isEqualTo("The disk that holds /home/ada/data is full.");
    for (var who :
        List.of(
            new Caller("bert", "bert", Caller.Scope.RUN, null),
            new Caller("owner", "owner", Caller.Scope.RUN, run),
            new Caller("owner", "owner", Caller.Scope.ADMIN, run))) {
      assertThat(told(refusal, who)).isEqualTo("The disk that holds the data directory is full.");
    }
  }

  private static String told(RetinueException refusal, Caller who) {
    var structured = Refusals.result(refusal, who).structuredContent();
    return Objects.requireNonNull(structured).at("/error/message").asString();
  }

  @Test
  void every_other_has_a_code_and_a_sentence() {
    var result =
        Refusals.result(new RetinueException(ErrorCode.CONFLICT, "It has ended."), Caller.owner());

    assertThat(Objects.requireNonNull(result.structuredContent()))
        .hasToString("{\"error\":{\"code\":\"CONFLICT\",\"message\":\"It has ended.\"}}");
  }
}
