package dev.retinue.runtime.coder.staff;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.State;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.core.staff.Trouble;
import dev.retinue.runtime.coder.Contacts;
import dev.retinue.runtime.coder.FleetRules.Pace;
import dev.retinue.runtime.coder.client.AppClient.Message;
import dev.retinue.runtime.coder.client.Deadline;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What is done for a run that has ended, so that nothing of it is left at work.
final class Departure {
  private static final int LOOKS = 5;

  private final Contacts contacts;
  private final Pace pace;

  Departure(Contacts contacts, Pace pace) {
    this.contacts = contacts;
    this.pace = pace;
  }

  /// Does what a process could not do that is gone: for a run that it had ended.
  void finish(Run run) throws InterruptedException {
    var made = run.facts().get(Engagement.MADE);
    var workspace = run.facts().get(Engagement.WORKSPACE);
    var mark = Mark.of(run).filter(it -> it.isSpoken(run));
    if (made != null) {
      remove(made);
    } else if (workspace != null && mark.isPresent() && !(run.state() instanceof State.Completed)) {
      interrupt(workspace, it -> Story.ofOnly(it, mark.get().messages()));
    }
  }

  /// Removes an agent that was made for the run. Where Coder is away, or builds the workspace and
  /// ends that for nobody, it is tried again behind the run.
  void remove(String name) throws InterruptedException {
    if (!isRemoved(name)) {
      Thread.ofVirtual().name("remove-" + name).start(() -> insistOnRemoving(name));
    }
  }

  private void insistOnRemoving(String name) {
    var deadline = Deadline.in(pace.longest());
    try {
      do {
        deadline.pause(pace.look().multipliedBy(LOOKS));
        if (isRemoved(name)) {
          return;
        }
      } while (!deadline.isOver());
      Trouble.note(
          "the workspace '%s' of a run is not removed; delete_agent removes it".formatted(name));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Whether nothing is left to be done about it.
  private boolean isRemoved(String name) throws InterruptedException {
    try {
      contacts.remove(name);
      return true;
    } catch (RetinueException e) {
      return switch (e.code()) {
        case NOT_FOUND -> true;
        case UNAUTHORIZED, FORBIDDEN -> {
          Trouble.note("the workspace '%s' of a run is not removed".formatted(name), e);
          yield true;
        }
        default -> false;
      };
    }
  }

  /// Interrupts an agent that still works on what the run told it, exactly once.
  void interrupt(String workspace, Function<List<Message>, Story> reading)
      throws InterruptedException {
    try {
      var found = insist(() -> contacts.find(workspace)).flatMap(it -> it);
      if (found.isEmpty() || found.get().status() != FleetStatus.BUSY) {
        return;
      }
      var contact = found.get();
      var story = insist(() -> contacts.messages(contact)).map(reading);
      if (story.filter(it -> it.heard() && !it.over()).isPresent()) {
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
