package dev.retinue.runtime.llm.kit;

import dev.retinue.core.Commission.Isolation;
import dev.retinue.core.Isolated;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.cli.isolation.Clone;
import dev.retinue.runtime.cli.isolation.Clones;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// The clones of runs that are not to work on the folder itself: made before anything is done in
/// them, and kept as branches, as those of programs are.
record Lodgings(Clones clones) {
  /// From then on the run knows where it works.
  void prepare(Work work, Instant now) throws InterruptedException {
    var clone = find(work);
    if (clone.isPresent() && Isolated.of(work.now()).isEmpty()) {
      work.tell(new RunEvent.Learned(now, clone.get().facts()));
    }
  }

  /// Nothing for a run that works on the folder itself, or that nothing can be done in.
  Optional<Clone> find(Work work) throws InterruptedException {
    var terms = work.run().commission().terms();
    boolean wanted = terms.arrangement().isolation() != Isolation.NONE && works(work);
    return wanted && terms.workingDirectory() != null
        ? Optional.of(clones.open(work.run().id(), Path.of(terms.workingDirectory())))
        : Optional.empty();
  }

  private static boolean works(Work work) {
    var craft = work.agent().craft();
    return Isolated.of(work.now()).isPresent()
        || !craft.kits().isEmpty()
        || !craft.hooks().isEmpty()
        || !craft.background().files().isEmpty()
        || craft.background().environment();
  }

  /// What has become of it, while the run can still be told. Nothing is at work in it by now.
  static void keep(Clone clone, Work work, Instant now) {
    try {
      work.tell(new RunEvent.Learned(now, clone.keep(work.agent().name())));
    } catch (RetinueException e) {
      work.tell(new RunEvent.Noted(now, String.valueOf(e.getMessage())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // It stays as it is.
    }
  }
}
