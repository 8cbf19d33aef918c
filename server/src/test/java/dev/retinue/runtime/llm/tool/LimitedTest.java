package dev.retinue.runtime.llm.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.llm.tool.PlainTool.Nature;
import dev.retinue.runtime.llm.tool.Tool.Result;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class LimitedTest {
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofMinutes(1);

  private static PlainTool tool(PlainTool.Action action) {
    return new PlainTool(
        new ToolSpec("slow", "Takes its time.", "{}"), List.of(), Nature.CHANGES, action);
  }

  private static Result call(Tool tool, Duration most) throws InterruptedException {
    return Limited.call(tool, "call-1", JsonMapper.shared().createObjectNode(), most);
  }

  @Test
  void a_call_that_takes_too_long_is_broken_off_and_says_so() throws InterruptedException {
    var never = new CountDownLatch(1);
    var result =
        call(
            tool(
                _ -> {
                  never.await();
                  return Result.of("done");
                }),
            SHORT);
    assertThat(result.failed()).isTrue();
    assertThat(result.output()).startsWith("It took longer than 1 s, and was broken off.");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void one_that_ends_in_time_is_not_disturbed_and_neither_is_what_comes_after_it()
      throws InterruptedException {
    for (int i = 0; i < 200; i++) {
      assertThat(call(tool(_ -> Result.of("done")), Duration.ofNanos(1 + i * 1000L)).output())
          .isEqualTo("done");
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  void who_is_interrupted_by_others_is_interrupted() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () ->
                call(
                    tool(
                        _ -> {
                          new CountDownLatch(1).await();
                          return Result.of("done");
                        }),
                    LONG))
        .isInstanceOf(InterruptedException.class);
  }
}
