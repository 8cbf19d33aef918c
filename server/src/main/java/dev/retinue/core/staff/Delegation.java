package dev.retinue.core.staff;

import dev.retinue.core.Digest;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.port.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// What a run at work has to do with those below it.
final class Delegation {
  private static final int PIECE = 1 << 20;

  private final Staff staff;
  private final RunStore store;
  private final Run run;
  private final BooleanSupplier ended;

  /// @param ended whether the run that delegates has ended
  Delegation(Staff staff, RunStore store, Run run, BooleanSupplier ended) {
    this.staff = staff;
    this.store = store;
    this.run = run;
    this.ended = ended;
  }

  Run start(String key, String agent, String task) {
    var once =
        new StartKey(
            run.commission().caller(), "delegate", run.id() + "/" + key, Digest.of(agent, task));
    var me = Crew.callerOf(run);
    return earlier(once.of(me))
        .orElseGet(() -> staff.start(me, StartRequest.of(agent, task).once(once)));
  }

  /// Who does it again finds it even if somebody has removed it since: it was stopped then.
  private Optional<Run> earlier(StartKey key) {
    return store.earlier(key).map(it -> Starts.same(key, it)).flatMap(it -> store.recorded(it));
  }

  Run await(RunId below) throws InterruptedException {
    var me = Crew.callerOf(run);
    var rung = new Semaphore(0);
    // Its own end too: it may be completed by its owner, while those below go on.
    try (var _ = staff.bells().listen(run.id(), rung::release);
        var _ = staff.bells().listen(below, rung::release);
        var _ = staff.crew().stepAside(run.id())) {
      while (true) {
        var now =
            Patience.insist(() -> store.recorded(below))
                .filter(me::maySee)
                .orElseThrow(() -> Staff.notFound(below));
        if (now.ended() || ended.getAsBoolean()) {
          return now;
        }
        rung.acquire();
        rung.drainPermits();
      }
    }
  }

  /// Hands on what the other delivered, piece by piece.
  void adopt(Run below, Consumer<byte[]> deliver) {
    var payload = below.dossier().payload();
    if (payload == null || !Crew.callerOf(run).maySee(below)) {
      return;
    }
    try (var result = staff.payloads().read(payload)) {
      for (var piece = result.readNBytes(PIECE);
          piece.length > 0;
          piece = result.readNBytes(PIECE)) {
        deliver.accept(piece);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
