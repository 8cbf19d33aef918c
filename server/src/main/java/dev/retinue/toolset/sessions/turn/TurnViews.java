package dev.retinue.toolset.sessions.turn;

import dev.retinue.core.Caller;
import dev.retinue.core.Run;
import dev.retinue.core.Speakers;
import dev.retinue.core.State;
import dev.retinue.core.staff.Staff;
import dev.retinue.toolset.lifecycle.Results;
import dev.retinue.toolset.reading.Reading;
import dev.retinue.toolset.sessions.turn.TurnAnswer.Metadata;
import dev.retinue.toolset.sessions.turn.TurnAnswer.MoreEvents;
import dev.retinue.toolset.sessions.turn.TurnAnswer.Waits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Messages and what has become of them, as much of it as fits into one answer.
public final class TurnViews {
  private static final int MOST_NEEDS = 10;

  private final Staff staff;
  private final Results results;
  private final InstantSource clock;

  public TurnViews(Staff staff, InstantSource clock) {
    this.staff = staff;
    this.results = new Results(staff);
    this.clock = clock;
  }

  /// What has become of this one until now.
  public TurnAnswer answer(Caller caller, Run run) {
    var waits = waits(caller, run);
    var bare = bare(caller, run, waits);
    int room = Reading.share(1, Reading.length(bare));
    var events = new ShownEvents(room);
    TurnReader.read(
        run, (after, most) -> staff.feed().read(caller, run.id(), after, most), events::add);
    // Both are shown, and if there is too much of both the answer is worth more.
    var response =
        run.ended()
            ? results.piece(run, 0, room - Math.min(events.length(), room / 3))
            : new Reading.Piece(null, null);
    var text = response.text();
    events.shrink(room - (text == null ? 0 : Reading.length(text)));
    return with(bare, response, events);
  }

  private TurnAnswer bare(Caller caller, Run run, @Nullable List<Waits> waits) {
    var session = session(run);
    return new TurnAnswer(
        null,
        List.of(),
        metadata(caller, run, session),
        session,
        run.id().text(),
        status(run.state()),
        TurnWords.error(run.state()),
        TurnWords.reason(run.state()),
        waits,
        warnings(run),
        next(run, session, waits),
        null,
        null);
  }

  private static TurnAnswer with(TurnAnswer bare, Reading.Piece response, ShownEvents events) {
    return new TurnAnswer(
        response.text(),
        events.shown(),
        bare.metadata().counting(events.toolCalls(), events.total()),
        bare.sessionId(),
        bare.runId(),
        bare.status(),
        bare.error(),
        bare.reason(),
        bare.waitingFor(),
        bare.warnings(),
        bare.message(),
        events.isWhole()
            ? null
            : new MoreEvents(
                events.shown().size(), events.total(), TurnResources.address(bare.runId())),
        Reading.rests(response));
  }

  private Metadata metadata(Caller caller, Run run, String session) {
    // With all that it had others do: that is what its caller pays for.
    var usage = staff.register().usage(run);
    var end = run.endedAt() == null ? clock.instant() : run.endedAt();
    var time = Duration.between(run.commission().createdAt(), end);
    return new Metadata(
        Math.max(0, time.toMillis()),
        0,
        0,
        usage.tokens(),
        usage.inputTokens(),
        usage.outputTokens(),
        usage.unpriced() ? null : usage.cost().usd(),
        session,
        staff.register().work(caller, run.id()).orElse("").length(),
        run.facts().getOrDefault(Speakers.SPEAKER, run.commission().agent().name()),
        run.facts().get("model_answered"));
  }

  static String session(Run run) {
    var session = run.commission().terms().session();
    return session == null ? "" : session;
  }

  /// A message that waits for its turn is in line, for whoever sent it.
  public static String status(State state) {
    return state instanceof State.Ready ? "queued" : state.word();
  }

  private static @Nullable List<String> warnings(Run run) {
    var warnings = run.dossier().warnings();
    return warnings.isEmpty() ? null : warnings;
  }

  /// Its own needs, and those of whoever works for it.
  private @Nullable List<Waits> waits(Caller caller, Run run) {
    if (run.ended() || run.state() instanceof State.Ready) {
      return null;
    }
    var all =
        Stream.concat(Stream.of(run), staff.register().waitingBelow(caller, run).stream())
            .flatMap(TurnViews::needs)
            .limit(MOST_NEEDS)
            .toList();
    return all.isEmpty() ? null : all;
  }

  private static Stream<Waits> needs(Run run) {
    return run.needs().stream()
        .map(need -> new Waits(run.id().text(), need.id(), need.kind().word(), need.text()));
  }

  private static @Nullable String next(Run run, String session, @Nullable List<Waits> waits) {
    if (run.ended()) {
      return null;
    }
    if (waits != null) {
      return String.format(
          Locale.ROOT,
          "It waits for what waiting_for says. Answer with the tool answer (agent_id %s), then call get_session_history with session_id %s and run_id %s.",
          waits.getFirst().agentId(),
          session,
          run.id());
    }
    return String.format(
        Locale.ROOT,
        "It goes on by itself. Call get_session_history with session_id %s, run_id %s and wait_seconds for its answer; steer says something to it, interrupt_session stops it.",
        session,
        run.id());
  }
}
