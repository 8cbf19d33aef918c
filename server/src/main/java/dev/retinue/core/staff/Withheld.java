package dev.retinue.core.staff;

import dev.retinue.core.ByHeart;
import dev.retinue.core.Need;
import dev.retinue.core.RunEvent;
import java.util.List;

/// What happened in a run that was lent keys, without these keys: whoever may look reads it, and
/// they were lent to nobody but the run. Only what somebody says is changed, never what Retinue
/// goes by, because a caller chooses what he lends.
final class Withheld {
  private Withheld() {}

  static List<RunEvent> from(List<RunEvent> events, ByHeart lent) {
    return events.stream().map(event -> from(event, lent)).toList();
  }

  private static RunEvent from(RunEvent event, ByHeart lent) {
    return switch (event) {
      case RunEvent.Requeued(var at, var why) -> new RunEvent.Requeued(at, lent.without(why));
      case RunEvent.Said(var at, var text) -> new RunEvent.Said(at, lent.without(text));
      case RunEvent.Thought(var at, var text, var seal) ->
          new RunEvent.Thought(at, lent.without(text), seal);
      case RunEvent.ToolCalled(var at, var call, var tool, var input, var seal) ->
          new RunEvent.ToolCalled(at, call, tool, lent.without(input), seal);
      case RunEvent.ToolAnswered(var at, var call, var output, var failed) ->
          new RunEvent.ToolAnswered(at, call, lent.without(output), failed);
      case RunEvent.Steered(var at, var text) -> new RunEvent.Steered(at, lent.without(text));
      case RunEvent.Told(var at, var text) -> new RunEvent.Told(at, lent.without(text));
      case RunEvent.Condensed(var at, var summary) ->
          new RunEvent.Condensed(at, lent.without(summary));
      case RunEvent.ModelFallback(var at, var from, var to, var why) ->
          new RunEvent.ModelFallback(at, from, to, lent.without(why));
      case RunEvent.Noted(var at, var text) -> new RunEvent.Noted(at, lent.without(text));
      case RunEvent.Asked(var at, Need(var id, var kind, var text, var schema)) ->
          new RunEvent.Asked(at, new Need(id, kind, lent.without(text), schema));
      case RunEvent.Answered(var at, var need, var answer) ->
          new RunEvent.Answered(at, need, lent.without(answer));
      case RunEvent.Checked(var at, var check, var passed, var detail) ->
          new RunEvent.Checked(at, check, passed, lent.without(detail));
      case RunEvent.Completed(var at, var summary, var evidence) ->
          new RunEvent.Completed(at, lent.without(summary), evidence);
      case RunEvent.Failed(var at, var reason, var message) ->
          new RunEvent.Failed(at, reason, lent.without(message));
      case RunEvent.Stopped(var at, var why) -> new RunEvent.Stopped(at, lent.without(why));
      case RunEvent.ResultCameLate(var at, var summary, var payload) ->
          new RunEvent.ResultCameLate(at, lent.without(summary), payload);
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
