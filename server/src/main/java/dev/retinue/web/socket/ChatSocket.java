package dev.retinue.web.socket;

import dev.retinue.core.Agent;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.State;
import dev.retinue.core.staff.Sessions;
import dev.retinue.core.staff.TurnFeed.Heard;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.web.api.Api;
import dev.retinue.web.api.SessionNeeds;
import dev.retinue.web.http.Presence;
import dev.retinue.web.http.Visit;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One client that takes part in a conversation. What is said it hears as everybody does who
/// listens, whoever said it and wherever: first what was said before, then what comes.
public final class ChatSocket extends ClientSocket {
  private static final String NEW = "new";
  private static final int MOST_TURNS = 200;
  private static final Map<String, String> LABELS = Map.of("surface", "socket");
  private static final Pattern SPEAKING = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N} ._-]{0,99}");

  private final String wanted;
  private volatile String session = "";
  private @Nullable ChatView turn;
  private @Nullable Session standing;
  private boolean toldOfClose;

  ChatSocket(Api api, Presence presence, Visit visit) {
    super(api, presence, visit, "There is no such conversation");
    this.wanted = visit.name("conversation_id");
  }

  @Override
  Runnable begin() {
    var found = find();
    session = found.id();
    send(
        message("system")
            .put("content", "Connected to " + who(found))
            .put("conversation_id", wanted.equals(NEW) ? found.id() : wanted)
            .put("session_id", found.id()));
    see(found);
    var feed = desk().staff().feed();
    var turns = feed.followSession(caller(), session, MOST_TURNS, this::hear);
    var standings = feed.watchSession(caller(), session, this::see);
    return () -> {
      turns.close();
      standings.close();
    };
  }

  /// Tells what became of the conversation besides what was said in it.
  private void see(Session now) {
    var before = standing;
    standing = now;
    var transfers = now.past().transfers();
    if (before != null && !transfers.isEmpty() && !transfers.equals(before.past().transfers())) {
      var to = transfers.getLast().to();
      send(
          message("system")
              .put("content", "%s answers from the next message on.".formatted(to))
              .put("agent", to));
    }
    if (now.closed() && !toldOfClose) {
      toldOfClose = true;
      send(
          message("system")
              .put("content", "The session is closed: nothing more can be said in it.")
              .put("status", "closed"));
    }
  }

  /// A session by its id, else the one that this caller calls so, which is made when it is first
  /// asked for. Of another's session nobody learns here that it is there.
  private Session find() {
    if (wanted.equals(NEW)) {
      return sessions().open(caller(), opening(null));
    }
    try {
      return sessions().require(caller(), wanted);
    } catch (RetinueException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
      var id = desk().chosen().of(caller(), wanted);
      return sessions().openAs(caller(), id, () -> opening(name()));
    }
  }

  private Sessions.Opening opening(@Nullable String name) {
    return new Sessions.Opening(api().defaultAgent().choose(caller()).agent().name(), name);
  }

  /// An id that means something to people is its name, too.
  private @Nullable String name() {
    return SPEAKING.matcher(wanted).matches() && !isUuid() ? wanted : null;
  }

  private boolean isUuid() {
    try {
      return UUID.fromString(wanted).toString().equalsIgnoreCase(wanted);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /// The model that answers, else the one who does.
  private String who(Session found) {
    var own = found.terms().model();
    return own == null
        ? desk()
            .staff()
            .members()
            .of(caller())
            .find(found.agent())
            .map(ChatSocket::model)
            .orElse(found.agent())
        : own;
  }

  private static String model(Agent agent) {
    var model = agent.means().model();
    return model == null ? agent.name() : model;
  }

  private boolean hear(Heard heard) {
    var view = turn;
    if (view == null || !view.isOf(heard)) {
      view = new ChatView(heard);
      turn = view;
    }
    for (var recorded : heard.events()) {
      for (var message : view.show(recorded)) {
        if (!send(message)) {
          return false;
        }
      }
    }
    var written = heard.written();
    return written == null || send(view.show(written));
  }

  @Override
  boolean isThere() {
    try {
      sessions().require(caller(), session);
      return true;
    } catch (RetinueException e) {
      return false;
    }
  }

  @Override
  Optional<ObjectNode> obey(ObjectNode said) {
    var type = Json.text(said, "type");
    var content = Json.text(said, "content");
    return switch (type == null ? "" : type) {
      case "message" -> content == null ? missing() : say(content);
      case "steer" -> content == null ? missing() : steer(content);
      case "answer" -> content == null ? missing() : answer(Json.text(said, "need"), content);
      case "interrupt" -> interrupt(Json.text(said, "run_id"));
      default ->
          Optional.of(
              error(
                  "'type' is '%s'; it must be one of message, steer, answer, interrupt."
                      .formatted(Excerpt.of(String.valueOf(type)))));
    };
  }

  private static Optional<ObjectNode> missing() {
    return Optional.of(error("'content' is missing; it must be a text."));
  }

  /// Its echo comes when its turn does, as everything that happens.
  private Optional<ObjectNode> say(String text) {
    var run = sessions().send(caller(), session, new Sessions.Message(text, true, LABELS, null));
    return run.state() instanceof State.Ready
        ? Optional.of(
            message("system")
                .put("content", "Your message waits for its turn.")
                .put("run_id", run.id().text()))
        : Optional.empty();
  }

  private Optional<ObjectNode> steer(String text) {
    return sessions().steer(caller(), session, text) ? Optional.empty() : say(text);
  }

  private Optional<ObjectNode> answer(@Nullable String need, String text) {
    new SessionNeeds(desk().staff()).say(caller(), session, need, text);
    return Optional.empty();
  }

  /// @param run the one that is meant; null for whoever speaks
  private Optional<ObjectNode> interrupt(@Nullable String run) {
    sessions().interrupt(caller(), session, run == null ? null : RunId.of(run), false);
    return Optional.empty();
  }

  private Sessions sessions() {
    return desk().staff().sessions();
  }
}
