package dev.retinue.runtime.cli;

import dev.retinue.core.Confinement;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.form.Repair;
import java.time.Instant;
import java.util.Optional;

/// Looks at the answer of a program that has ended well, before its run is completed with it: one
/// that does not fit its schema is asked for once more, where the program can be asked.
record Mending(Profile profile, Work work) {
  /// The attempt that has to be made. Why none can be made of one that is needed is told.
  Optional<Repair> attempt(byte[] answer, Instant at) throws InterruptedException {
    var needed = Repair.needed(work, answer);
    if (needed.isEmpty()) {
      return needed;
    }
    var obstacle = obstacle(work.now());
    if (obstacle.isEmpty()) {
      return needed;
    }
    work.tell(
        new RunEvent.Noted(
            at,
            "Its answer does not fit its schema, and is not asked for once more: "
                + obstacle.get()));
    return Optional.empty();
  }

  private Optional<String> obstacle(Run now) {
    if (now.dossier().payload() != null) {
      return Optional.of("what was delivered before is kept as it is.");
    }
    if (session(now).isPresent() || profile.isRepeatable()) {
      return Optional.empty();
    }
    return Optional.of(
        "%s has kept no session, and to start it anew may do its work twice."
            .formatted(profile.command()));
  }

  /// A private sign-in goes with its program, and takes the conversation along.
  private Optional<String> session(Run now) {
    return work.agent().conduct().confinement().login() == Confinement.Login.RUN
        ? Optional.empty()
        : Optional.ofNullable(now.facts().get(CliRuntime.SESSION)).filter(profile::isSession);
  }
}
