package dev.retinue.runtime.coder.staff;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.core.staff.Trouble;
import dev.retinue.runtime.coder.Contacts;
import dev.retinue.runtime.coder.FleetRules.Pace;
import dev.retinue.runtime.coder.client.Deadline;
import java.util.Optional;

/// What is done for a run that has ended, so that nothing of it is left at work.
final class Departure {
  private final Contacts contacts;
  private final Pace pace;

  Departure(Contacts contacts, Pace pace) {
    this.contacts = contacts;
    this.pace = pace;
  }

  /// Removes an agent that was made for the run.
  void remove(String name) throws InterruptedException {
    try {
      var made = insist(() -> contacts.require(name));
      if (made.isPresent()) {
        contacts.remove(made.get());
      }
    } catch (RetinueException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        Trouble.note("the workspace of a run is not removed", e);
      }
    }
  }

  /// Interrupts an agent that still works on what the run told it, exactly once.
  void interrupt(String workspace, Mark mark, String words) throws InterruptedException {
    try {
      var found = insist(() -> contacts.find(workspace)).flatMap(it -> it);
      if (found.isEmpty() || found.get().status() != FleetStatus.BUSY) {
        return;
      }
      var contact = found.get();
      var story =
          insist(() -> contacts.messages(contact))
              .map(it -> Story.of(it, mark.messages(), words))
              .orElse(null);
      if (story != null && story.heard() && !story.over()) {
        contacts.interrupt(contact);
      }
    } catch (RetinueException e) {
      // One that has just come to its end needs no interrupt.
      if (e.code() != ErrorCode.INVALID_INPUT) {
        Trouble.note("an agent is not interrupted", e);
      }
    }
  }

  /// Looks again for a while where nobody answers; nothing if that is in vain.
  private <T> Optional<T> insist(Calm.Question<T> question) throws InterruptedException {
    var deadline = Deadline.in(pace.patience());
    while (true) {
      try {
        return Optional.of(question.ask());
      } catch (RetinueException e) {
        if (e.code() != ErrorCode.SERVICE_UNAVAILABLE) {
          throw e;
        }
        if (deadline.isOver()) {
          Trouble.note("an agent cannot be reached at the end of its run", e);
          return Optional.empty();
        }
        deadline.pause(pace.look());
      }
    }
  }
}
