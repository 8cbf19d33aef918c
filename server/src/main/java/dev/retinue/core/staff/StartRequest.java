package dev.retinue.core.staff;

import dev.retinue.core.Commission.Terms;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a caller wants done.
///
/// @param key makes a retry the same start
public record StartRequest(
    String agent, @Nullable String prompt, Manner manner, Terms terms, @Nullable StartKey key) {

  /// How it is done.
  ///
  /// @param model another one than the agent's own
  public record Manner(RunId.Prefix prefix, @Nullable String model, Map<String, String> labels) {
    public static final Manner PLAIN = new Manner(RunId.Prefix.AGENT, null, Map.of());

    public Manner {
      labels = Map.copyOf(labels);
    }
  }

  public static StartRequest of(String agent, String prompt) {
    return new StartRequest(agent, prompt, Manner.PLAIN, Terms.NONE, null);
  }

  public StartRequest under(Terms other) {
    return new StartRequest(agent, prompt, manner, other, key);
  }

  public StartRequest once(StartKey other) {
    return new StartRequest(agent, prompt, manner, terms, other);
  }
}
