package dev.retinue.llm.gemini;

import dev.retinue.llm.Access;
import dev.retinue.llm.Model;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Reply;
import dev.retinue.llm.wire.Wire;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// A model behind Google Gemini.
public final class GeminiModel implements Model {
  private final Wire wire;
  private final Access access;
  private final String model;

  public GeminiModel(Wire wire, Access access, String model) {
    this.wire = wire;
    this.access = access;
    this.model = model;
  }

  @Override
  public Reply ask(Prompt prompt, Listener listener) throws InterruptedException {
    var path =
        "/v1beta/models/%s:streamGenerateContent?alt=sse"
            .formatted(URLEncoder.encode(model, StandardCharsets.UTF_8));
    var key = access.key();
    Map<String, String> headers = key == null ? Map.of() : Map.of("x-goog-api-key", key);
    var question = new Wire.Question(path, headers, GeminiRequest.of(model, prompt));
    var decoder = new GeminiAnswer(access, model, listener);
    return wire.ask(access, question, prompt.settings(), decoder);
  }
}
