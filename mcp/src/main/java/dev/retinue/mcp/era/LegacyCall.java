package dev.retinue.mcp.era;

import dev.retinue.mcp.Caller;
import dev.retinue.mcp.Departure;
import dev.retinue.mcp.InputRequest;
import dev.retinue.mcp.LogLevel;
import dev.retinue.mcp.ToolException;
import dev.retinue.mcp.rpc.Message;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A call whose questions are requests to the client, while it waits.
final class LegacyCall extends CallBase {
  private final Session session;
  private final LegacyLine line;

  /// @param caller as he is let in now: he may be allowed less than when the session began
  LegacyCall(Caller caller, Session session, ObjectNode meta, LegacyLine line) {
    super(caller, meta, session.capabilities());
    this.session = session;
    this.line = line;
  }

  @Override
  Map<String, ObjectNode> obtain(Map<String, InputRequest> questions) {
    var given = new LinkedHashMap<String, ObjectNode>();
    questions.forEach(
        (key, question) -> {
          if (!clientCan(question.capability())) {
            throw new ToolException(
                "This needs the client's capability '%s', which it did not declare."
                    .formatted(question.capability()));
          }
          given.put(key, session.ask(question.method(), question.params(), line));
        });
    return given;
  }

  @Override
  public String clientName() {
    return session.client();
  }

  /// A client that hears nothing may come back; until it does, it is gone.
  @Override
  public Optional<Departure> departure() {
    return super.departure()
        .or(() -> line.isHeard() ? Optional.empty() : Optional.of(Departure.GONE));
  }

  @Override
  public boolean watch(String uri) {
    return session.watchUntilTheLast(uri);
  }

  @Override
  void send(Message.Notification notification) {
    line.send(notification);
  }

  @Override
  LogLevel logLevel() {
    return session.level();
  }

  @Override
  public void releaseConnection() {
    line.release();
  }
}
