package dev.retinue.core;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Rules about tools and what they are called with. What is denied is denied, whatever else is
/// said; what is to be asked is asked; what is allowed is done.
///
/// @param otherwise what becomes of that which no rule names; null where this leaves it open
/// @param deadline for how long somebody is asked before it counts as denied; null where this
///   leaves it open
/// @param retinue whether it may use Retinue itself, and start others below it
/// @param above the rules of those for whom it works: they hold for it as well. A definition has
///   none; they are known when a run begins
public record Permissions(
    List<String> allow,
    List<String> ask,
    List<String> deny,
    @Nullable Otherwise otherwise,
    @Nullable Duration deadline,
    boolean retinue,
    List<Permissions> above) {
  public static final Permissions NONE = new Permissions(List.of(), List.of(), List.of());

  /// What becomes of that which no rule names.
  public enum Otherwise {
    /// Somebody is asked.
    ASK,
    /// It is not done.
    DENY
  }

  public Permissions {
    allow = List.copyOf(Objects.requireNonNullElse(allow, List.of()));
    ask = List.copyOf(Objects.requireNonNullElse(ask, List.of()));
    deny = List.copyOf(Objects.requireNonNullElse(deny, List.of()));
    above = List.copyOf(Objects.requireNonNullElse(above, List.of()));
  }

  public Permissions(
      List<String> allow,
      List<String> ask,
      List<String> deny,
      @Nullable Otherwise otherwise,
      @Nullable Duration deadline,
      boolean retinue) {
    this(allow, ask, deny, otherwise, deadline, retinue, List.of());
  }

  public Permissions(List<String> allow, List<String> ask, List<String> deny) {
    this(allow, ask, deny, null, null, false);
  }

  /// The same, for one who may use Retinue itself, or may not.
  public Permissions reaching(boolean itself) {
    return new Permissions(allow, ask, deny, otherwise, deadline, itself, above);
  }

  /// Whether there is any rule.
  public boolean hasRules() {
    return !allow.isEmpty() || !ask.isEmpty() || !deny.isEmpty();
  }

  /// The same, for one who works for those whose rules these are.
  public Permissions below(List<Permissions> others) {
    return new Permissions(allow, ask, deny, otherwise, deadline, retinue, others);
  }

  /// Digests of definitions rest on these words, and a definition has nobody above it.
  @Override
  public String toString() {
    var own =
        "Permissions[allow=%s, ask=%s, deny=%s, otherwise=%s, deadline=%s, retinue=%s"
            .formatted(allow, ask, deny, otherwise, deadline, retinue);
    return own + (above.isEmpty() ? "]" : ", above=%s]".formatted(above));
  }
}
