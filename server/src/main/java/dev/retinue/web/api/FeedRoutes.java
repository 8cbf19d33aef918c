package dev.retinue.web.api;

import dev.retinue.core.Recorded;
import dev.retinue.core.RetinueException;
import dev.retinue.core.staff.Staff;
import dev.retinue.web.api.Operation.About;
import dev.retinue.web.api.Operation.Parameter;
import dev.retinue.web.http.Pulse;
import dev.retinue.web.http.Refusal;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// What has happened, from a cursor on: a page of it as JSON, or all of it and what comes, as a
/// stream of server-sent events.
final class FeedRoutes {
  private static final String NOW = "now";
  private static final int USUAL = 100;
  private static final int MOST = 1000;

  private static final Parameter AFTER =
      new Parameter(
          "after",
          "string",
          "The cursor: only what came after it. Usually 0; 'now' for what is yet to come.");
  private static final Parameter LIMIT =
      new Parameter("limit", "integer", "How many at most: 1 to 1000, usually 100.");
  private static final Parameter DRAFTS =
      new Parameter(
          "drafts",
          "boolean",
          "Whether a stream also has what the agent writes before it says it.");

  private final Staff staff;
  private final Pulse pulse;
  private final Streams streams;

  FeedRoutes(Staff staff, Pulse pulse, Streams streams) {
    this.staff = staff;
    this.pulse = pulse;
    this.streams = streams;
  }

  List<Operation> all() {
    return List.of(
        both(
            "/api/agents/{id}/events",
            about("What has happened in a run; as a stream until it is over.")
                .with(AFTER, LIMIT, DRAFTS),
            this::pageOfRun,
            this::streamOfRun),
        both(
            "/api/events",
            about("What has happened in all runs; as a stream without an end.").with(AFTER, LIMIT),
            this::pageOfAll,
            this::streamOfAll));
  }

  private static About about(String summary) {
    return About.answering(summary, Answers.Events.class).streaming();
  }

  private static Operation both(
      String path, About about, Operation.Answering page, Consumer<ApiCall> stream) {
    var json = Operation.json("GET", path, about, page);
    return new Operation(
        "GET",
        path,
        about,
        visit -> {
          if (!Streams.wanted(visit)) {
            json.handling().handle(visit);
            return;
          }
          try {
            stream.accept(new ApiCall(visit));
          } catch (RetinueException e) {
            Refusal.send(visit, e);
          }
        });
  }

  private Object pageOfRun(ApiCall call) {
    long after = after(call, false, endOf(call));
    var events = staff.feed().read(call.caller(), call.run(), after, limit(call));
    long next = events.isEmpty() ? after : events.getLast().sequence();
    return new Answers.Events(events.stream().map(EventView::of).toList(), next);
  }

  private Object pageOfAll(ApiCall call) {
    var page =
        staff.feed().readAll(call.caller(), after(call, false, staff.feed()::end), limit(call));
    return new Answers.Events(page.events().stream().map(EventView::of).toList(), page.position());
  }

  private void streamOfRun(ApiCall call) {
    var caller = call.caller();
    var run = staff.require(caller, call.run()).id();
    long after = after(call, true, endOf(call));
    var plain = EventStream.Telling.plain(Recorded::sequence);
    boolean drafts = "true".equals(call.word("drafts"));
    var telling = drafts ? plain.with(written -> EventView.of(run, written)) : plain;
    streams.take(caller).run(staff, pulse, call, run, after, telling);
  }

  private void streamOfAll(ApiCall call) {
    long after = after(call, true, staff.feed()::end);
    streams
        .take(call.caller())
        .open(
            new EventStream(
                call.visit(),
                pulse,
                after,
                EventStream.Telling.plain(Recorded::position),
                _ -> false),
            stream ->
                staff.feed().followAll(call.caller(), after, (events, _) -> stream.take(events)));
  }

  private static int limit(ApiCall call) {
    var limit = call.number("limit", 1, MOST);
    return limit == null ? USUAL : limit.intValue();
  }

  /// What a client saw last wins over where it once wanted to begin.
  private static long after(ApiCall call, boolean resumes, LongSupplier end) {
    var last = resumes ? call.visit().header("Last-Event-ID") : null;
    if (last != null && !last.isBlank()) {
      return ApiCall.number("Last-Event-ID", last.strip(), 0, Long.MAX_VALUE);
    }
    if (NOW.equals(call.word("after"))) {
      return end.getAsLong();
    }
    var after = call.number("after", 0, Long.MAX_VALUE);
    return after == null ? 0 : after;
  }

  private LongSupplier endOf(ApiCall call) {
    return () -> staff.require(call.caller(), call.run()).sequence();
  }
}
