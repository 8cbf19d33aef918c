package dev.retinue.core.staff;

import dev.retinue.core.Blob;
import dev.retinue.core.Caller;
import dev.retinue.core.Caller.Scope;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Limit;
import dev.retinue.core.LimitHit;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.port.Blobs;
import dev.retinue.core.port.RunStore;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Results and output too large for a row: the bytes are durable before the row that names them.
final class Payloads {
  private static final long LARGEST = Limit.PAYLOAD.bound();
  private static final int STRIPES = 64;

  /// The fact that there was more output than is kept.
  private static final String CUT = "output_cut";

  private final Staff staff;
  private final RunStore store;
  private final Blobs blobs;
  private final CheckedCompletion completion;
  // Whoever writes to the files of a run holds its lock until the row is written too.
  private final List<ReentrantLock> locks =
      IntStream.range(0, STRIPES).mapToObj(_ -> new ReentrantLock()).toList();

  Payloads(Staff staff, RunStore store, Blobs blobs) {
    this.staff = staff;
    this.store = store;
    this.blobs = blobs;
    this.completion = new CheckedCompletion(staff, this, blobs);
  }

  Run complete(Caller caller, RunId id, String summary, byte[] payload) {
    return staff
        .audit()
        .of(
            caller,
            Action.RUN_COMPLETE,
            Subject.run(id),
            () -> finish(caller, id, summary, payload));
  }

  private Run finish(Caller caller, RunId id, String summary, byte[] payload) {
    return Acceptance.isNeededFor(requireOwn(caller, id))
        ? completion.complete(caller, id, summary, payload)
        : completeUnchecked(caller, id, summary, payload);
  }

  private Run completeUnchecked(Caller caller, RunId id, String summary, byte[] payload) {
    return locked(
        id,
        () -> {
          var run = requireOwn(caller, id);
          if (run.complete(summary, null, State.Evidence.CLAIMED, run.commission().createdAt())
              .isEmpty()) {
            return run;
          }
          var soFar = run.dossier().payload();
          var blob = whole(run, payload);
          var completed =
              staff.change(
                  change -> {
                    var now = requireOwn(change, caller, id);
                    return change.record(
                        now, now.complete(summary, blob, State.Evidence.CLAIMED, change.now()));
                  });
          dropReplaced(soFar, completed.dossier().payload());
          return completed;
        });
  }

  /// What was packed anew is not needed any more in its pieces.
  void dropReplaced(@Nullable Blob before, @Nullable Blob after) {
    if (before != null && after != null && !before.file().equals(after.file())) {
      try {
        blobs.delete(before);
      } catch (RetinueException e) {
        // The run is done and recorded all the same; the file goes with it one day.
        Trouble.note("a file that is not needed any more stays", e);
      }
    }
  }

  Run append(Caller caller, RunId id, byte[] more) {
    return staff
        .audit()
        .of(caller, Action.RUN_APPEND, Subject.run(id), () -> add(caller, id, more));
  }

  private Run add(Caller caller, RunId id, byte[] more) {
    return locked(
        id,
        () -> {
          requireUnderWay(requireOwn(caller, id));
          // It may have ended while the bytes were written; then they are not part of it.
          return requireUnderWay(deliver(id, Payloads::isUnderWay, more));
        });
  }

  /// Accepted, and not ended.
  private static boolean isUnderWay(Run run) {
    return run.state().active() || run.state() instanceof State.Queued;
  }

  private static Run requireUnderWay(Run run) {
    if (!isUnderWay(run)) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Run '%s' is %s; a result is built while it runs."
              .formatted(run.id(), run.state().word()));
    }
    return run;
  }

  /// What is in it.
  InputStream read(Blob payload) {
    return blobs.open(payload);
  }

  InputStream open(Blob payload) {
    return blobs.openStored(payload);
  }

  /// Adds to the result, for the runtime of the run.
  Run deliver(RunId id, Function<Run, Boolean> may, byte[] more) {
    return extend(id, Blobs.Kind.PAYLOAD, may, more);
  }

  /// Adds to what the run printed, for its runtime. Who prints too much is not ended for it: the
  /// beginning is kept, and it is said that there was more.
  Run print(RunId id, Function<Run, Boolean> may, byte[] more) {
    return locked(
        id,
        () -> {
          var run = recorded(id);
          var soFar = run.dossier().output();
          long room = LARGEST - (soFar == null ? 0 : soFar.bytes());
          if (more.length <= room) {
            return extend(id, Blobs.Kind.OUTPUT, may, more);
          }
          if (run.facts().containsKey(CUT)) {
            return run;
          }
          extend(id, Blobs.Kind.OUTPUT, may, Arrays.copyOf(more, (int) room));
          return staff.change(change -> noteCut(change, change.require(id), may));
        });
  }

  /// Also one that was removed: its last words are heard by nobody, but are no mistake.
  private Run recorded(RunId id) {
    return store.recorded(id).orElseThrow(() -> Staff.notFound(id));
  }

  private static Run noteCut(Change change, Run run, Function<Run, Boolean> may) {
    var at = change.now();
    var sentence = "It printed more than %d MB; the rest is not kept.".formatted(LARGEST >> 20);
    var events = new ArrayList<>(run.observe(new RunEvent.Noted(at, sentence)));
    events.addAll(run.observe(new RunEvent.Learned(at, Map.of(CUT, "true"))));
    return may.apply(run) ? change.record(run, events) : run;
  }

  private Run extend(RunId id, Blobs.Kind kind, Function<Run, Boolean> may, byte[] more) {
    return locked(
        id,
        () -> {
          var run = recorded(id);
          if (!may.apply(run) || more.length == 0) {
            return run;
          }
          var soFar = kind == Blobs.Kind.PAYLOAD ? run.dossier().payload() : run.dossier().output();
          requireRoom(run, soFar, more);
          var blob = blobs.append(id, kind, soFar, more);
          return staff.change(
              change -> {
                var now = change.require(id);
                var at = change.now();
                var event =
                    kind == Blobs.Kind.PAYLOAD
                        ? new RunEvent.Delivered(at, blob)
                        : new RunEvent.Printed(at, blob);
                return may.apply(now) ? change.record(now, now.observe(event)) : now;
              });
        });
  }

  /// What was delivered so far and this, as one piece, because not every reader takes several.
  private @Nullable Blob whole(Run run, byte[] payload) {
    var soFar = run.dossier().payload();
    if (payload.length == 0 && soFar == null) {
      return null;
    }
    requireRoom(run, soFar, payload);
    var all =
        payload.length == 0 && soFar != null
            ? soFar
            : blobs.append(run.id(), Blobs.Kind.PAYLOAD, soFar, payload);
    return all.pieces() > 1 ? blobs.pack(all) : all;
  }

  static void requireRoom(Run run, @Nullable Blob soFar, byte[] more) {
    long bytes = (soFar == null ? 0 : soFar.bytes()) + more.length;
    if (bytes > LARGEST) {
      throw LimitHit.fixed(Limit.PAYLOAD, LimitHit.Whose.run(run.id()), LimitHit.Frees.never())
          .refusal(
              "Run '%s' would have %d MB kept, and %d are allowed; write large results to files."
                  .formatted(run.id(), bytes >> 20, LARGEST >> 20));
    }
  }

  Run requireOwn(Caller caller, RunId id) {
    return own(caller, staff.require(caller, id));
  }

  Run requireOwn(Change change, Caller caller, RunId id) {
    return own(caller, change.require(caller, id));
  }

  /// A run speaks for itself only, never for another that it happens to see.
  private static Run own(Caller caller, Run run) {
    caller.require(Scope.RUN);
    if (caller.run() != null && !caller.run().equals(run.id())) {
      throw new RetinueException(
          ErrorCode.FORBIDDEN,
          "Run '%s' cannot speak for run '%s'.".formatted(caller.run(), run.id()));
    }
    return run;
  }

  <T> T locked(RunId id, Supplier<T> action) {
    var lock = locks.get(Math.floorMod(id.hashCode(), STRIPES));
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }
}
