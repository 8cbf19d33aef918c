package dev.retinue.web.socket;

import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.toolset.lifecycle.Words;
import dev.retinue.web.api.Api;
import dev.retinue.web.api.OutputView;
import dev.retinue.web.http.Presence;
import dev.retinue.web.http.Visit;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// One client that watches an agent and commands it.
public final class AgentSocket extends ClientSocket {
  private final String name;
  private String lastStatus = "";

  AgentSocket(Api api, Presence presence, Visit visit) {
    super(api, presence, visit, "There is no such agent");
    this.name = visit.name("id");
  }

  @Override
  Runnable begin() {
    var staff = desk().staff();
    var run = RunId.of(name);
    var found = staff.require(caller(), run);
    lastStatus = Words.status(found.state());
    send(init(found));
    var removal = staff.feed().onRemoval(run, this::leave);
    var follower = staff.feed().follow(caller(), run, found.sequence(), this::take);
    return () -> {
      follower.close();
      removal.close();
    };
  }

  private ObjectNode init(Run found) {
    return message("init")
        .put("id", found.id().text())
        .put("status", Words.status(found.state()))
        .put("contract", desk().register().work(caller(), found.id()).orElse(""))
        .put("seq", found.sequence());
  }

  @Override
  Optional<ObjectNode> obey(ObjectNode said) {
    return new Commands(desk(), caller(), RunId.of(name)).obey(said);
  }

  @Override
  boolean isThere() {
    return desk().staff().find(caller(), RunId.of(name)).isPresent();
  }

  private boolean take(List<Recorded> events, long cursor) {
    for (var recorded : events) {
      var event = recorded.event();
      if (!show(event) || !status(event).map(this::tell).orElse(true)) {
        return false;
      }
    }
    return true;
  }

  private boolean show(RunEvent event) {
    return OutputView.of(event)
        .map(
            entry ->
                send(
                    message(entry.type())
                        .put("content", entry.content())
                        .put("tool_call", entry.toolCall())))
        .orElse(true);
  }

  private boolean tell(String status) {
    if (status.equals(lastStatus)) {
      return true;
    }
    lastStatus = status;
    return send(message("status").put("content", status));
  }

  /// The status that begins with an event.
  private static Optional<String> status(RunEvent event) {
    return switch (event) {
      case RunEvent.Queued _, RunEvent.Started _, RunEvent.Requeued _ -> Optional.of("running");
      case RunEvent.Completed _ -> Optional.of("completed");
      case RunEvent.Failed _, RunEvent.Stopped _ -> Optional.of("stopped");
      case RunEvent.Created _,
          RunEvent.Released _,
          RunEvent.Said _,
          RunEvent.Thought _,
          RunEvent.ToolCalled _,
          RunEvent.ToolAnswered _,
          RunEvent.Steered _,
          RunEvent.Told _,
          RunEvent.Condensed _,
          RunEvent.AgentSwitching _,
          RunEvent.ModelFallback _,
          RunEvent.Noted _,
          RunEvent.Learned _,
          RunEvent.Asked _,
          RunEvent.Answered _,
          RunEvent.Spent _,
          RunEvent.BudgetRaised _,
          RunEvent.Delivered _,
          RunEvent.Printed _,
          RunEvent.Checked _,
          RunEvent.ResultCameLate _ ->
          Optional.empty();
    };
  }
}
