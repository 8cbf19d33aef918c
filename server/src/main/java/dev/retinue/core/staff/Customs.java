package dev.retinue.core.staff;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Limit;
import dev.retinue.core.RetinueException;
import dev.retinue.core.RunEvent;
import dev.retinue.core.RunId;
import dev.retinue.core.Session;
import dev.retinue.core.port.Parcels;
import dev.retinue.core.port.Parcels.Packed;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Looks at what somebody brings before anything is made of it: he could have written anything.
final class Customs {
  private static final int LONGEST_NAME = 100;
  private static final int MOST_ABOVE = 100;
  private static final int MOST_TRANSFERS = 100;

  // With what Retinue puts before a prompt.
  private static final int LONGEST_PROMPT = 2 << 20;
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final Parcels.Contents contents;
  private final Map<RunId, Packed> runs = new HashMap<>();
  private final Map<String, Session> sessions = new HashMap<>();

  private Customs(Parcels.Contents contents) {
    this.contents = contents;
    contents.runs().forEach(it -> runs.put(it.run().id(), it));
    contents.sessions().forEach(it -> sessions.put(it.id(), it));
  }

  /// Refuses what Retinue would not have written.
  static void require(Parcels.Contents contents) {
    new Customs(contents).require();
  }

  static RetinueException damaged(String why) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT, "This export is damaged: %s. Export it once more.".formatted(why));
  }

  private void require() {
    if (runs.size() != contents.runs().size() || sessions.size() != contents.sessions().size()) {
      throw damaged("something is twice in it");
    }
    contents.runs().forEach(this::require);
    contents.sessions().forEach(this::require);
  }

  private void require(Packed packed) {
    requireAbove(packed);
    var run = packed.run();
    var agent = run.commission().agent();
    requireAgent(agent.name());
    requireName(agent.digest());
    requireName(agent.runtime());
    requireName(agent.model());
    if (packed.prompt() != null) {
      requireText(packed.prompt(), LONGEST_PROMPT);
    }
    if (run.tenure().active().compareTo(LONGEST) > 0) {
      throw damaged("run '%s' was at work for too long".formatted(packed.packedAs()));
    }
    packed.events().forEach(Customs::require);
  }

  /// Every run hangs on one that is in it, too, and says of those above what that says.
  private void requireAbove(Packed packed) {
    var above = packed.run().commission().lineage().above();
    if (above.isEmpty()) {
      return;
    }
    above.forEach(it -> requireAgent(it.agent()));
    var parent = runs.get(above.getLast().run());
    if (above.size() > MOST_ABOVE
        || parent == null
        || parent.packedAs().equals(packed.packedAs())
        || !parent
            .run()
            .commission()
            .lineage()
            .above()
            .equals(above.subList(0, above.size() - 1))) {
      throw damaged("run '%s' does not hang on those above it".formatted(packed.packedAs()));
    }
  }

  /// What runs, programs and checks said is put right when it is kept.
  private static void require(RunEvent event) {
    switch (event) {
      case RunEvent.Checked(var _, var check, var _, var _) -> requireWord(check);
      case RunEvent.Asked(var _, var need) -> requireWord(need.id());
      case RunEvent.AgentSwitching(var _, var from, var to, var digest) -> {
        requireAgent(from);
        requireAgent(to);
        requireName(digest);
      }
      case RunEvent.Created _,
          RunEvent.Completed _,
          RunEvent.Failed _,
          RunEvent.Stopped _,
          RunEvent.ResultCameLate _,
          RunEvent.Learned _,
          RunEvent.Queued _,
          RunEvent.Started _,
          RunEvent.Requeued _,
          RunEvent.Released _,
          RunEvent.Said _,
          RunEvent.Thought _,
          RunEvent.ToolCalled _,
          RunEvent.ToolAnswered _,
          RunEvent.Steered _,
          RunEvent.Told _,
          RunEvent.Condensed _,
          RunEvent.ModelFallback _,
          RunEvent.Noted _,
          RunEvent.Answered _,
          RunEvent.Spent _,
          RunEvent.BudgetRaised _,
          RunEvent.Delivered _,
          RunEvent.Printed _ -> {
        // They stand for themselves, or Retinue writes anew what they speak of.
      }
    }
  }

  private void require(Session session) {
    if (!Openings.isId(session.id())) {
      throw damaged("'%s' is no id of a session".formatted(Excerpt.of(session.id())));
    }
    requireAgent(session.agent());
    requireName(session.name());
    requireName(session.terms().model());
    if (session.terms().entry() != null) {
      requireAgent(session.terms().entry());
    }
    var past = session.past();
    var fork = past.fork();
    if (past.turns() < 0
        || past.bytes() < 0
        || past.millis() < 0
        || past.millis() > LONGEST.toMillis()
        || (past.runs() != null && past.runs() < 0)
        || past.transfers().size() > MOST_TRANSFERS
        || (fork != null && fork.turns() < 0)) {
      throw damaged("session '%s' counts what cannot be".formatted(session.id()));
    }
    past.transfers()
        .forEach(
            it -> {
              requireAgent(it.from());
              requireAgent(it.to());
            });
    requireOrigins(session);
  }

  /// Who reads a fork goes from one to the next that it comes from, and has to come to an end.
  private void requireOrigins(Session session) {
    var seen = new HashSet<String>();
    for (var each = session; each != null; each = origin(each)) {
      if (!seen.add(each.id()) || seen.size() > Limit.FORKS.count() + 1) {
        throw damaged("session '%s' is a fork of itself".formatted(session.id()));
      }
    }
  }

  private @Nullable Session origin(Session session) {
    var fork = session.past().fork();
    return fork == null ? null : sessions.get(fork.session());
  }

  private static void requireAgent(String agent) {
    if (agent.isBlank()
        || agent.length() > LONGEST_NAME
        || !agent.equals(Excerpt.of(agent, LONGEST_NAME))) {
      throw damaged("'%s' is no name of an agent".formatted(Excerpt.of(agent)));
    }
  }

  private static void requireName(@Nullable String name) {
    if (name != null) {
      try {
        Texts.requireName("A name", name);
      } catch (RetinueException e) {
        throw damaged("'%s' is no name".formatted(Excerpt.of(name)));
      }
    }
  }

  private static void requireWord(String text) {
    requireText(text, Texts.LONGEST_WORD);
  }

  private static void requireText(String text, int longest) {
    try {
      Texts.requireWord("A text", text, longest);
    } catch (RetinueException e) {
      throw damaged("'%s' is too long, or no text".formatted(Excerpt.of(text)));
    }
  }
}
