package dev.retinue.watch;

import dev.retinue.core.Run;
import dev.retinue.core.RunId;
import dev.retinue.core.State;
import dev.retinue.core.trace.Span;
import dev.retinue.core.trace.TraceContext;
import dev.retinue.core.trace.Tracer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The spans of whole runs. A run has its place in a trace from its beginning on, among its facts,
/// and its span is told once, when it is over: whichever process it began in.
final class RunSpans {
  private final Tracer tracer;
  private final Map<RunId, TraceContext> open = new ConcurrentHashMap<>();
  private final Over over = new Over();

  RunSpans(Tracer tracer) {
    this.tracer = tracer;
  }

  void note(Run run) {
    if (!tracer.isOn()) {
      return;
    }
    var context = TraceContext.of(run);
    if (context == null) {
      return;
    }
    open.compute(
        run.id(),
        (_, before) -> {
          if (Over.is(run)) {
            over.note(run);
            if (before != null && context.sampled()) {
              tracer.keep(span(run, context));
            }
            return null;
          }
          return before != null || over.isLate(run) ? before : context;
        });
  }

  /// Where a run stands that has not ended.
  @Nullable TraceContext of(RunId run) {
    return open.get(run);
  }

  private static Span span(Run run, TraceContext context) {
    var agent = run.commission().agent();
    var used = run.dossier().usage();
    var ended = run.endedAt();
    var attributes = new HashMap<String, Object>();
    attributes.put("gen_ai.operation.name", "invoke_agent");
    attributes.put("gen_ai.agent.name", agent.name());
    attributes.put("gen_ai.usage.input_tokens", used.inputTokens());
    attributes.put("gen_ai.usage.output_tokens", used.outputTokens());
    attributes.put("retinue.run.id", run.id().text());
    attributes.put("retinue.runtime", agent.runtime());
    attributes.put("retinue.outcome", run.state().word());
    attributes.put("retinue.cost_usd", used.cost().nanos() / 1e9);
    put(attributes, "gen_ai.request.model", agent.model());
    put(attributes, "gen_ai.response.model", run.facts().get("model_answered"));
    put(attributes, "gen_ai.conversation.id", run.commission().terms().session());
    var begun = run.commission().createdAt();
    return new Span(
        context,
        TraceContext.above(run),
        "invoke_agent " + agent.name(),
        Span.Kind.INTERNAL,
        begun,
        ended == null ? begun : ended,
        Map.copyOf(attributes),
        run.state() instanceof State.Failed failed ? failed.reason().word() : null);
  }

  private static void put(Map<String, Object> attributes, String key, @Nullable String value) {
    if (value != null) {
      attributes.put(key, value);
    }
  }
}
