package dev.retinue.core.staff;

import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.line.AtWork;
import dev.retinue.core.line.Line;
import dev.retinue.core.line.Line.Waiting;
import dev.retinue.core.port.Grants;
import dev.retinue.core.port.Memory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Whether there is room for one more: a slot, memory, and a share of both for its caller.
///
/// Runs below others need no slot: what they work for holds one already, and would wait for them
/// for ever. They are limited by their tree, and by how much may be at work in all. For memory they
/// wait as others do; but one below each run goes on without, or the run might wait for it for
/// ever.
final class Room {
  private static final long MEGABYTE = 1 << 20;

  private final Limits limits;
  private final Grants grants;
  private final AtWork atWork;
  private final ToLongFunction<String> appetite;
  private volatile Memory memory = Memory.UNKNOWN;
  // Whether those below others had to let others go first the last time.
  private boolean belowIsNext;

  /// @param appetite how much memory a run in the runtime of that name needs
  Room(Rules rules, AtWork atWork, ToLongFunction<String> appetite) {
    this.limits = rules.limits();
    this.grants = rules.grants();
    this.atWork = atWork;
    this.appetite = appetite;
  }

  void measure(Memory other) {
    memory = other;
  }

  Crew.Load load(int waiting) {
    return new Crew.Load(atWork.roots(), limits.slots(), atWork.busy(), limits.occupied(), waiting);
  }

  /// Those that begin now.
  ///
  /// @param lackedMemory whether one more would have begun with more memory
  record Choice(List<Waiting> next, boolean lackedMemory) {}

  Choice choose(Line line) {
    int free = Math.max(0, limits.occupied() - atWork.busy());
    var tally = new Tally(atWork.busy() == 0);
    line.below(free, tally::feed);
    int slots = limits.slots() - atWork.roots();
    int kept = belowIsNext && line.someBelow() ? 1 : 0;
    var first = line.roots(Math.min(slots, free - kept), tally::admitFirst);
    var next = new ArrayList<>(first);
    var below = line.below(free - next.size(), tally::admitBelow);
    next.addAll(below);
    if (!next.isEmpty()) {
      belowIsNext = below.isEmpty() && line.someBelow();
    }
    // Whoever was first has his next turn when this one begins.
    next.addAll(
        line.roots(
            Math.min(slots - first.size(), free - next.size()),
            it -> !first.contains(it) && tally.admit(it)));
    return new Choice(next, tally.lackedMemory);
  }

  /// Counts with those that were just chosen.
  private final class Tally {
    private final Map<String, Integer> chosen = new HashMap<>();
    private final Set<RunId> parents = new HashSet<>();
    private final Set<RunId> fed = new HashSet<>();
    private boolean nobodyAtWork;
    // Asked for only if somebody needs some: the system takes its time to tell.
    private @Nullable OptionalLong free;
    private long promised;
    private boolean lackedMemory;

    Tally(boolean nobodyAtWork) {
      this.nobodyAtWork = nobodyAtWork;
    }

    /// Puts memory aside for the first below each run, whatever there is.
    boolean feed(Waiting candidate) {
      long needs = appetite.applyAsLong(candidate.runtime());
      var parent = Objects.requireNonNull(candidate.parent());
      if (needs == 0 || atWork.hungryBelow(parent) > 0 || !parents.add(parent)) {
        return false;
      }
      take(needs);
      return fed.add(candidate.id());
    }

    /// Only those whose caller has nothing at work: they do not wait for what is below those of
    /// another, or he who has much of it could keep everybody else out. What waits below them is
    /// not kept waiting for ever: where these have taken every place, the next one is kept for it.
    boolean admitFirst(Waiting candidate) {
      return atWork.treesOf(candidate.caller()) == 0
          && !chosen.containsKey(candidate.caller())
          && admit(candidate);
    }

    boolean admit(Waiting candidate) {
      int his = atWork.treesOf(candidate.caller()) + chosen.getOrDefault(candidate.caller(), 0);
      if (his >= shareOf(candidate.caller())) {
        return false;
      }
      if (!fits(appetite.applyAsLong(candidate.runtime()))) {
        return false;
      }
      chosen.merge(candidate.caller(), 1, Integer::sum);
      return true;
    }

    boolean admitBelow(Waiting candidate) {
      return fed.contains(candidate.id()) || fits(appetite.applyAsLong(candidate.runtime()));
    }

    private boolean fits(long needs) {
      // With nothing at work there will never be more memory than now.
      boolean fits = needs == 0 || nobodyAtWork || leaves(needs);
      lackedMemory |= !fits;
      if (fits) {
        take(needs);
      }
      return fits;
    }

    /// Nobody overtakes one that waits for memory, or it would never get it.
    private boolean leaves(long needs) {
      if (free == null) {
        free = freeMemory();
      }
      return free.isEmpty() || (!lackedMemory && free.getAsLong() >= promised + needs);
    }

    private void take(long needs) {
      nobodyAtWork = false;
      promised += needs;
    }
  }

  /// How many trees of runs of this caller may be at work: his own share may be smaller than the
  /// usual one, and never larger.
  private int shareOf(String caller) {
    var own = grants.of(caller).concurrency();
    int usual = limits.share().perCaller();
    return own == null ? usual : Math.min(own, usual);
  }

  /// What nobody has or was promised.
  private OptionalLong freeMemory() {
    var measured = memory.free();
    return measured.isEmpty()
        ? measured
        : OptionalLong.of(
            Math.max(0, measured.getAsLong() - limits.share().memoryReserve() - atWork.promised()));
  }

  /// Why a run in line does not begin, for people.
  String reason(Run run) {
    var commission = run.commission();
    var runtime = commission.agent().runtime();
    var parent = commission.lineage().parent();
    var wanting =
        parent.isEmpty() ? lackOf(commission.caller(), runtime) : lackBelow(parent.get(), runtime);
    if (wanting != null) {
      return wanting;
    }
    return atWork.busy() >= limits.occupied()
        ? "waits until fewer runs are at work (%d of %d)"
            .formatted(atWork.busy(), limits.occupied())
        : "is about to begin";
  }

  private @Nullable String lackOf(String caller, String runtime) {
    int his = atWork.treesOf(caller);
    int share = shareOf(caller);
    if (his >= share && his < limits.slots()) {
      return "waits for its caller's share (%d of %d at work)".formatted(his, share);
    }
    if (atWork.roots() >= limits.slots()) {
      return "waits for a slot (%d of %d at work)".formatted(atWork.roots(), limits.slots());
    }
    return lackOfMemory(runtime);
  }

  private @Nullable String lackBelow(RunId parent, String runtime) {
    return atWork.hungryBelow(parent) > 0 ? lackOfMemory(runtime) : null;
  }

  private @Nullable String lackOfMemory(String runtime) {
    long needs = appetite.applyAsLong(runtime);
    var free = freeMemory();
    return needs > 0 && free.isPresent() && free.getAsLong() < needs && atWork.busy() > 0
        ? "waits for memory: needs %d MB, %d MB free"
            .formatted(needs / MEGABYTE, free.getAsLong() / MEGABYTE)
        : null;
  }
}
