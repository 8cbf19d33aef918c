package dev.retinue.runtime.cli;

import dev.retinue.core.Usage;
import dev.retinue.runtime.cli.watch.SessionTotal;
import org.jspecify.annotations.Nullable;

/// What a program uses, and what of it is still to be charged. Each thing that is seen makes the
/// next one of it.
///
/// Some programs say only at their end what their whole session has used. A budget must hold before
/// that: what their model used for single answers is charged ahead, and not again with the total.
///
/// @param reported what its session has used in all, as it last said
/// @param ahead what was charged since then
/// @param last the answer that was told of last
/// @param due what is to be charged
record Meter(Usage reported, Usage ahead, Seen.@Nullable Answered last, Usage due) {
  /// @param used by its session before, and charged
  static Meter after(Usage used) {
    return new Meter(used, Usage.NONE, null, Usage.NONE);
  }

  Meter with(Seen seen) {
    return switch (seen) {
      case Seen.Spent(var total) -> {
        var more = SessionTotal.between(reported, total).minus(ahead);
        yield new Meter(total, Usage.NONE, last, due.plus(more));
      }
      case Seen.Used(var more) -> new Meter(reported.plus(more), ahead, last, due.plus(more));
      case Seen.Answered answer -> {
        var more = answer.used().minus(known(answer.id()));
        yield new Meter(reported, ahead.plus(more), answer, due.plus(more));
      }
      case Seen.Begun _,
          Seen.Text _,
          Seen.Piece _,
          Seen.Thought _,
          Seen.ToolCall _,
          Seen.ToolResult _,
          Seen.Note _,
          Seen.Asked _,
          Seen.Busy _,
          Seen.Structured _,
          Seen.Ended _ ->
          this;
    };
  }

  /// What was told of this answer before.
  private Usage known(String answer) {
    return last != null && last.id().equals(answer) ? last.used() : Usage.NONE;
  }

  /// What its session will have counted: who is ended before he says so has counted it all the
  /// same, and says it when the session goes on.
  Usage counted() {
    return reported.plus(ahead);
  }

  /// The same when all of it is charged.
  Meter charged() {
    return new Meter(reported, ahead, last, Usage.NONE);
  }
}
