package dev.retinue.web.api;

import static dev.retinue.web.api.SessionOperations.ONE;
import static dev.retinue.web.api.SessionOperations.id;

import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Recorded;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.StartKey;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.port.Conversation.Turn;
import dev.retinue.core.staff.Seats;
import dev.retinue.core.staff.Sessions;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.rpc.Json;
import dev.retinue.web.api.Operation.About;
import dev.retinue.web.http.Pulse;
import dev.retinue.web.http.Replies;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What can be said in a session, and to whoever speaks there. The answer is a run, which goes on
/// whether anybody waits for it or not.
final class TalkOperations {
  private static final Map<String, String> LABELS = Map.of("surface", "rest");

  private final Staff staff;
  private final Sessions sessions;
  private final Seats seats;
  private final Pulse pulse;
  private final Streams streams;
  private final SessionDetails details;
  private final SessionNeeds needs;
  private final BodyReader<SessionForms.Message> message =
      new BodyReader<>(SessionForms.Message.class);
  private final BodyReader<SessionForms.Said> said = new BodyReader<>(SessionForms.Said.class);
  private final BodyReader<SessionForms.Interruption> interruption =
      new BodyReader<>(SessionForms.Interruption.class);
  private final BodyReader<SessionForms.Resumption> resumption =
      new BodyReader<>(SessionForms.Resumption.class);
  private final BodyReader<SessionForms.Elicited> elicited =
      new BodyReader<>(SessionForms.Elicited.class);
  private final BodyReader<SessionForms.ChatMessage> chat =
      new BodyReader<>(SessionForms.ChatMessage.class);

  TalkOperations(Staff staff, Seats seats, Pulse pulse, Streams streams) {
    this.staff = staff;
    this.sessions = staff.sessions();
    this.seats = seats;
    this.pulse = pulse;
    this.streams = streams;
    this.details = new SessionDetails(staff);
    this.needs = new SessionNeeds(staff);
  }

  List<Operation> all() {
    return List.of(
        Operation.any(
            "POST",
            ONE + "/messages",
            About.answering(
                    "Says something; answers at once, or with the turn as it grows.",
                    SessionForms.Accepted.class)
                .taking(SessionForms.Message.class)
                .streaming(),
            this::say),
        Operation.any(
            "POST",
            ONE + "/agent/{name}",
            About.answering("Says something to this agent; answers with the turn as it grows.")
                .takingMany(SessionForms.ChatMessage.class)
                .streaming(),
            call -> sayTo(call, call.visit().name("name"))),
        Operation.any(
            "POST",
            ONE + "/agent/{name}/{member}",
            About.answering("The same to another agent of that file.")
                .takingMany(SessionForms.ChatMessage.class)
                .streaming(),
            call -> sayTo(call, member(call.visit().name("name"), call.visit().name("member")))),
        Operation.json(
            "POST",
            ONE + "/followup",
            About.answering("Says something that waits for its turn.", SessionForms.Accepted.class)
                .taking(SessionForms.Said.class),
            this::followUp),
        Operation.json(
            "POST",
            ONE + "/steer",
            About.answering("Says something to the agent at work.", SessionForms.Steered.class)
                .taking(SessionForms.Said.class),
            this::steer),
        Operation.json(
            "POST",
            ONE + "/interrupt",
            About.answering("Stops the agent that speaks now.", SessionForms.Interrupted.class)
                .taking(SessionForms.Interruption.class),
            this::interrupt),
        Operation.json(
            "POST",
            ONE + "/resume",
            About.answering(
                    "Gives or denies the permission that is waited for.",
                    SessionForms.Answered.class)
                .taking(SessionForms.Resumption.class),
            call -> needs.resume(call.caller(), id(call), resumption.require(call))),
        Operation.json(
            "POST",
            ONE + "/elicitation",
            About.answering("Answers the question that is asked.", SessionForms.Answered.class)
                .taking(SessionForms.Elicited.class),
            call -> needs.elicit(call.caller(), id(call), elicited.require(call))));
  }

  private void say(ApiCall call) {
    var body = message.require(call);
    if (Streams.wanted(call.visit())) {
      stream(call, () -> send(call, body.message(), body.queue()));
    } else {
      var run = send(call, body.message(), body.queue());
      var visit = call.visit();
      var accepted = details.accepted(call.caller(), id(call), run);
      Replies.json(visit.response(), visit.callback(), 200, accepted);
    }
  }

  private Object followUp(ApiCall call) {
    var run = send(call, said.require(call).message(), true);
    return details.accepted(call.caller(), id(call), run);
  }

  /// The root of a file has the name of the file alone.
  private static String member(String file, String name) {
    return name.equals("root") ? file : file + "." + name;
  }

  private void sayTo(ApiCall call, String agent) {
    var texts = chat.requireAll(call).stream().map(TalkOperations::text).toList();
    var text = texts.stream().collect(Collectors.joining("\n\n"));
    var caller = call.seated(seats);
    var session =
        staff
            .audit()
            .of(
                caller,
                Action.SESSION_SEND,
                Subject.session(id(call)),
                () -> sessions.require(caller, id(call)));
    stream(
        call,
        () -> {
          SessionOperations.awaitLeaving(staff, caller, session);
          sessions.assign(caller, session.id(), agent);
          return send(call, text, false);
        });
  }

  private static String text(SessionForms.ChatMessage one) {
    if (!one.role().equals("user")) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "'role' is '%s'; only messages of a user can be said, the others are kept in the session."
              .formatted(Excerpt.of(one.role())));
    }
    return one.content();
  }

  private Run send(ApiCall call, String text, boolean inLine) {
    var caller = call.seated(seats);
    return sessions.send(
        caller, id(call), new Sessions.Message(text, inLine, LABELS, key(call, caller, text)));
  }

  private static @Nullable StartKey key(ApiCall call, Caller caller, String text) {
    var arguments = Json.object().put("session", id(call)).put("message", text);
    return SessionOperations.key(call, caller, "send_message", arguments);
  }

  /// What begins a turn.
  private interface Beginning {
    Run begin();
  }

  /// The place is taken before anything is said: who is refused has said nothing.
  private void stream(ApiCall call, Beginning beginning) {
    var place = streams.take(call.caller());
    EventStream.Telling telling;
    Run run;
    try {
      run = beginning.begin();
      var asked = staff.register().work(call.caller(), run.id()).orElse("");
      var events = new TurnEvents(new Turn(run, asked), id(call));
      telling = new EventStream.Telling(Recorded::sequence, events::tell, events::tell);
    } catch (RuntimeException e) {
      place.giveBack();
      throw e;
    }
    place.run(staff, pulse, call, run.id(), 0, telling);
  }

  private Object steer(ApiCall call) {
    var text = said.require(call).message();
    var key = key(call, call.caller(), text);
    var heard = sessions.steer(call.caller(), id(call), text, key);
    if (heard.isPresent()) {
      return new SessionForms.Steered(id(call), "steered", heard.get().text());
    }
    var run = send(call, text, true);
    return new SessionForms.Steered(id(call), "queued", run.id().text());
  }

  private Object interrupt(ApiCall call) {
    var body = interruption.find(call).orElse(new SessionForms.Interruption(null, false));
    var stopped =
        sessions.interrupt(
            call.caller(), id(call), SessionOperations.runOf(body.runId()), body.queueToo());
    return new SessionForms.Interrupted(
        id(call), stopped.stream().map(run -> run.id().text()).toList());
  }
}
