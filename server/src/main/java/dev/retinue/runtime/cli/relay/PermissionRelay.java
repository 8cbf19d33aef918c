package dev.retinue.runtime.cli.relay;

import dev.retinue.core.Excerpt;
import dev.retinue.core.Need;
import dev.retinue.core.Permissions.Otherwise;
import dev.retinue.core.RunEvent;
import dev.retinue.core.permission.Decision;
import dev.retinue.core.permission.Deed;
import dev.retinue.core.permission.Leave;
import dev.retinue.core.permission.Policy;
import dev.retinue.core.port.Work;
import dev.retinue.core.port.Work.RunEndedException;
import dev.retinue.runtime.standby.AnswerDeadline;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Answers what a program wants to know before it uses a tool: by the rules, or by asking somebody
/// for as long as the rules say. Until there is an answer the program waits, and so does its run.
public final class PermissionRelay implements AutoCloseable {
  private static final int MOST_AT_ONCE = 100;
  private static final String OPTIONS =
      "{\"type\":\"string\",\"enum\":[\"allow\",\"always\",\"deny\"]}";

  private final Work work;
  private final Policy policy;
  private final Deeds deeds;
  private final Voice voice;
  private final Consumer<String> say;
  private final InstantSource clock;
  private final PastLeaves past;
  private final Map<String, Thread> asking = new ConcurrentHashMap<>();

  /// @param say tells the program a line
  public PermissionRelay(
      Work work,
      Policy policy,
      Deeds deeds,
      Voice voice,
      Consumer<String> say,
      InstantSource clock) {
    this.work = work;
    this.policy = policy;
    this.deeds = deeds;
    this.voice = voice;
    this.say = say;
    this.clock = clock;
    this.past = new PastLeaves(work);
  }

  /// Returns at once; the answer may take its time.
  public void hear(Inquiry inquiry) {
    switch (inquiry) {
      case Inquiry.Consult consult -> consult(consult);
      case Inquiry.MayI question -> mayI(question);
      case Inquiry.Unknown unknown -> say.accept(voice.notUnderstood(unknown));
      case Inquiry.Withdrawn(var id) -> withdraw(id);
    }
  }

  private void consult(Inquiry.Consult inquiry) {
    var deed = deeds.of(inquiry.tool(), inquiry.input());
    var decision = policy.decide(deed, past::allows);
    if (decision instanceof Decision.Deny denied) {
      note(deed, denied);
    }
    say.accept(voice.consulted(inquiry, decision));
  }

  private void mayI(Inquiry.MayI inquiry) {
    var deed = deeds.of(inquiry.tool(), inquiry.input());
    switch (policy.decide(deed, past::allows)) {
      case Decision.Allow _ -> say.accept(voice.allowed(inquiry));
      case Decision.Deny denied -> deny(inquiry, deed, denied);
      case Decision.Ask(var _, var why) -> ask(inquiry, deed, why);
      case Decision.Unnamed _ when policy.otherwise() == Otherwise.DENY ->
          deny(inquiry, deed, new Decision.Deny(null, "no rule allows it, and nobody is asked"));
      case Decision.Unnamed _ -> ask(inquiry, deed, "no rule names it");
    }
  }

  private void deny(Inquiry.MayI inquiry, Deed deed, Decision.Deny denied) {
    note(deed, denied);
    say.accept(voice.denied(inquiry, "It is not allowed: %s.".formatted(denied.why())));
  }

  private void note(Deed deed, Decision.Deny denied) {
    work.tell(
        new RunEvent.Noted(
            now(), "It may not do this (%s): %s".formatted(denied.why(), deed.shown())));
  }

  // To ask somebody.

  private void ask(Inquiry.MayI inquiry, Deed deed, String why) {
    if (asking.size() >= MOST_AT_ONCE) {
      deny(inquiry, deed, new Decision.Deny(null, "it asks too much at once"));
      return;
    }
    var need =
        new Need(
            past.need(deed),
            Need.Kind.PERMISSION,
            "%s (%s)".formatted(deed.shown(), Excerpt.of(why, 200)),
            OPTIONS);
    var thread =
        Thread.ofVirtual()
            .name(need.id())
            .unstarted(
                () -> {
                  try {
                    relay(inquiry, deed, need);
                  } finally {
                    asking.remove(inquiry.id());
                  }
                });
    asking.put(inquiry.id(), thread);
    thread.start();
  }

  private void relay(Inquiry.MayI inquiry, Deed deed, Need need) {
    try (var _ = deadline(need)) {
      hear(inquiry, deed, Leave.require(work.ask(need)));
    } catch (RunEndedException e) {
      // It needs no answer any more.
    } catch (InterruptedException e) {
      // It was withdrawn, or everything closes.
    } catch (RuntimeException e) {
      say.accept(voice.denied(inquiry, "Nobody could be asked: " + e.getMessage()));
    }
  }

  private AnswerDeadline deadline(Need need) {
    var time = policy.deadline();
    var nobody = "deny: nobody answered within " + AnswerDeadline.words(time);
    return AnswerDeadline.begin(work, need.id(), time, nobody, clock);
  }

  private void hear(Inquiry.MayI inquiry, Deed deed, Leave leave) {
    switch (leave) {
      case Leave.Once _ -> say.accept(voice.allowed(inquiry));
      case Leave.Always(var rule) -> {
        // Kept before it is used, so that a restart does not ask again.
        var kept = rule == null ? past.allow(deed) : past.allow(rule);
        if (!kept.isEmpty()) {
          work.tell(new RunEvent.Learned(now(), kept));
        }
        say.accept(voice.allowed(inquiry));
      }
      case Leave.Refused(var why) ->
          say.accept(
              voice.denied(
                  inquiry, why.isBlank() ? "It was denied." : "It was denied: " + why.strip()));
    }
  }

  private void withdraw(String id) {
    var thread = asking.remove(id);
    if (thread != null) {
      thread.interrupt();
      work.withdraw(thread.getName(), "deny: the agent does not want it any more");
    }
  }

  /// Nobody waits for an answer any more. What was asked stays as it is: whoever takes up the run
  /// again asks the same.
  @Override
  public void close() {
    asking.values().forEach(Thread::interrupt);
    asking.clear();
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
