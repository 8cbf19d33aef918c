package dev.retinue.web.api;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.State;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.lifecycle.Results;
import dev.retinue.toolset.sessions.SessionViews;
import dev.retinue.toolset.sessions.turn.History;
import dev.retinue.toolset.sessions.turn.TurnViews;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Sessions as the API shows them.
final class SessionDetails {
  private static final int USUAL = 50;

  /// How many characters the messages of one answer may have.
  private static final int ROOM = 1 << 20;

  private final Staff staff;
  private final SessionViews standing;
  private final Results results;

  SessionDetails(Staff staff) {
    this.staff = staff;
    this.standing = new SessionViews(staff);
    this.results = new Results(staff);
  }

  SessionForms.Row row(Caller caller, Session session) {
    var usage = standing.usage(caller, session);
    return new SessionForms.Row(
        session.id(),
        session.name(),
        session.caller(),
        session.agent(),
        standing.status(caller, session),
        session.past().messages(),
        session.times().createdAt(),
        session.times().usedAt(),
        session.times().closedAt(),
        usage.inputTokens(),
        usage.outputTokens(),
        usage.unpriced() ? null : usage.cost().usd(),
        standing.isInvented(caller, session) ? true : null,
        session.terms().workingDirectory());
  }

  ObjectNode details(Caller caller, Session session) {
    var speaking = standing.speaking(caller, session);
    var said = messages(caller, session, USUAL, null);
    var fork = session.past().fork();
    ObjectNode json = ToolJson.MAPPER.valueToTree(row(caller, session));
    json.setAll(
        ToolJson.MAPPER.<ObjectNode>valueToTree(
            new SessionForms.More(
                session.terms().model(),
                speaking.map(it -> it.id().text()).orElse(null),
                session.queue().stream().map(RunId::text).toList(),
                speaking.map(it -> asked(caller, it)).filter(it -> !it.isEmpty()).orElse(null),
                fork == null ? null : fork.session(),
                said.messages(),
                said.prevCursor())));
    return json;
  }

  /// What a run wants to know, and what those want who work for it.
  private List<SessionForms.Asked> asked(Caller caller, Run run) {
    return inNeed(staff, caller, run)
        .flatMap(
            it ->
                it.needs().stream()
                    .map(
                        need ->
                            new SessionForms.Asked(
                                it.id().text(), need.id(), need.kind().word(), need.text())))
        .toList();
  }

  static Stream<Run> inNeed(Staff staff, Caller caller, Run run) {
    return Stream.concat(Stream.of(run), staff.register().waitingBelow(caller, run).stream());
  }

  /// @param limit how many at most; 0 for as many as fit
  SessionForms.Messages messages(
      Caller caller, Session session, int limit, @Nullable String before) {
    var said = staff.sessions().conversation(caller, session.id());
    var page = new History(said, results, limit, ROOM).read(session, before);
    return new SessionForms.Messages(page.messages(), session.past().messages(), page.before());
  }

  SessionForms.Accepted accepted(Caller caller, String session, Run run) {
    int place = staff.sessions().require(caller, session).queue().indexOf(run.id());
    return new SessionForms.Accepted(
        session,
        run.id().text(),
        TurnViews.status(run.state()),
        run.state() instanceof State.Ready ? place + 1 : 0);
  }
}
