package dev.retinue.llm;

import dev.retinue.llm.provider.Provider;
import dev.retinue.llm.provider.Providers;
import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.wire.Wire;
import java.util.List;
import java.util.Map;

/// Every way to speak to a model, with a scripted one at the other end.
enum Dialects {
  ANTHROPIC("anthropic", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", ""),
  RESPONSES("openai", "OPENAI_API_KEY", "OPENAI_BASE_URL", "/v1"),
  CHAT("openai-chat", "OPENAI_API_KEY", "OPENAI_BASE_URL", "/v1"),
  ENDPOINT("endpoint", "LLM_API_KEY", "LLM_ENDPOINT", "/v1/chat/completions"),
  GEMINI("google", "GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL", "");

  static final String SECRET = "sk-nobody-may-see-this";

  private final String provider;
  private final String key;
  private final String address;
  private final String path;

  Dialects(String provider, String key, String address, String path) {
    this.provider = provider;
    this.key = key;
    this.address = address;
    this.path = path;
  }

  Provider provider() {
    return Providers.find(provider).orElseThrow();
  }

  Model model(Wire wire, ScriptedLlm llm) {
    return at(wire, llm.url() + path);
  }

  Model at(Wire wire, String url) {
    return at(wire, url, SECRET);
  }

  Model at(Wire wire, String url, String secret) {
    return new Providers(wire)
        .model(provider(), "scripted", Map.of(key, secret, address, url)::get);
  }

  /// The shortest stream of events that says this.
  List<String> saying(String text) {
    var said = Wire.JSON.writeValueAsString(text);
    return switch (this) {
      case ANTHROPIC ->
          List.of(
              "{\"type\":\"content_block_delta\",\"index\":0,\n\"delta\":{\"type\":\"text_delta\",\"text\":%s}}"
                  .formatted(said),
              "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}",
              "{\"type\":\"message_stop\"}");
      case RESPONSES ->
          List.of(
              "{\"type\":\"response.output_text.delta\",\n\"output_index\":0,\"delta\":%s}"
                  .formatted(said),
              "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\"}}");
      case CHAT, ENDPOINT ->
          List.of(
              "{\"choices\":[{\"index\":0,\n\"delta\":{\"content\":%s}}]}".formatted(said),
              "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}",
              "{\"choices\":[]}",
              "[DONE]");
      case GEMINI ->
          List.of(
              "{\"candidates\":[{\"content\":\n{\"parts\":[{\"text\":%s}]},\"finishReason\":\"STOP\"}]}"
                  .formatted(said));
    };
  }

  /// An event that says that there will be no answer.
  String failing(String word, String message) {
    var error =
        "\"error\":{\"type\":\"%1$s\",\"code\":\"%1$s\",\"status\":\"%1$s\",\"message\":\"%2$s\"}"
            .formatted(word, message);
    return switch (this) {
      case ANTHROPIC -> "{\"type\":\"error\",%s}".formatted(error);
      case RESPONSES ->
          "{\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",%s}}".formatted(error);
      case CHAT, ENDPOINT, GEMINI -> "{%s}".formatted(error);
    };
  }
}
