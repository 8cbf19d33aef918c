package dev.retinue.store;

import dev.retinue.core.Blob;
import dev.retinue.core.Budget;
import dev.retinue.core.Money;
import dev.retinue.core.Need;
import dev.retinue.core.RunEvent;
import dev.retinue.core.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// One event of every kind that a run at work can have.
final class EveryEvent {
  private static final Instant NOON = Instant.parse("2026-11-15T12:00:00.123456Z");

  private EveryEvent() {}

  /// It waits for an answer in the end.
  static List<RunEvent> ofWork(Blob blob) {
    var events = new ArrayList<RunEvent>();
    events.add(new RunEvent.Started(NOON));
    events.add(new RunEvent.Said(NOON, "Grüße, 世界 😀 \u0001 \" \\ \n"));
    events.add(new RunEvent.Thought(NOON, "hm"));
    events.add(new RunEvent.Thought(NOON, "hm", "sealed"));
    events.add(new RunEvent.ToolCalled(NOON, "c0", "read_file", "{}", "sealed"));
    events.add(new RunEvent.Steered(NOON, "Mind the gap."));
    events.add(new RunEvent.Told(NOON, "Go on."));
    events.add(new RunEvent.Condensed(NOON, "It read a file."));
    events.add(new RunEvent.ToolCalled(NOON, "c1", "read_file", "{\"path\":\"x\"}"));
    events.add(new RunEvent.ToolAnswered(NOON, "c1", "text", true));
    events.add(new RunEvent.Noted(NOON, "cut"));
    events.add(new RunEvent.AgentSwitching(NOON, "lead", "writer", "0123"));
    events.add(new RunEvent.ModelFallback(NOON, "a/one", "b/two", "It is busy."));
    events.add(new RunEvent.Learned(NOON, Map.of("binary", "/usr/bin/claude")));
    events.add(
        new RunEvent.Asked(
            NOON, new Need("q1", Need.Kind.PERMISSION, "May I?", "{\"type\":\"boolean\"}")));
    events.add(new RunEvent.Answered(NOON, "q1", "true"));
    events.add(new RunEvent.Spent(NOON, new Usage(Money.usd("0.5"), true, 1, 2, 3, 4)));
    events.add(new RunEvent.BudgetRaised(NOON, Budget.cost(Money.usd("7"))));
    events.add(new RunEvent.Delivered(NOON, blob));
    events.add(new RunEvent.Printed(NOON, blob));
    events.add(new RunEvent.Checked(NOON, "file exists", true, "README.md"));
    events.add(new RunEvent.Requeued(NOON, "restart"));
    events.add(new RunEvent.Started(NOON));
    events.add(new RunEvent.Asked(NOON, new Need("q2", Need.Kind.ANSWER, "Which?", null)));
    return events;
  }
}
