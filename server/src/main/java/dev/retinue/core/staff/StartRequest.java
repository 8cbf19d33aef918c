package dev.retinue.core.staff;

import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import java.util.HashMap;
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

  /// What a run was to do, once more.
  static StartRequest again(Run run, @Nullable String prompt) {
    var commission = run.commission();
    var labels = new HashMap<>(commission.labels());
    labels.put("restart_of", run.id().text());
    var prefix = run.id().text().startsWith("sp_") ? RunId.Prefix.SPAWN : RunId.Prefix.AGENT;
    var manner = new Manner(prefix, commission.agent().model(), labels);
    return new StartRequest(commission.agent().name(), prompt, manner, commission.terms(), null);
  }

  public StartRequest under(Terms other) {
    return new StartRequest(agent, prompt, manner, other, key);
  }

  public StartRequest once(StartKey other) {
    return new StartRequest(agent, prompt, manner, terms, other);
  }
}
