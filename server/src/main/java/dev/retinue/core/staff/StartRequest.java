package dev.retinue.core.staff;

import dev.retinue.core.Agent;
import dev.retinue.core.Check;
import dev.retinue.core.Commission.Terms;
import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.StartKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a caller wants done.
///
/// @param key makes a retry the same start
public record StartRequest(
    String agent, @Nullable String prompt, Manner manner, Terms terms, @Nullable StartKey key) {
  private static final String SEPARATOR = "\n\n---\n\n# Your Task\n\n";

  /// How it is done.
  ///
  /// @param model another one than the agent's own
  /// @param tools what it may use of what its agent may; null for all of that
  /// @param preface the context of the work, which is read before it
  /// @param inLine whether it waits while another message of its session is answered
  public record Manner(
      RunId.Prefix prefix,
      @Nullable String model,
      Map<String, String> labels,
      @Nullable List<String> tools,
      @Nullable String preface,
      boolean inLine) {
    public static final Manner PLAIN = new Manner(RunId.Prefix.AGENT, null, Map.of());

    public Manner {
      labels = Map.copyOf(labels);
      tools = tools == null ? null : List.copyOf(tools);
    }

    public Manner(RunId.Prefix prefix, @Nullable String model, Map<String, String> labels) {
      this(prefix, model, labels, null, null);
    }

    public Manner(
        RunId.Prefix prefix,
        @Nullable String model,
        Map<String, String> labels,
        @Nullable List<String> tools,
        @Nullable String preface) {
      this(prefix, model, labels, tools, preface, false);
    }

    /// The same, with these labels.
    Manner labelled(Map<String, String> other) {
      return new Manner(prefix, model, other, tools, preface, inLine);
    }

    /// The same, in its turn.
    public Manner waiting() {
      return new Manner(prefix, model, labels, tools, preface, true);
    }
  }

  public static StartRequest of(String agent, String prompt) {
    return new StartRequest(agent, prompt, Manner.PLAIN, Terms.NONE, null);
  }

  /// What a run was to do, once more.
  ///
  /// @param prompt with its preface
  /// @param agent who did it, with what it might use then
  static StartRequest again(Run run, @Nullable String prompt, Optional<Agent> agent) {
    var commission = run.commission();
    var labels = new HashMap<>(commission.labels());
    labels.put("restart_of", run.id().text());
    var tools = agent.map(Agent::tools).filter(it -> !it.isEmpty()).orElse(null);
    var manner = new Manner(run.id().prefix(), commission.agent().model(), labels, tools, null);
    return new StartRequest(commission.agent().name(), prompt, manner, commission.terms(), null);
  }

  /// The same, with its preface before the work.
  StartRequest joined() {
    if (manner.preface == null || prompt == null) {
      return this;
    }
    var before = manner.preface + SEPARATOR;
    var after = terms.with(terms.arrangement().after(before.length()));
    return new StartRequest(agent, before + prompt, manner, after, key);
  }

  /// The same, with a result that fits this, unless it says itself what that must fit.
  StartRequest fitting(@Nullable String schema) {
    if (schema == null || terms.checks().stream().anyMatch(Check.PayloadSchema.class::isInstance)) {
      return this;
    }
    var checks = new ArrayList<>(terms.checks());
    checks.add(new Check.PayloadSchema(schema));
    return under(terms.checkedBy(checks));
  }

  /// The same, with these labels more.
  public StartRequest labelled(Map<String, String> more) {
    var labels = new HashMap<>(manner.labels);
    labels.putAll(more);
    return new StartRequest(agent, prompt, manner.labelled(labels), terms, key);
  }

  public StartRequest under(Terms other) {
    return new StartRequest(agent, prompt, manner, other, key);
  }

  public StartRequest once(StartKey other) {
    return new StartRequest(agent, prompt, manner, terms, other);
  }
}
