package dev.retinue.toolset.journal;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a journal tells of one run. All texts are as agents and callers wrote them: whoever shows
/// them makes them harmless.
///
/// @param summary what it is about, in a few words
/// @param model nothing if nobody has named one
/// @param output nothing if there is none yet
record Entry(
    String id,
    String summary,
    String agent,
    @Nullable String model,
    List<String> tools,
    Instant started,
    Progress progress,
    Clipped input,
    @Nullable Clipped output) {

  Entry {
    tools = List.copyOf(tools);
  }

  /// How far it is.
  sealed interface Progress {}

  /// Accepted, and not yet taken up.
  record Queued() implements Progress {}

  record Running() implements Progress {}

  /// @param what kind of thing is missing, such as an answer
  record Waiting(String what) implements Progress {}

  /// @param cost nothing if a part of it has no known price
  record Done(Duration time, @Nullable BigDecimal cost) implements Progress {}

  record Failed(Duration time, String why) implements Progress {}

  record Stopped(Duration time, String why) implements Progress {}

  boolean isActive() {
    return switch (progress) {
      case Queued _, Running _, Waiting _ -> true;
      case Done _, Failed _, Stopped _ -> false;
    };
  }
}
