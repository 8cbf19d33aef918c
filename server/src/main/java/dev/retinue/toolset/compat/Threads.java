package dev.retinue.toolset.compat;

import dev.retinue.core.Agent;
import dev.retinue.core.Caller;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.audit.Action;
import dev.retinue.core.audit.Subject;
import dev.retinue.core.staff.Register;
import dev.retinue.core.staff.Staff;
import dev.retinue.mcp.Call;
import dev.retinue.toolset.Principal;
import dev.retinue.toolset.spawner.SpawnOrder;
import dev.retinue.toolset.spawner.Spawned;
import dev.retinue.toolset.spawner.Spawns;
import dev.retinue.toolset.spawner.context.ContextLevel;
import dev.retinue.toolset.waiting.Attending;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Conversations that are called by their first run, whichever of their runs is the last by now.
final class Threads {
  static final SpawnOrder.Limits NO_LIMITS = new SpawnOrder.Limits(null, null, true);
  static final SpawnOrder.Answer WAITED_FOR = new SpawnOrder.Answer(false, null, false, null);

  // What the staff and the runtimes note of conversations.
  private static final String FOLLOWS = "follows";
  private static final String FOLLOWED_BY = "followed_by";
  private static final String SESSION = "cli_session";

  private static final Duration REMAINS = Duration.ofSeconds(15);
  private static final int LONGEST = 10_000;
  private static final int PAGE = 500;

  private final Spawns spawns;
  private final Staff staff;
  private final Register register;
  private final Attending attending;

  Threads(Spawns spawns, Register register) {
    this.spawns = spawns;
    this.staff = spawns.staff();
    this.register = register;
    this.attending = spawns.attending();
  }

  /// What is said next in a thread.
  ///
  /// @param tool by which it came
  /// @param program whose thread it must be
  /// @param thread its handle, or the name that the program itself has for it
  /// @param prompt empty for one who only waits
  record Reply(String tool, String program, String thread, String prompt) {}

  ThreadAnswer goOn(Call call, Reply reply) throws InterruptedException {
    var caller = Principal.of(call);
    var named = new Subject("run", Excerpt.of(reply.thread()), null, null);
    var run = staff.audit().of(caller, Action.RUN_START, named, () -> require(caller, reply));
    var first = first(caller, run);
    var handle = first.id().text();
    var spawned =
        reply.prompt().isBlank() ? waited(call, caller, first) : replied(call, reply, first);
    return answer(call, handle, spawned);
  }

  /// What is answered about a run of this thread.
  ThreadAnswer answer(Call call, String thread, Spawned spawned) {
    // To look is not to ask for it: whoever left it has left it.
    var id = RunId.of(spawned.spawnId());
    var run = Optional.ofNullable(staff.visible(Principal.of(call), Set.of(id)).get(id));
    return new ThreadAnswer(thread, run.map(it -> it.facts().get(SESSION)), spawned);
  }

  /// Who waits once more has the handle: whatever becomes of this call, the thread goes on.
  private Spawned waited(Call call, Caller caller, Run first) throws InterruptedException {
    if (call.inTask()) {
      return spawns.ended(caller, attending.inTask(call, caller, () -> last(caller, first)));
    }
    var id = RunId.of(call.remember("run", () -> last(caller, first).id().text()));
    var patience = attending.patience(call, null);
    return Spawns.keepingHandle(
        id, () -> spawns.ended(caller, attending.own(call, caller, id, patience)));
  }

  private Spawned replied(Call call, Reply reply, Run first) throws InterruptedException {
    var caller = Principal.of(call);
    awaitRemains(caller, last(caller, first).id());
    try {
      return spawns.spawn(
          call, order(reply, first), it -> it.after(last(caller, first).id().text()));
    } catch (RetinueException e) {
      if (e.code() == ErrorCode.CONFLICT && !last(caller, first).ended()) {
        throw new RetinueException(
            ErrorCode.CONFLICT,
            "The thread '%s' is still at work. Call %s with this threadId and an empty prompt to wait for its answer, then say more."
                .formatted(first.id(), reply.tool()));
      }
      throw e;
    }
  }

  /// Who has heard an answer may reply at once, and need not know that a process is still ending.
  private void awaitRemains(Caller caller, RunId id) throws InterruptedException {
    var _ = staff.await(caller, id, run -> !run.ended() || !run.ending(), REMAINS);
  }

  /// Names the first run, so that a call that is repeated is the same although the thread has grown
  /// by it. What held for the first holds for all.
  private SpawnOrder order(Reply reply, Run first) {
    var who = first.commission().agent();
    var tools = register.definition(first).map(Agent::tools).filter(it -> !it.isEmpty());
    return new SpawnOrder(
        reply.tool(),
        who.name(),
        new SpawnOrder.Errand(reply.prompt(), null, ContextLevel.NONE, null),
        new SpawnOrder.Means(who.model(), tools.orElse(null), null, null, first.id().text()),
        NO_LIMITS,
        WAITED_FOR);
  }

  private Run require(Caller caller, Reply reply) {
    var named = RunId.find(reply.thread().strip().toLowerCase(Locale.ROOT));
    var run =
        (named.isPresent() ? staff.find(caller, named.get()) : bySession(caller, reply))
            .orElseThrow(() -> unknown(reply));
    if (!run.commission().agent().runtime().equals(reply.program())) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The run '%s' is no thread of %s: agent '%s' did it."
              .formatted(run.id(), reply.program(), run.commission().agent().name()));
    }
    return run;
  }

  private static RetinueException unknown(Reply reply) {
    return new RetinueException(
        ErrorCode.NOT_FOUND,
        "There is no thread '%s' of yours. Give the threadId of an earlier answer, or begin a new thread."
            .formatted(Excerpt.of(reply.thread())));
  }

  /// The caller's newest run in this session of the program.
  private Optional<Run> bySession(Caller caller, Reply reply) {
    var session = reply.thread().strip();
    Long before = null;
    int seen = 0;
    do {
      var page = register.own(caller, List.of(), before, PAGE);
      var found =
          page.runs().stream()
              .filter(run -> run.commission().agent().runtime().equals(reply.program()))
              .filter(run -> session.equals(run.facts().get(SESSION)))
              .findFirst();
      if (found.isPresent()) {
        return found;
      }
      before = page.next();
      seen += PAGE;
    } while (before != null && seen < LONGEST);
    return Optional.empty();
  }

  private Run first(Caller caller, Run run) {
    return end(caller, run, FOLLOWS);
  }

  private Run last(Caller caller, Run run) {
    return end(caller, staff.require(caller, run.id()), FOLLOWED_BY);
  }

  private Run end(Caller caller, Run run, String fact) {
    var end = run;
    for (int steps = 0; steps < LONGEST; steps++) {
      var next =
          Optional.ofNullable(end.facts().get(fact))
              .flatMap(id -> staff.find(caller, RunId.of(id)));
      if (next.isEmpty()) {
        return end;
      }
      end = next.get();
    }
    return end;
  }
}
