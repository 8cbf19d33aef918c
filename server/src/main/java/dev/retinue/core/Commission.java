package dev.retinue.core;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What was asked for when a run was made. It never changes.
///
/// @param caller the id of the caller to whom the run belongs
/// @param labels small facts of the surface that made it, such as the tool or the run it repeats
public record Commission(
    String caller,
    AgentRef agent,
    Lineage lineage,
    Terms terms,
    Map<String, String> labels,
    Instant createdAt) {

  /// Who does the work: a member of the staff as it was at that moment.
  ///
  /// @param digest names the definition exactly
  /// @param model the one asked for
  public record AgentRef(String name, String digest, String runtime, @Nullable String model) {}

  /// Under which conditions.
  ///
  /// @param abortOnBudget whether a crossed budget ends the run, or makes it wait for more
  /// @param checks what must be true before its word *done* counts
  /// @param arrangement how its runtime is to go about it
  public record Terms(
      Budget budget,
      boolean abortOnBudget,
      @Nullable String workingDirectory,
      @Nullable String session,
      List<Check> checks,
      Arrangement arrangement) {
    public static final Terms NONE = new Terms(Budget.UNLIMITED, true, null, null);

    public Terms {
      // Runs of earlier versions are kept without them.
      checks = Objects.requireNonNullElse(checks, List.of());
      checks = List.copyOf(checks);
      arrangement = Objects.requireNonNullElse(arrangement, Arrangement.PLAIN);
    }

    public Terms(
        Budget budget,
        boolean abortOnBudget,
        @Nullable String workingDirectory,
        @Nullable String session,
        List<Check> checks) {
      this(budget, abortOnBudget, workingDirectory, session, checks, Arrangement.PLAIN);
    }

    public Terms(
        Budget budget,
        boolean abortOnBudget,
        @Nullable String workingDirectory,
        @Nullable String session) {
      this(budget, abortOnBudget, workingDirectory, session, List.of());
    }

    /// The same, with this budget.
    public Terms with(Budget other) {
      return new Terms(other, abortOnBudget, workingDirectory, session, checks, arrangement);
    }

    /// The same, gone about in this way.
    public Terms with(Arrangement other) {
      return new Terms(budget, abortOnBudget, workingDirectory, session, checks, other);
    }

    /// The same, on this.
    public Terms on(Isolation isolation) {
      return with(arrangement.on(isolation));
    }

    /// The same, with these checks.
    public Terms checkedBy(List<Check> others) {
      return new Terms(budget, abortOnBudget, workingDirectory, session, others, arrangement);
    }

    /// The same, in this folder.
    public Terms in(@Nullable String folder) {
      return new Terms(budget, abortOnBudget, folder, session, checks, arrangement);
    }
  }

  /// How a runtime is to go about a run.
  ///
  /// @param isolation what it works on
  /// @param follows the run whose conversation it goes on with, in the program's own session
  /// @param preface how many characters stand before what the caller wrote: the context of the work
  public record Arrangement(Isolation isolation, @Nullable String follows, int preface) {
    public static final Arrangement PLAIN = new Arrangement(Isolation.NONE, null);

    public Arrangement {
      isolation = Objects.requireNonNullElse(isolation, Isolation.NONE);
    }

    public Arrangement(Isolation isolation, @Nullable String follows) {
      this(isolation, follows, 0);
    }

    Arrangement on(Isolation other) {
      return new Arrangement(other, follows, preface);
    }

    /// The same, after a preface of so many characters.
    public Arrangement after(int characters) {
      return new Arrangement(isolation, follows, characters);
    }
  }

  /// What a run works on.
  public enum Isolation {
    /// The working directory itself.
    NONE,
    /// A clone of it that is its own.
    CLONE
  }

  public Commission {
    labels = Map.copyOf(labels);
  }
}
