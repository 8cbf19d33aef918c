package dev.retinue.web.api;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.StartKey;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.staff.Seats;
import dev.retinue.core.staff.SessionList;
import dev.retinue.core.staff.Sessions;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.schema.ToolJson;
import dev.retinue.toolset.ArgumentsDigest;
import dev.retinue.toolset.DefaultAgent;
import dev.retinue.toolset.lifecycle.BudgetInput;
import dev.retinue.web.api.Operation.About;
import dev.retinue.web.api.Operation.Parameter;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What can be done with a session as a whole: open it, look at it, name it, fork it, give it to
/// somebody else, close it.
final class SessionOperations {
  static final String ALL = "/api/sessions";
  static final String ONE = ALL + "/{id}";

  private static final int USUAL = 100;
  private static final int MOST = 1000;
  private static final int USUAL_MESSAGES = 50;
  private static final int MOST_MESSAGES = 100_000;
  private static final Duration LEAVING = Duration.ofSeconds(10);

  private final Staff staff;
  private final Sessions sessions;
  private final Seats seats;
  private final DefaultAgent defaultAgent;
  private final SessionDetails details;
  private final BodyReader<SessionForms.Opening> opening =
      new BodyReader<>(SessionForms.Opening.class);
  private final BodyReader<SessionForms.Title> title = new BodyReader<>(SessionForms.Title.class);
  private final BodyReader<SessionForms.Forking> forking =
      new BodyReader<>(SessionForms.Forking.class);
  private final BodyReader<SessionForms.Transfer> transfer =
      new BodyReader<>(SessionForms.Transfer.class);

  SessionOperations(Staff staff, Seats seats, DefaultAgent defaultAgent) {
    this.staff = staff;
    this.sessions = staff.sessions();
    this.seats = seats;
    this.defaultAgent = defaultAgent;
    this.details = new SessionDetails(staff);
  }

  List<Operation> all() {
    return List.of(
        Operation.json(
            "GET",
            ALL,
            About.answering(
                    "Your sessions, the one first that was used last.", SessionForms.Rows.class)
                .with(
                    new Parameter("include_closed", "boolean", "Whether closed ones come, too."),
                    new Parameter(
                        "everybody",
                        "boolean",
                        "Whether those of others come, too: for the scopes watch and admin."),
                    new Parameter("limit", "integer", "How many at most: 1 to 1000, usually 100."),
                    new Parameter("before", "string", "The 'next_before' of the page before."),
                    new Parameter(
                        "search", "string", "Only those whose title, agent or id has this in it.")),
            this::list),
        Operation.json(
            "POST",
            ALL,
            About.answering("Opens a session.", SessionForms.Row.class)
                .taking(SessionForms.Opening.class),
            this::open),
        Operation.json(
            "GET",
            ONE,
            About.answering(
                "What is known of a session, with the last of what was said.",
                SessionForms.Row.class,
                SessionForms.More.class),
            call -> details.details(call.caller(), require(call))),
        Operation.json(
            "DELETE",
            ONE,
            About.answering(
                "Closes a session; who speaks in it is stopped.", SessionForms.Closed.class),
            call ->
                new SessionForms.Closed(sessions.close(call.caller(), id(call)).id(), "closed")),
        Operation.json(
            "PATCH",
            ONE + "/title",
            About.answering("Gives a session another title.", SessionForms.Row.class)
                .taking(SessionForms.Title.class),
            call ->
                row(call, sessions.rename(call.caller(), id(call), title.require(call).title()))),
        Operation.json(
            "GET",
            ONE + "/messages",
            About.answering("What was said, in its order.", SessionForms.Messages.class)
                .with(
                    new Parameter(
                        "limit", "integer", "How many of the last; usually 50, 0 for all."),
                    new Parameter("before", "string", "The 'prev_cursor' of the page after.")),
            this::messages),
        Operation.json(
            "POST",
            ONE + "/fork",
            About.answering(
                    "Makes a session that goes on with what was said in this one.",
                    SessionForms.Row.class)
                .taking(SessionForms.Forking.class),
            this::fork),
        Operation.json(
            "POST",
            ONE + "/transfer",
            About.answering("Lets another agent answer from now on.", SessionForms.Row.class)
                .taking(SessionForms.Transfer.class),
            this::transfer));
  }

  static String id(ApiCall call) {
    return call.visit().name("id");
  }

  private Session require(ApiCall call) {
    return sessions.require(call.caller(), id(call));
  }

  private SessionForms.Row row(ApiCall call, Session session) {
    return details.row(call.caller(), session);
  }

  private Object list(ApiCall call) {
    var limit = call.number("limit", 1, MOST);
    boolean closedToo = "true".equals(call.word("include_closed"));
    int most = limit == null ? USUAL : limit.intValue();
    var search = call.word("search");
    var before = call.word("before");
    var who = call.caller();
    SessionList page;
    if ("true".equals(call.word("everybody"))) {
      page = sessions.everybodys(who, closedToo, before, most, search);
    } else if (search == null) {
      page = sessions.list(who, closedToo, before, most);
    } else {
      page = sessions.search(who, closedToo, before, most, search);
    }
    return new SessionForms.Rows(
        page.sessions().stream().map(it -> row(call, it)).toList(), page.total(), page.next());
  }

  private Object open(ApiCall call) {
    var body = opening.find(call).orElse(SessionForms.Opening.USUAL);
    var caller = call.seated(seats);
    caller.require(Caller.Scope.RUN);
    var agent = body.agent() == null ? defaultAgent.choose(caller).agent().name() : body.agent();
    return row(
        call,
        sessions.open(
            caller,
            new Sessions.Opening(
                agent,
                body.title(),
                body.workingDir(),
                BudgetInput.budget(body.budget()),
                body.model(),
                false),
            key(call, caller, "create_session", ToolJson.MAPPER.valueToTree(body))));
  }

  /// Of what is done with it, if its caller wants it done once.
  static @Nullable StartKey key(ApiCall call, Caller caller, String tool, ObjectNode arguments) {
    var key = call.visit().header("Idempotency-Key");
    return key == null
        ? null
        : new StartKey(caller.holder(), tool, key, ArgumentsDigest.of(arguments));
  }

  private Object messages(ApiCall call) {
    var limit = call.number("limit", 0, MOST_MESSAGES);
    return details.messages(
        call.caller(),
        require(call),
        limit == null ? USUAL_MESSAGES : limit.intValue(),
        call.word("before"));
  }

  private Object fork(ApiCall call) {
    var body = forking.find(call).orElse(new SessionForms.Forking(null, null));
    ObjectNode arguments = ToolJson.MAPPER.valueToTree(body);
    var key = key(call, call.caller(), "fork_session", arguments.put("session", id(call)));
    var last = runOf(body.runId());
    return row(call, sessions.fork(call.caller(), id(call), body.title(), last, key));
  }

  static @Nullable RunId runOf(@Nullable String text) {
    return text == null ? null : RunId.of(text);
  }

  private Object transfer(ApiCall call) {
    var to = transfer.require(call).agent();
    var session =
        staff
            .audit()
            .of(
                call.caller(),
                Action.SESSION_TRANSFER,
                Subject.session(id(call)),
                () -> require(call));
    awaitLeaving(staff, call.caller(), session);
    return row(call, sessions.transfer(call.caller(), id(call), to));
  }

  /// Whoever has an answer meets no conflict because something of its run is left.
  static void awaitLeaving(Staff staff, Caller caller, Session session) {
    var turn = session.turn();
    if (turn != null && staff.find(caller, turn).filter(Run::ended).isPresent()) {
      try {
        staff.await(caller, turn, run -> !run.ending(), LEAVING);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
