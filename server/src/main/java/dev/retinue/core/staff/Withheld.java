package dev.retinue.core.staff;

import dev.retinue.core.ByHeart;
import dev.retinue.core.Masked;
import dev.retinue.core.MaskedJson;
import dev.retinue.core.Need;
import dev.retinue.core.RunEvent;
import java.util.List;
import java.util.function.UnaryOperator;

/// What happened in a run that was lent keys, without these keys: whoever may look reads it, and
/// they were lent to nobody but the run. Only what somebody says is changed, never what Retinue
/// goes by, because a caller chooses what he lends.
final class Withheld {
  private Withheld() {}

  static List<RunEvent> from(List<RunEvent> events, ByHeart lent) {
    // Those of the house first: what a caller lends may be a part of one, and nobody knows the
    // rest.
    UnaryOperator<String> mask = text -> lent.without(Masked.withoutKnown(text));
    return events.stream().map(event -> from(event, mask)).toList();
  }

  private static RunEvent from(RunEvent event, UnaryOperator<String> mask) {
    return switch (event) {
      case RunEvent.Requeued(var at, var why) -> new RunEvent.Requeued(at, mask.apply(why));
      case RunEvent.Said(var at, var text) -> new RunEvent.Said(at, mask.apply(text));
      case RunEvent.Thought(var at, var text, var seal) -> {
        var masked = mask.apply(text);
        // A seal is of all that was thought, and of nothing else.
        yield new RunEvent.Thought(at, masked, masked.equals(text) ? seal : null);
      }
      case RunEvent.ToolCalled(var at, var call, var tool, var input, var seal) ->
          new RunEvent.ToolCalled(at, call, tool, MaskedJson.of(input, mask), seal);
      case RunEvent.ToolAnswered(var at, var call, var output, var failed) ->
          new RunEvent.ToolAnswered(at, call, mask.apply(output), failed);
      case RunEvent.Steered(var at, var text) -> new RunEvent.Steered(at, mask.apply(text));
      case RunEvent.Told(var at, var text) -> new RunEvent.Told(at, mask.apply(text));
      case RunEvent.Condensed(var at, var summary) ->
          new RunEvent.Condensed(at, mask.apply(summary));
      case RunEvent.ModelFallback(var at, var from, var to, var why) ->
          new RunEvent.ModelFallback(at, from, to, mask.apply(why));
      case RunEvent.Noted(var at, var text) -> new RunEvent.Noted(at, mask.apply(text));
      case RunEvent.Asked(var at, Need(var id, var kind, var text, var schema)) ->
          new RunEvent.Asked(at, new Need(id, kind, mask.apply(text), schema));
      case RunEvent.Answered(var at, var need, var answer) ->
          new RunEvent.Answered(at, need, mask.apply(answer));
      case RunEvent.Checked(var at, var check, var passed, var detail) ->
          new RunEvent.Checked(at, check, passed, mask.apply(detail));
      case RunEvent.Completed(var at, var summary, var evidence) ->
          new RunEvent.Completed(at, mask.apply(summary), evidence);
      case RunEvent.Failed(var at, var reason, var message) ->
          new RunEvent.Failed(at, reason, mask.apply(message));
      case RunEvent.Stopped(var at, var why) -> new RunEvent.Stopped(at, mask.apply(why));
      case RunEvent.ResultCameLate(var at, var summary, var payload) ->
          new RunEvent.ResultCameLate(at, mask.apply(summary), payload);
      case RunEvent.Created _,
          RunEvent.Queued _,
          RunEvent.Started _,
          RunEvent.Released _,
          RunEvent.AgentSwitching _,
          RunEvent.Learned _,
          RunEvent.Spent _,
          RunEvent.BudgetRaised _,
          RunEvent.Delivered _,
          RunEvent.Printed _ ->
          event;
    };
  }
}
