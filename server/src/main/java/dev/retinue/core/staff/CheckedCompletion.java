package dev.retinue.core.staff;

import dev.retinue.core.Blob;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.Verdict;
import dev.retinue.core.port.Blobs;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Completes a run whose result has to pass checks first. While they are made nothing is held that
/// others need: whoever stops the run, or adds to its result, comes first.
final class CheckedCompletion {
  private static final int STRIPES = 64;
  private static final int MOST_TRIES = 5;

  private final Staff staff;
  private final Payloads payloads;
  private final Blobs blobs;
  // One completion of a run at a time: a retry waits, and finds the run completed.
  private final List<ReentrantLock> locks =
      IntStream.range(0, STRIPES).mapToObj(_ -> new ReentrantLock()).toList();

  CheckedCompletion(Staff staff, Payloads payloads, Blobs blobs) {
    this.staff = staff;
    this.payloads = payloads;
    this.blobs = blobs;
  }

  /// The result as it would be: on disk, in a file that nobody else writes to, and not recorded.
  ///
  /// @param soFar what it was made of
  private record Draft(Run run, @Nullable Blob soFar, @Nullable Blob whole) {}

  Run complete(Caller caller, RunId id, String summary, byte[] payload) {
    var lock = locks.get(Math.floorMod(id.hashCode(), STRIPES));
    try {
      lock.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "Another completion of run '%s' is being checked; ask for its status.".formatted(id),
          e);
    }
    try {
      return completeAlone(caller, id, summary, payload);
    } finally {
      lock.unlock();
    }
  }

  private Run completeAlone(Caller caller, RunId id, String summary, byte[] payload) {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      var draft = payloads.locked(id, () -> draft(payloads.requireOwn(caller, id), payload));
      var verdicts = staff.acceptance().judge(draft.run(), draft.whole());
      var done = payloads.locked(id, () -> record(caller, draft, summary, verdicts));
      if (done != null) {
        return done;
      }
    }
    throw new RetinueException(
        ErrorCode.CONFLICT,
        "The result of run '%s' grew while it was checked; complete it when it is whole."
            .formatted(id));
  }

  private Draft draft(Run run, byte[] payload) {
    var soFar = run.dossier().payload();
    if (payload.length == 0) {
      return new Draft(
          run, soFar, soFar == null || soFar.pieces() == 1 ? soFar : blobs.pack(soFar));
    }
    Payloads.requireRoom(run, soFar, payload);
    var added = blobs.append(run.id(), Blobs.Kind.PAYLOAD, soFar, payload);
    var whole = blobs.pack(added);
    if (soFar == null) {
      payloads.dropReplaced(added, whole);
    }
    return new Draft(run, soFar, whole);
  }

  /// Nothing if the result is another by now, and has to be looked at again.
  private @Nullable Run record(Caller caller, Draft draft, String summary, List<Verdict> verdicts) {
    var id = draft.run().id();
    var completed =
        staff.change(
            change -> {
              var now = payloads.requireOwn(change, caller, id);
              return Acceptance.isStill(draft.soFar(), now)
                  ? change.record(
                      now,
                      now.complete(
                          summary, draft.whole(), State.Evidence.CLAIMED, verdicts, change.now()))
                  : null;
            });
    if (completed != null) {
      payloads.dropReplaced(draft.soFar(), completed.dossier().payload());
    }
    return completed;
  }
}
