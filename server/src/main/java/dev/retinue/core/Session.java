package dev.retinue.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A conversation; every message in it is a run, one at a time.
///
/// @param agent who answers the next message
/// @param turn the run that answers now
/// @param queue the runs that answer after it, which are ready and have not begun
public record Session(
    String id,
    String caller,
    String agent,
    @Nullable String name,
    Times times,
    @Nullable RunId turn,
    Terms terms,
    Past past,
    List<RunId> queue) {

  /// When it was made, last used, and closed.
  public record Times(Instant createdAt, Instant usedAt, @Nullable Instant closedAt) {
    Times used(Instant now) {
      return new Times(createdAt, now, closedAt);
    }
  }

  /// What was agreed when it was made, and holds for all of it.
  ///
  /// @param entry the agent that it began with
  /// @param workingDirectory where all its runs work; null for where its caller is
  /// @param budget what all its runs together may use
  /// @param model another one than the agents' own
  /// @param once whether it is over with its first answer
  public record Terms(
      @Nullable String entry,
      @Nullable String workingDirectory,
      Budget budget,
      @Nullable String model,
      boolean once) {
    public static final Terms NONE = new Terms(null, null, Budget.UNLIMITED, null, false);

    /// The same, with more than one answer.
    public Terms goingOn() {
      return new Terms(entry, workingDirectory, budget, model, false);
    }
  }

  /// What has been said in it.
  ///
  /// @param turns how many messages were accepted in it
  /// @param bytes how much was said, by whoever sent messages and by those who answered
  /// @param usage what the turns that are over have used, and what goes on below them
  /// @param millis how long they were at work
  /// @param last the newest turn, if there is one
  /// @param fork where it comes from, if it began as another one
  /// @param former the digests of those who handed it on: their rules hold for whoever has it now
  /// @param background what its turns have begun and left at work, the oldest first
  /// @param runs how many were started below the turns that are over; null where an earlier version
  ///   did not count them
  public record Past(
      int turns,
      long bytes,
      Usage usage,
      long millis,
      @Nullable RunId last,
      @Nullable Fork fork,
      List<Transfer> transfers,
      List<String> former,
      List<RunId> background,
      @Nullable Long runs) {
    public static final Past NOTHING =
        new Past(0, 0, Usage.NONE, 0, null, null, List.of(), List.of(), List.of(), 0L);

    private static final int MOST_TRANSFERS = 100;

    /// With nothing said yet, after this.
    public static Past after(Fork fork, List<String> former) {
      return new Past(0, 0, Usage.NONE, 0, null, fork, List.of(), former, List.of(), 0L);
    }

    public Past {
      transfers = List.copyOf(transfers);
      former = List.copyOf(Objects.requireNonNullElse(former, List.of()));
      background = List.copyOf(Objects.requireNonNullElse(background, List.of()));
    }

    /// How many messages were said before the next one, with those that it was forked with.
    public int messages() {
      return turns + (fork == null ? 0 : fork.turns());
    }

    Past asked(RunId run, long more) {
      return new Past(
          turns + 1, bytes + more, usage, millis, run, fork, transfers, former, background, runs);
    }

    Past answered(Spoken spoken) {
      return new Past(
          turns,
          bytes + spoken.bytes,
          usage.plus(spoken.usage),
          millis + spoken.millis,
          last,
          fork,
          transfers,
          former,
          background,
          runs == null ? null : runs + spoken.runs);
    }

    Past longer(long more) {
      return new Past(
          turns, bytes + more, usage, millis, last, fork, transfers, former, background, runs);
    }

    Past charged(Usage more) {
      var all = usage.plus(more);
      return new Past(turns, bytes, all, millis, last, fork, transfers, former, background, runs);
    }

    /// Of several before the same message the last one counts; those who had it before have nothing
    /// to say any more.
    Past transferred(Transfer transfer) {
      var all = new ArrayList<>(transfers);
      var from = transfer.from;
      if (!all.isEmpty() && Objects.equals(all.getLast().after, transfer.after)) {
        from = all.removeLast().from;
      }
      all.add(new Transfer(transfer.at, from, transfer.to, transfer.after));
      int first = Math.max(0, all.size() - MOST_TRANSFERS);
      var kept = all.subList(first, all.size());
      return new Past(turns, bytes, usage, millis, last, fork, kept, List.of(), background, runs);
    }

    Past handedBy(List<String> those) {
      return new Past(turns, bytes, usage, millis, last, fork, transfers, those, background, runs);
    }

    Past leaving(List<RunId> those) {
      return new Past(turns, bytes, usage, millis, last, fork, transfers, former, those, runs);
    }
  }

  /// What came of a turn.
  ///
  /// @param usage of it and all below it
  /// @param millis how long it was at work
  /// @param bytes how much it said
  /// @param runs how many were started below it
  public record Spoken(Usage usage, long millis, long bytes, long runs) {}

  /// What all turns together have used.
  ///
  /// @param runs how many were started below them
  public record Spent(Usage usage, long runs) {}

  /// It goes on with what another one said up to this turn; that goes its own way.
  ///
  /// @param last null if nothing had been said
  /// @param turns how many messages had been sent until then
  /// @param lastAt when the last of them was sent; null where an earlier version did not keep it
  public record Fork(String session, @Nullable RunId last, int turns, @Nullable Instant lastAt) {}

  /// Somebody else was to answer from then on.
  ///
  /// @param after the turn before it, if there was one
  public record Transfer(Instant at, String from, String to, @Nullable RunId after) {}

  public Session {
    // Those of earlier versions are kept without them.
    terms = Objects.requireNonNullElse(terms, Terms.NONE);
    past = Objects.requireNonNullElse(past, Past.NOTHING);
    queue = List.copyOf(Objects.requireNonNullElse(queue, List.of()));
  }

  public Session(
      String id,
      String caller,
      String agent,
      @Nullable String name,
      Times times,
      @Nullable RunId turn) {
    this(id, caller, agent, name, times, turn, Terms.NONE, Past.NOTHING, List.of());
  }

  public boolean closed() {
    return times.closedAt() != null;
  }

  /// Whether somebody speaks, or is about to.
  public boolean busy() {
    return turn != null;
  }

  /// This run answers now.
  ///
  /// @param bytes how long the message is
  public Session beginTurn(RunId run, long bytes, Instant now) {
    requireOpen();
    requireFree();
    return with(times.used(now), run, past.asked(run, bytes), queue);
  }

  /// This run answers after all that were before it.
  ///
  /// @param most how many may wait
  public Session waitTurn(RunId run, long bytes, int most, Instant now) {
    requireOpen();
    if (queue.size() >= most) {
      throw LimitHit.of(
              Limit.SESSION_QUEUE,
              LimitHit.Whose.session(id),
              most,
              LimitHit.Frees.when("a message of it is answered"))
          .refusal(
              "%d messages wait in session '%s', and no more may; wait until one is answered."
                  .formatted(queue.size(), id));
    }
    var longer = Stream.concat(queue.stream(), Stream.of(run)).toList();
    return with(times.used(now), turn, past.asked(run, bytes), longer);
  }

  /// The run has come to its end, as a turn or before it became one.
  public Session endTurn(RunId run, Spoken spoken, Instant now) {
    var others = queue.stream().filter(it -> !it.equals(run)).toList();
    if (run.equals(turn)) {
      return with(times.used(now), null, past.answered(spoken), others);
    }
    return others.size() == queue.size() ? this : with(times, turn, past, others);
  }

  /// The first of those who wait answers now.
  public Session nextTurn(Instant now) {
    return with(times.used(now), queue.getFirst(), past, queue.subList(1, queue.size()));
  }

  public Session withoutWaiting(RunId run) {
    return with(times, turn, past, queue.stream().filter(it -> !it.equals(run)).toList());
  }

  /// Somebody else answers from the next message on.
  public Session transfer(String to, Instant now) {
    requireOpen();
    requireFree();
    return agent.equals(to)
        ? this
        : spokenBy(
            to, past.transferred(new Transfer(now, agent, to, past.last())), times.used(now));
  }

  /// Nothing was said in it yet, and this one is to begin.
  public Session begunBy(String other) {
    requireOpen();
    requireFree();
    if (past.last() != null) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Session '%s' has begun; transfer it to one of the same team instead.".formatted(id));
    }
    var begun =
        new Terms(other, terms.workingDirectory(), terms.budget(), terms.model(), terms.once());
    return new Session(id, caller, other, name, times, turn, begun, past, queue);
  }

  /// Whoever answered has handed the conversation on.
  ///
  /// @param former the digests of all who had it before
  public Session handedTo(String to, List<String> former) {
    return spokenBy(to, past.handedBy(former), times);
  }

  /// These are what its turns have left at work, and what came of it.
  public Session leaving(List<RunId> background) {
    return with(times, turn, past.leaving(background), queue);
  }

  /// So much was said to whoever speaks.
  public Session interjected(long bytes) {
    return with(times, turn, past.longer(bytes), queue);
  }

  /// Something was used below a turn that is over.
  public Session charged(Usage more) {
    return with(times, turn, past.charged(more), queue);
  }

  private Session spokenBy(String to, Past told, Times at) {
    return new Session(id, caller, to, name, at, turn, terms, told, queue);
  }

  public Session named(String other) {
    return new Session(id, caller, agent, other, times, turn, terms, past, queue);
  }

  public Session close(Instant now) {
    return closed() ? this : with(new Times(times.createdAt(), now, now), turn, past, queue);
  }

  private Session with(Times at, @Nullable RunId now, Past told, List<RunId> waiting) {
    return new Session(id, caller, agent, name, at, now, terms, told, waiting);
  }

  private void requireOpen() {
    if (closed()) {
      throw new RetinueException(
          ErrorCode.CONFLICT, "Session '%s' is closed; create another.".formatted(id));
    }
  }

  /// Refuses whoever would speak while another does.
  public void requireFree() {
    if (turn != null) {
      throw new RetinueException(
          ErrorCode.CONFLICT,
          "Session '%s' is busy with run '%s'; wait for it, queue the message, or interrupt it."
              .formatted(id, turn));
    }
  }
}
