package dev.retinue.core;

import dev.retinue.core.craft.Craft;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A named member of the staff.
///
/// @param tools the names of what it may use
/// @param craft what it brings along, if it is written in a file of its own
public record Agent(
    String name,
    String description,
    Means means,
    String instructions,
    List<String> tools,
    Limits limits,
    Conduct conduct,
    Craft craft) {
  /// One that a file has beside its first one stands behind that, after a point.
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}(?:\\.[a-z0-9][a-z0-9_-]{0,63})?");

  /// How it works.
  ///
  /// @param effort how long its model thinks before it speaks; null as its provider likes
  /// @param maxOutput how many tokens an answer of its model has at most; null for the usual
  /// @param station where it works, if it is one of the fleet; null for anybody else
  public record Means(
      String runtime,
      @Nullable String model,
      @Nullable Effort effort,
      @Nullable Integer maxOutput,
      @Nullable Station station) {
    public Means(String runtime, @Nullable String model) {
      this(runtime, model, null, null);
    }

    public Means(
        String runtime,
        @Nullable String model,
        @Nullable Effort effort,
        @Nullable Integer maxOutput) {
      this(runtime, model, effort, maxOutput, null);
    }
  }

  /// How long a model thinks before it speaks.
  public enum Effort {
    LOW,
    MEDIUM,
    HIGH
  }

  /// What it may do at most.
  ///
  /// @param budget no run of it may have more
  /// @param mayRecurse whether it may be started below itself
  public record Limits(Budget budget, boolean mayRecurse) {
    public static final Limits NONE = new Limits(Budget.UNLIMITED, false);
  }

  public Agent(
      String name,
      String description,
      Means means,
      String instructions,
      List<String> tools,
      Limits limits) {
    this(name, description, means, instructions, tools, limits, Conduct.USUAL);
  }

  public Agent(
      String name,
      String description,
      Means means,
      String instructions,
      List<String> tools,
      Limits limits,
      Conduct conduct) {
    this(name, description, means, instructions, tools, limits, conduct, Craft.NONE);
  }

  public Agent {
    // Definitions of earlier versions are kept without them.
    conduct = Objects.requireNonNullElse(conduct, Conduct.USUAL);
    craft = Objects.requireNonNullElse(craft, Craft.NONE);
    if (!isName(name)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          ("The name of an agent has at most 64 lower-case letters, digits, '-' and '_', and begins"
                  + " with a letter or digit: '%s' does not.")
              .formatted(Excerpt.of(name)));
    }
    tools = List.copyOf(tools);
    refuseHalves(name, "description", description);
    refuseHalves(name, "runtime", means.runtime());
    refuseHalves(name, "model", means.model() == null ? "" : means.model());
    refuseHalves(name, "instructions", instructions);
    refuseHalves(name, "tools", String.join(",", tools));
  }

  /// Whether it stands for its runtime; one that has a file of its own is there for something
  /// special.
  public boolean isGeneral() {
    return craft.origin().file().isEmpty();
  }

  /// Whether somebody can have this name.
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /// The same, with these tools alone.
  public Agent using(List<String> other) {
    return new Agent(name, description, means, instructions, other, limits, conduct, craft);
  }

  /// The same, kept in this way.
  public Agent kept(Conduct other) {
    return new Agent(name, description, means, instructions, tools, limits, other, craft);
  }

  /// UTF-8 has no form for half of a character: it could not be kept as it is.
  private static void refuseHalves(String name, String part, String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The %s of agent '%s' has half of a character in it; write it anew."
              .formatted(part, name));
    }
  }

  /// Names exactly this definition: another one, under whatever name, has another digest. It is
  /// kept with runs, so what goes into it stays as it is.
  public String digest() {
    var digest = new Digest();
    digest.add(name);
    digest.add(description);
    digest.add(means.runtime());
    addOptional(digest, means.model());
    digest.add(instructions);
    digest.add("" + tools.size());
    tools.forEach(tool -> digest.add(tool));
    var budget = limits.budget();
    addOptional(digest, budget.maxCost() == null ? null : budget.maxCost().nanos());
    addOptional(digest, budget.maxTokens());
    addOptional(digest, budget.maxTurns());
    addOptional(digest, budget.maxSeconds());
    addOptional(digest, budget.maxRuns());
    digest.add("" + limits.mayRecurse());
    if (!conduct.equals(Conduct.USUAL)) {
      digest.add(conduct.toString());
    }
    if (means.effort() != null || means.maxOutput() != null) {
      digest.add("%s %s".formatted(means.effort(), means.maxOutput()));
    }
    if (!craft.equals(Craft.NONE)) {
      digest.add(craft.exact());
    }
    if (means.station() != null) {
      digest.add(means.station().toString());
    }
    return digest.hex();
  }

  /// Nothing is not the same as the word for it.
  private static void addOptional(Digest digest, @Nullable Object part) {
    digest.add(part == null ? "" : "=" + part);
  }
}
