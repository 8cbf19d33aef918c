package dev.retinue.runtime.coder.staff;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Masked;
import dev.retinue.core.Pulse;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunEvent;
import dev.retinue.core.fleet.FleetStatus;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.coder.Contact;
import dev.retinue.runtime.coder.client.AppClient.Message;
import dev.retinue.runtime.coder.client.Workspace.AppStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Follows an agent from what it was told to the end of its work, and tells the run what happens.
final class Following {
  private static final String HEARD = "coder_heard";
  private static final String REPORTED = "coder_reported";
  private static final String WORKING = "working";

  /// How often one that waits is looked at before it counts as done without a word.
  private static final int SILENT_LOOKS = 5;

  private static final int LONGEST = 200_000;
  private static final Set<FleetStatus> COMING =
      Set.of(FleetStatus.PENDING, FleetStatus.STARTING, FleetStatus.OFFLINE);
  private static final Set<FleetStatus> GONE = Set.of(FleetStatus.DELETING, FleetStatus.DELETED);

  private final Work work;
  private final Calm calm;
  private final Calm.Question<Engagement.Seen> look;
  private Instant changed;
  private String draft = "";

  Following(Work work, Calm calm, Calm.Question<Engagement.Seen> look) {
    this.work = work;
    this.calm = calm;
    this.look = look;
    this.changed = calm.now();
  }

  /// How its work came to its end.
  ///
  /// @param words its last ones; empty for none
  /// @param report what it said of its work since; null for nothing
  record Ending(Contact contact, String words, @Nullable AppStatus report) {}

  Ending of(Mark mark, String words) throws InterruptedException {
    return follow(mark, it -> Story.of(it, mark.messages(), words), false);
  }

  /// The same for what it was told when it was made.
  Ending ofFirst(Mark mark, String words) throws InterruptedException {
    return follow(mark, it -> Story.ofFirst(it, words), true);
  }

  private Ending follow(Mark mark, Function<List<Message>, Story> reading, boolean first)
      throws InterruptedException {
    int silent = 0;
    var since = calm.now();
    while (true) {
      var seen = look.ask();
      var contact = seen.contact();
      var report = report(contact, mark);
      if (contact.status().isUp()) {
        since = calm.now();
        var story = reading.apply(seen.messages());
        if (!first && !story.heard()) {
          throw forgotten(contact);
        }
        boolean idle = contact.status().isFree();
        silent = idle ? silent + 1 : 0;
        boolean answered = story.heard() && !story.last().isEmpty();
        boolean done = story.over() || (idle && (answered || silent > SILENT_LOOKS));
        tell(mark, story, done);
        if (done) {
          return new Ending(contact, story.last(), story.over() ? null : report);
        }
        calm.rest();
      } else {
        await(calm, contact, since);
      }
    }
  }

  static boolean isThere(Contact contact) {
    return !GONE.contains(contact.status());
  }

  /// Waits for one that comes up, or comes back.
  static void await(Calm calm, Contact contact, Instant since) throws InterruptedException {
    if (!COMING.contains(contact.status())) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Agent '%s' is %s and does nothing%s; restart_agent starts it."
              .formatted(
                  contact.name(),
                  contact.status().word(),
                  contact.reason() == null ? "" : " (" + contact.reason() + ")"));
    }
    calm.await(
        since,
        "Agent '%s' is not there now (%s).".formatted(contact.name(), contact.status().word()));
  }

  static RetinueException forgotten(Contact contact) {
    return new RetinueException(
        ErrorCode.NOT_FOUND,
        "Agent '%s' knows nothing of this conversation any more, because it was restarted; what it had done is in its workspace. Start anew."
            .formatted(contact.name()));
  }

  /// What it said of its work since it was told something; it is noted once.
  private @Nullable AppStatus report(Contact contact, Mark mark) {
    var report = contact.report();
    if (report == null || report.id().equals(mark.report())) {
      return null;
    }
    if (!report.id().equals(work.now().facts().get(REPORTED))) {
      var events = new ArrayList<RunEvent>();
      if (!report.state().equals("idle")) {
        events.add(new RunEvent.Noted(calm.now(), sentence(report)));
      }
      events.add(new RunEvent.Learned(calm.now(), Map.of(REPORTED, report.id())));
      work.tell(events);
      calm.hurry();
    }
    return report;
  }

  private static String sentence(AppStatus report) {
    var uri = report.uri() == null || report.uri().isBlank() ? "" : " " + report.uri();
    var state = report.state().equals(WORKING) ? "" : " (%s)".formatted(report.state());
    return "It reports: %s%s%s".formatted(report.message(), state, uri);
  }

  // What it says.

  /// Each message once it has grown to its end, and the last one as a draft before.
  private void tell(Mark mark, Story story, boolean done) {
    int whole = story.answers().size() - (done || story.answers().isEmpty() ? 0 : 1);
    int heard = heard(mark);
    if (whole > heard) {
      work.pen().end();
      draft = "";
      var events = new ArrayList<RunEvent>();
      for (var answer : story.answers().subList(heard, whole)) {
        events.add(new RunEvent.Said(calm.now(), shortened(answer)));
      }
      events.add(
          new RunEvent.Learned(calm.now(), Map.of(HEARD, "%d %d".formatted(mark.turn(), whole))));
      work.tell(events);
      changed = calm.now();
      calm.hurry();
    }
    if (!done) {
      draw(whole < story.answers().size() ? story.last() : "");
    }
  }

  private void draw(String text) {
    if (!text.equals(draft)) {
      if (draft.isEmpty() || !text.startsWith(draft)) {
        work.pen().begin();
        work.pen().write(shortened(text));
      } else {
        work.pen().write(text.substring(draft.length()));
      }
      draft = text;
      changed = calm.now();
      calm.hurry();
    }
    var silence = work.agent().conduct().vigilance().silence();
    boolean stalled = calm.now().isAfter(changed.plus(silence));
    work.tell(
        new Pulse(
            changed,
            stalled ? Pulse.Liveness.STALLED : Pulse.Liveness.ACTIVE,
            Duration.ZERO,
            0,
            0));
  }

  private int heard(Mark mark) {
    var parts = work.now().facts().getOrDefault(HEARD, "").split(" ", 2);
    return parts.length == 2 && parts[0].equals(Integer.toString(mark.turn()))
        ? Integer.parseInt(parts[1])
        : 0;
  }

  private static String shortened(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    // Of half a secret nobody knows later that it is one.
    var masked = Masked.withoutKnown(text);
    return masked.substring(0, Math.min(LONGEST, masked.length())) + " […]";
  }
}
