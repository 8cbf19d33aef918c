package dev.retinue.core.group;

import dev.retinue.core.Budget;
import dev.retinue.core.Check;
import dev.retinue.core.Commission.Arrangement;
import dev.retinue.core.Commission.Isolation;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Money;
import dev.retinue.core.RetinueException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A piece of work that a run gives to another agent below itself.
public record Errand(String agent, String prompt, How how, Bounds bounds) {
  private static final int MOST_LABELS = 20;
  private static final int LONGEST_LABEL = 200;

  /// How it is done.
  ///
  /// @param model another one than the agent's own
  /// @param tools what it may use of what its agent may; null for all of that
  /// @param preface the context of the work, which is read before it
  /// @param labels small facts about it, such as its summary
  public record How(
      @Nullable String model,
      @Nullable List<String> tools,
      @Nullable String preface,
      Map<String, String> labels) {
    public static final How PLAIN = new How(null, null, null, Map.of());

    public How {
      tools = tools == null ? null : List.copyOf(tools);
      labels = Map.copyOf(Objects.requireNonNullElse(labels, Map.of()));
    }
  }

  /// What it may use, where, and what must come of it.
  ///
  /// @param workingDirectory inside that of the run which gives it; null for the same
  /// @param payloadSchema the JSON Schema that its result must fit
  public record Bounds(
      @Nullable Long maxSeconds,
      @Nullable Money maxCost,
      @Nullable String workingDirectory,
      Isolation isolation,
      @Nullable String payloadSchema) {
    public static final Bounds NONE = new Bounds(null, null, null, Isolation.NONE, null);

    public Bounds {
      isolation = Objects.requireNonNullElse(isolation, Isolation.NONE);
      // Refused here, before anything rests on it.
      var _ = new Budget(maxCost, null, null, maxSeconds, null);
    }
  }

  public Errand {
    how = Objects.requireNonNullElse(how, How.PLAIN);
    bounds = Objects.requireNonNullElse(bounds, Bounds.NONE);
    if (agent.isBlank()) {
      throw refused("An errand names no agent.");
    }
    if (prompt.isBlank()) {
      throw refused("There is no work in an empty text.");
    }
    boolean tooLong =
        how.labels.entrySet().stream()
            .anyMatch(it -> it.getKey().length() + it.getValue().length() > LONGEST_LABEL);
    if (how.labels.size() > MOST_LABELS || tooLong) {
      throw refused(
          "An errand has at most %d labels of %d characters."
              .formatted(MOST_LABELS, LONGEST_LABEL));
    }
  }

  /// Done as its agent usually does it, within what the run has that gives it.
  public static Errand of(String agent, String prompt) {
    return new Errand(agent, prompt, How.PLAIN, Bounds.NONE);
  }

  /// The same, with one label more.
  Errand labelled(String name, String value) {
    var labels = new HashMap<>(how.labels);
    labels.put(name, value);
    return new Errand(agent, prompt, new How(how.model, how.tools, how.preface, labels), bounds);
  }

  /// Under which conditions its run is started.
  ///
  /// @param above those of the run that gives it: what is to become of a crossed budget is the same
  public Terms terms(Terms above) {
    return new Terms(
        new Budget(bounds.maxCost, null, null, bounds.maxSeconds, null),
        above.abortOnBudget(),
        bounds.workingDirectory,
        null,
        bounds.payloadSchema == null
            ? List.of()
            : List.of(new Check.PayloadSchema(bounds.payloadSchema)),
        new Arrangement(bounds.isolation, null));
  }

  private static RetinueException refused(String sentence) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence);
  }
}
