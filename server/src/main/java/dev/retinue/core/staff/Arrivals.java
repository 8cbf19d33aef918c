package dev.retinue.core.staff;

import dev.retinue.core.Account;
import dev.retinue.core.Blob;
import dev.retinue.core.Budget;
import dev.retinue.core.Caller;
import dev.retinue.core.Commission;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Need;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.Usage;
import dev.retinue.core.port.Blobs;
import dev.retinue.core.port.Parcels;
import dev.retinue.core.port.Parcels.Packed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an export becomes here: history that belongs to whoever brought it. Folders, checks and
/// what programs knew of their own conversations stay behind: they are of another machine, and
/// whoever made the file could have written anything.
final class Arrivals {
  /// The label of a run that came so.
  static final String IMPORTED = "imported";

  private static final Set<String> FACTS = Set.of("model", "speaker", "output_cut", "warnings");

  private final Caller caller;
  private final Parcels.Contents contents;

  Arrivals(Caller caller, Parcels.Contents contents) {
    this.caller = caller;
    this.contents = contents;
    Customs.require(contents);
  }

  /// Where the bytes of a run are.
  interface Bytes {
    Optional<byte[]> of(RunId packedAs, Blobs.Kind kind);
  }

  /// Refuses a caller who would have too many open sessions.
  interface KeptSessions {
    void require(Change change, String caller, long more);
  }

  /// A run as it is going to be kept.
  record Arrival(Run run, @Nullable String prompt, List<RunEvent> events) {}

  List<RunId> ids() {
    return contents.runs().stream().map(it -> it.run().id()).toList();
  }

  List<String> sessionIds() {
    return contents.sessions().stream().map(Session::id).toList();
  }

  List<Arrival> runs(Bytes bytes, Blobs blobs) {
    var arrivals = new ArrayList<Arrival>();
    for (var packed : contents.runs()) {
      var payload = keep(packed, Blobs.Kind.PAYLOAD, bytes, blobs);
      var output = keep(packed, Blobs.Kind.OUTPUT, bytes, blobs);
      var events = events(packed, payload, output);
      var run = replayed(packed, events);
      if (!Change.isOver(run)) {
        throw Customs.damaged("run '%s' has not ended".formatted(packed.packedAs()));
      }
      arrivals.add(new Arrival(run, packed.prompt(), events));
    }
    return arrivals;
  }

  private Run replayed(Packed packed, List<RunEvent> events) {
    try {
      return Run.create(packed.run().id(), commission(packed))
          .apply(events)
          .activeFor(packed.run().tenure().active());
    } catch (IllegalStateException
        | IllegalArgumentException
        | NullPointerException
        | ArithmeticException
        | RetinueException e) {
      throw Customs.damaged("the events of run '%s' cannot be".formatted(packed.packedAs()));
    }
  }

  private static @Nullable Blob keep(Packed packed, Blobs.Kind kind, Bytes bytes, Blobs blobs) {
    return bytes
        .of(packed.packedAs(), kind)
        .map(it -> blobs.append(packed.run().id(), kind, null, it))
        .orElse(null);
  }

  private Commission commission(Packed packed) {
    var old = packed.run().commission();
    var session = old.terms().session();
    var known = session != null && sessionIds().contains(session) ? session : null;
    var terms =
        new Commission.Terms(old.terms().budget(), old.terms().abortOnBudget(), null, known);
    return new Commission(
        caller.id(),
        old.agent(),
        old.lineage(),
        terms,
        Map.of(IMPORTED, packed.packedAs().text()),
        old.createdAt());
  }

  private static List<RunEvent> events(
      Packed packed, @Nullable Blob payload, @Nullable Blob output) {
    var events = new ArrayList<RunEvent>();
    for (var event : packed.events()) {
      var kept =
          switch (event) {
            case RunEvent.Delivered(var at, var _) ->
                payload == null ? null : new RunEvent.Delivered(at, payload);
            case RunEvent.Printed(var at, var _) ->
                output == null ? null : new RunEvent.Printed(at, output);
            case RunEvent.ResultCameLate(var at, var summary, var blob) ->
                new RunEvent.ResultCameLate(
                    at, Texts.putRight(summary), blob == null ? null : payload);
            case RunEvent.Learned(var at, var facts) -> learned(new RunEvent.Learned(at, facts));
            default -> putRight(event);
          };
      if (kept != null) {
        events.add(kept);
      }
    }
    return events;
  }

  /// What stands in the row of a run is read with every look at it, and is not always Retinue's.
  private static RunEvent putRight(RunEvent event) {
    return switch (event) {
      case RunEvent.Completed(var at, var summary, var evidence) ->
          new RunEvent.Completed(at, Texts.putRight(summary), evidence);
      case RunEvent.Failed(var at, var reason, var message) ->
          new RunEvent.Failed(at, reason, Texts.putRight(message));
      case RunEvent.Stopped(var at, var why) -> new RunEvent.Stopped(at, Texts.putRight(why));
      case RunEvent.Checked(var at, var check, var passed, var detail) ->
          new RunEvent.Checked(at, check, passed, Texts.putRight(detail));
      case RunEvent.Asked(var at, var need) ->
          new RunEvent.Asked(
              at, new Need(need.id(), need.kind(), Texts.putRight(need.text()), need.schema()));
      default -> event;
    };
  }

  private static @Nullable RunEvent learned(RunEvent.Learned event) {
    var facts = new HashMap<>(event.facts());
    facts.keySet().retainAll(FACTS);
    facts.replaceAll((_, fact) -> Texts.putRight(fact));
    return facts.isEmpty() ? null : new RunEvent.Learned(event.at(), facts);
  }

  /// In one transaction: all of it is here, or nothing.
  void record(Change change, List<Arrival> arrivals, KeptSessions kept) {
    for (var arrival : arrivals) {
      var run = arrival.run();
      if (change.records().recorded(run.id()).isPresent()) {
        throw new RetinueException(
            ErrorCode.CONFLICT, "Somebody imports the same at this moment; try again.");
      }
      change.records().insert(run, arrival.prompt(), arrival.events());
      change.records().save(run, List.of());
      change.records().markSeen(run.id());
    }
    accounts(arrivals).forEach(change.records()::save);
    long open = contents.sessions().stream().filter(it -> !it.closed()).count();
    if (open > 0) {
      kept.require(change, caller.holder(), open);
    }
    for (var session : originsFirst()) {
      if (change.records().session(session.id()).isPresent()) {
        throw new RetinueException(
            ErrorCode.CONFLICT, "Somebody imports the same at this moment; try again.");
      }
      var arrived = arrived(session);
      change.records().save(arrived);
      if (arrived.past().fork() != null) {
        change.records().noteOrigin(arrived.id(), arrived.past().fork().session());
      }
    }
  }

  private List<Session> originsFirst() {
    Map<String, Session> all = new HashMap<>();
    contents.sessions().forEach(it -> all.put(it.id(), it));
    var sorted = new LinkedHashSet<Session>();
    contents.sessions().forEach(it -> addOriginsFirst(it, all, sorted));
    return List.copyOf(sorted);
  }

  private static void addOriginsFirst(
      Session session, Map<String, Session> all, Set<Session> sorted) {
    var fork = session.past().fork();
    var origin = fork == null ? null : all.get(fork.session());
    if (origin != null) {
      addOriginsFirst(origin, all, sorted);
    }
    sorted.add(session);
  }

  /// As the runs add up, whatever the accounts said where they come from.
  private static List<Account> accounts(List<Arrival> arrivals) {
    Map<RunId, Usage> spent = new HashMap<>();
    Map<RunId, Long> below = new HashMap<>();
    for (var arrival : arrivals) {
      var run = arrival.run();
      run.payers().forEach(it -> spent.merge(it, run.dossier().usage(), Usage::plus));
      run.commission().lineage().above().forEach(it -> below.merge(it.run(), 1L, Long::sum));
    }
    return arrivals.stream()
        .map(Arrival::run)
        .filter(Run::hasAccount)
        .map(
            run ->
                new Account(
                    run.id(),
                    run.commission().terms().budget(),
                    spent.getOrDefault(run.id(), Usage.NONE),
                    Usage.NONE,
                    below.getOrDefault(run.id(), 0L)))
        .toList();
  }

  /// Nobody speaks in it. It goes on where its caller is, with whoever has the name of its agent
  /// here.
  private Session arrived(Session session) {
    var past = session.past();
    var fork =
        past.fork() != null && sessionIds().contains(past.fork().session()) ? past.fork() : null;
    var terms =
        new Session.Terms(
            session.terms().entry(),
            null,
            budget(session),
            session.terms().model(),
            session.terms().once());
    var known =
        new Session.Past(
            past.turns(),
            past.bytes(),
            past.usage(),
            past.millis(),
            past.last() != null && ids().contains(past.last()) ? past.last() : null,
            fork,
            past.transfers(),
            List.of(),
            List.of(),
            Objects.requireNonNullElse(past.runs(), 0L));
    return new Session(
        session.id(),
        caller.holder(),
        session.agent(),
        session.name(),
        session.times(),
        null,
        terms,
        known,
        List.of());
  }

  private static Budget budget(Session session) {
    return session.terms().budget();
  }
}
