package dev.retinue.runtime.llm;

import dev.retinue.core.port.Work;
import dev.retinue.core.trace.Span;
import dev.retinue.core.trace.TraceContext;
import dev.retinue.core.trace.Tracer;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.Part;
import dev.retinue.llm.Reply;
import dev.retinue.llm.wire.TraceHeaders;
import dev.retinue.runtime.llm.tool.Tool;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The questions and tools of a run as a trace shows them, in the words of the conventions for
/// generative models. What is asked and answered is never in it.
record Traced(Tracer tracer, Work work) {
  /// What conventions call some providers.
  private static final Map<String, String> PROVIDERS =
      Map.of(
          "google", "gcp.gemini",
          "gemini", "gcp.gemini",
          "mistral", "mistral_ai",
          "xai", "x_ai",
          "amazon-bedrock", "aws.bedrock",
          "azure", "azure.ai.openai");

  interface Question {
    Reply ask() throws InterruptedException;
  }

  interface Use {
    Tool.Result use() throws InterruptedException;
  }

  /// Asks a model there; its provider is told where.
  ///
  /// @param name with its provider
  Reply chat(String name, Question question) throws InterruptedException {
    int slash = name.indexOf('/');
    var provider = slash < 0 ? "" : name.substring(0, slash);
    var model = name.substring(slash + 1);
    var span =
        tracer
            .begin("chat " + model, Span.Kind.CLIENT, here())
            .with("gen_ai.operation.name", "chat")
            .with("gen_ai.provider.name", PROVIDERS.getOrDefault(provider, provider))
            .with("gen_ai.request.model", model)
            .with("gen_ai.agent.name", work.agent().name())
            .with("gen_ai.conversation.id", work.run().commission().terms().session());
    try {
      var reply = asked(span.context(), question);
      span.with("gen_ai.response.model", reply.model())
          .with("gen_ai.usage.input_tokens", input(reply))
          .with("gen_ai.usage.output_tokens", reply.tokens().output())
          .end(null);
      return reply;
    } catch (ModelException e) {
      span.end(e.kind().name().toLowerCase(Locale.ROOT));
      throw e;
    } catch (InterruptedException e) {
      span.end("cancelled");
      throw e;
    }
  }

  private static Reply asked(@Nullable TraceContext there, Question question)
      throws InterruptedException {
    return there == null ? question.ask() : TraceHeaders.during(there.handedOn(), question::ask);
  }

  private static long input(Reply reply) {
    var tokens = reply.tokens();
    return tokens.input() + tokens.cacheRead() + tokens.cacheWrite();
  }

  /// Uses a tool there: what that starts or asks is below it.
  Tool.Result tool(Part.Call call, Use use) throws InterruptedException {
    var span =
        tracer
            .begin("execute_tool " + call.tool(), Span.Kind.INTERNAL, here())
            .with("gen_ai.operation.name", "execute_tool")
            .with("gen_ai.tool.name", call.tool())
            .with("gen_ai.tool.call.id", call.id())
            .with("gen_ai.agent.name", work.agent().name())
            .with("gen_ai.conversation.id", work.run().commission().terms().session());
    var error = "error";
    try {
      var result = TraceContext.during(span.context(), use::use);
      error = result.failed() ? "tool_failed" : null;
      return result;
    } finally {
      span.end(error);
    }
  }

  private @Nullable TraceContext here() {
    return TraceContext.of(work.run());
  }
}
