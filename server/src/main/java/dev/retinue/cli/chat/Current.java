package dev.retinue.cli.chat;

import dev.retinue.cli.daemon.SessionApi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The session in which one speaks now.
public final class Current {
  private final Desk desk;
  private final ObjectNode opening;
  private volatile JsonNode session;
  private boolean untouched;

  private Current(Desk desk, ObjectNode opening, JsonNode session, boolean untouched) {
    this.desk = desk;
    this.opening = opening;
    this.session = session;
    this.untouched = untouched;
  }

  /// One that begins now.
  public static Current begun(Desk desk, ObjectNode opening) throws InterruptedException {
    var session = new SessionApi(desk.api()).open(opening);
    return new Current(desk, opening, session, true);
  }

  /// One that was begun before.
  ///
  /// @param opening what another one begins with
  public static Current found(Desk desk, ObjectNode opening, String id)
      throws InterruptedException {
    return new Current(desk, opening, new SessionApi(desk.api()).require(id), false);
  }

  public String id() {
    return session.path("id").asString("");
  }

  public String agent() {
    return session.path("agent").asString("");
  }

  /// As the API showed it last.
  public JsonNode shown() {
    return session;
  }

  /// That something was said in it.
  void touch() {
    untouched = false;
  }

  /// Another agent may speak now, and it costs more than before.
  JsonNode refresh() throws InterruptedException {
    session = desk.ask(api -> new SessionApi(api).require(id()));
    return session;
  }

  /// Goes on in another one.
  void moveTo(JsonNode other) throws InterruptedException {
    leave();
    session = other;
    untouched = true;
  }

  /// Begins another one as this one was begun.
  void renew(String agent) throws InterruptedException {
    var other = opening.deepCopy();
    if (!agent.isEmpty()) {
      other.put("agent", agent);
    }
    moveTo(desk.ask(api -> new SessionApi(api).open(other)));
  }

  /// One in which nothing was said is of no use to anybody.
  ///
  /// @return whether somebody can go on with it
  public boolean leave() throws InterruptedException {
    if (untouched) {
      desk.ask(api -> new SessionApi(api).close(id()));
    }
    return !untouched;
  }
}
