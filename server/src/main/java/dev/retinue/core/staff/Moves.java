package dev.retinue.core.staff;

import dev.retinue.core.Caller;
import dev.retinue.core.Caller.Scope;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.port.Blobs;
import dev.retinue.core.port.Parcels;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.port.RunStore.RunQuery;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Takes runs and sessions out of this house, and lets others in. What comes in is only read: it is
/// over, it belongs to whoever brings it, and nothing of it is ever carried out.
public final class Moves {
  private static final int AT_ONCE = 500;
  private static final int MOST_RUNS = 10_000;

  private final Staff staff;
  private final RunStore store;
  private final Blobs blobs;
  private final Parcels parcels;
  private final MoveGate imports;
  private final MoveGate exports;
  private final RandomGenerator random = new SecureRandom();

  public Moves(Staff staff, RunStore store, Blobs blobs, Parcels parcels) {
    this.staff = staff;
    this.store = store;
    this.blobs = blobs;
    this.parcels = parcels;
    this.imports = MoveGate.ofImports(staff.limits());
    this.exports = MoveGate.ofExports(staff.limits());
  }

  /// What is to go into one file.
  public record Load(List<Run> runs, List<Session> sessions) {}

  /// What came in.
  ///
  /// @param names under which other ids things are here that had ids which were taken
  public record Arrived(List<RunId> runs, List<String> sessions, Map<String, String> names) {}

  /// Whole trees, and of sessions all their turns; refused while something of it is at work.
  public Load load(Caller caller, Collection<RunId> runs, Collection<String> sessions) {
    return staff
        .audit()
        .reading(
            caller,
            Action.RUN_EXPORT,
            subject(runs, sessions),
            () -> collect(caller, runs, sessions));
  }

  private static Subject subject(Collection<RunId> runs, Collection<String> sessions) {
    return runs.isEmpty()
        ? sessions.stream().findFirst().map(Subject::session).orElse(Subject.HOUSE)
        : Subject.run(runs.iterator().next());
  }

  private Load collect(Caller caller, Collection<RunId> runs, Collection<String> sessions) {
    if (runs.isEmpty() && sessions.isEmpty()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT, "Nothing is named; name runs or a session to export.");
    }
    Map<RunId, Run> all = new LinkedHashMap<>();
    Map<String, Session> talks = new LinkedHashMap<>();
    for (var id : sessions) {
      var session = staff.sessions().require(caller, id);
      addOrigins(caller, session, talks, all);
      talks.put(session.id(), session);
      for (var turn : list(null, session.id())) {
        addTree(caller, turn, all);
      }
    }
    for (var id : runs) {
      addTree(caller, staff.require(caller, id), all);
    }
    return new Load(List.copyOf(all.values()), List.copyOf(talks.values()));
  }

  /// What a fork goes on with, as far as it does; the oldest first.
  private void addOrigins(
      Caller caller, Session session, Map<String, Session> talks, Map<RunId, Run> all) {
    var parts = new ArrayDeque<Part>();
    Instant until = null;
    for (var each = session; each != null; each = origin(caller, each)) {
      if (until != null) {
        parts.push(new Part(each, until));
      }
      until = earlier(until, until(each));
    }
    for (var part : parts) {
      talks.putIfAbsent(part.session.id(), part.session);
      for (var turn : list(null, part.session.id())) {
        if (!turn.commission().createdAt().isAfter(part.until)) {
          addTree(caller, turn, all);
        }
      }
    }
  }

  private record Part(Session session, Instant until) {}

  private @Nullable Session origin(Caller caller, Session session) {
    var fork = session.past().fork();
    return fork == null || fork.last() == null
        ? null
        : store.session(fork.session(), caller.ownerOfSessions()).orElse(null);
  }

  /// When the last turn was sent that a fork takes over.
  private @Nullable Instant until(Session session) {
    var fork = session.past().fork();
    if (fork == null || fork.last() == null) {
      return null;
    }
    return store
        .find(fork.last())
        .map(it -> it.commission().createdAt())
        .or(() -> Optional.ofNullable(fork.lastAt()))
        .orElse(session.times().createdAt());
  }

  private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.isBefore(other) ? one : other;
  }

  private void addTree(Caller caller, Run run, Map<RunId, Run> all) {
    if (all.containsKey(run.id())) {
      return;
    }
    var root = staff.require(caller, run.root());
    for (var member : list(root.id(), null)) {
      if (!Change.isOver(member)) {
        throw new RetinueException(
            ErrorCode.CONFLICT,
            "Run '%s' is still at work; export it when it has ended, or stop it."
                .formatted(member.id()));
      }
      all.put(member.id(), member);
      if (all.size() > MOST_RUNS) {
        throw new RetinueException(
            ErrorCode.INVALID_INPUT,
            "That is more than %d runs; export fewer at once.".formatted(MOST_RUNS));
      }
    }
  }

  /// The oldest first, so that those above come before those below.
  private List<Run> list(@Nullable RunId root, @Nullable String session) {
    var found = new ArrayList<Run>();
    Long before = null;
    do {
      var page = store.list(new RunQuery(null, List.of(), root, session, before, AT_ONCE));
      found.addAll(page.runs());
      before = page.next();
    } while (before != null && found.size() <= MOST_RUNS);
    return found.reversed();
  }

  /// One file of all of it, which takes room on the disk until it is closed.
  public Parcels.Packing pack(Caller caller, Load load) {
    var leave = exports.enter(caller);
    boolean packed = false;
    try {
      var file = parcels.pack(load.runs(), load.sessions(), staff.beforeStart);
      packed = true;
      return new Packed(file, leave);
    } finally {
      if (!packed) {
        leave.run();
      }
    }
  }

  private record Packed(Parcels.Packing file, Runnable leave) implements Parcels.Packing {
    @Override
    public long bytes() {
      return file.bytes();
    }

    @Override
    public void copyTo(OutputStream out) throws IOException {
      file.copyTo(out);
    }

    @Override
    public void close() {
      try {
        file.close();
      } finally {
        leave.run();
      }
    }
  }

  /// Lets in what somebody brings.
  public Arrived take(Caller caller, InputStream file) {
    return staff.audit().of(caller, Action.RUN_IMPORT, Subject.HOUSE, () -> unpack(caller, file));
  }

  private Arrived unpack(Caller caller, InputStream file) {
    caller.require(Scope.RUN);
    if (caller.run() != null) {
      throw new RetinueException(ErrorCode.FORBIDDEN, "A run cannot import runs; its caller can.");
    }
    return imports.pass(
        caller,
        () -> {
          try (var delivery = parcels.receive(file, staff.beforeStart)) {
            return imports.look(() -> unpack(caller, delivery));
          }
        });
  }

  private Arrived unpack(Caller caller, Parcels.Delivery delivery) {
    try (var parcel = delivery.open()) {
      var names = names(parcel);
      var arrivals = new Arrivals(caller, parcel.contents(names));
      var arrived = new Arrived(arrivals.ids(), arrivals.sessionIds(), names);
      boolean kept = false;
      try {
        var runs = arrivals.runs((run, kind) -> parcel.bytes(run, kind), blobs);
        staff.change(
            change -> {
              arrivals.record(change, runs, staff.sessions()::requireRoom);
              return null;
            });
        kept = true;
        return arrived;
      } finally {
        if (!kept) {
          arrived.runs().stream()
              .filter(it -> store.recorded(it).isEmpty())
              .forEach(blobs::deleteAll);
        }
      }
    }
  }

  /// Ids are kept where they are free.
  private Map<String, String> names(Parcels.Parcel parcel) {
    var names = new LinkedHashMap<String, String>();
    for (var id : parcel.runs()) {
      if (store.recorded(id).isPresent()) {
        names.put(id.text(), RunId.random(id.prefix(), random).text());
      }
    }
    for (var id : parcel.sessions()) {
      if (store.session(id).isPresent()) {
        names.put(id, Openings.uuid(random.nextLong(), random.nextLong()));
      }
    }
    return Map.copyOf(names);
  }
}
