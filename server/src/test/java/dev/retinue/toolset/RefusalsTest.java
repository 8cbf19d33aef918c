package dev.retinue.toolset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// How a refusal looks to a program.
final class RefusalsTest {
  @Test
  void a_limit_that_is_over_by_itself_says_when() {
    var refusal = RetinueException.until(Duration.ofMillis(1500), "Too fast; wait 2 seconds.");

    var result = Refusals.result(refusal);

    assertThat(result.isError()).isTrue();
    assertThat(Objects.requireNonNull(result.structuredContent()))
        .hasToString(
            "{\"error\":{\"code\":\"LIMIT_EXCEEDED\",\"message\":\"Too fast; wait 2 seconds.\","
                + "\"retry_after_seconds\":2}}");
  }

  @Test
  void every_other_has_a_code_and_a_sentence() {
    var result = Refusals.result(new RetinueException(ErrorCode.CONFLICT, "It has ended."));

    assertThat(Objects.requireNonNull(result.structuredContent()))
        .hasToString("{\"error\":{\"code\":\"CONFLICT\",\"message\":\"It has ended.\"}}");
  }
}
