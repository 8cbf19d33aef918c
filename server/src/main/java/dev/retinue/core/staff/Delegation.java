package dev.retinue.core.staff;

import dev.retinue.core.Digest;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import dev.retinue.core.group.Errand;
import dev.retinue.core.port.RunStore;
import dev.retinue.core.staff.StartRequest.Manner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

  Run start(String key, Errand errand) {
    var once =
        new StartKey(
            run.commission().caller(),
            "delegate",
            run.id() + "/" + key,
            Digest.of(errand.agent(), errand.prompt()));
    var me = Crew.callerOf(run);
    return earlier(once.of(me)).orElseGet(() -> staff.startPlanned(me, request(errand, once)));
  }

  private StartRequest request(Errand errand, StartKey once) {
    var how = errand.how();
    var manner =
        new Manner(run.id().prefix(), how.model(), how.labels(), how.tools(), how.preface());
    var terms = errand.terms(run.commission().terms());
    return new StartRequest(errand.agent(), errand.prompt(), manner, terms, once);
  }

  /// Who does it again finds it even if somebody has removed it since: it was stopped then.
  private Optional<Run> earlier(StartKey key) {
    return Patience.insist(
        () -> store.earlier(key).map(it -> Starts.same(key, it)).flatMap(it -> store.recorded(it)));
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

  /// Those of which nothing is at work any more, as soon as there is one.
  List<Run> awaitAny(Collection<RunId> below) throws InterruptedException {
    var rung = new Semaphore(0);
    // Only those that rang are looked at again: others may say a lot meanwhile.
    Set<RunId> toLookAt = ConcurrentHashMap.newKeySet();
    toLookAt.addAll(below);
    var listening = new ArrayList<Bells.Listening>();
    try (var _ = staff.bells().listen(run.id(), rung::release);
        var _ = staff.crew().stepAside(run.id())) {
      for (var each : below) {
        listening.add(
            staff
                .bells()
                .listen(
                    each,
                    () -> {
                      toLookAt.add(each);
                      rung.release();
                    }));
      }
      while (!ended.getAsBoolean()) {
        var over = over(toLookAt);
        if (!over.isEmpty()) {
          return over;
        }
        rung.acquire();
        rung.drainPermits();
      }
      return List.of();
    } finally {
      listening.forEach(Bells.Listening::close);
    }
  }

  /// Removed ones are recorded as long as something of their tree is at work, as this run is.
  private List<Run> over(Set<RunId> rung) {
    var over = new ArrayList<Run>();
    for (var each : List.copyOf(rung)) {
      // Before it is looked at, so that a ring from now on is not lost.
      rung.remove(each);
      var now = Patience.insist(() -> store.recorded(each)).orElseThrow(() -> Staff.notFound(each));
      if (now.ended() && !now.ending()) {
        over.add(now);
      }
    }
    return over;
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
