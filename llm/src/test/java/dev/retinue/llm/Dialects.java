package dev.retinue.llm;

import dev.retinue.llm.scripted.ScriptedLlm;
import dev.retinue.llm.wire.Wire;
import java.util.Map;

/// Every way to speak to a model, with a scripted one at the other end.
enum Dialects {
  ANTHROPIC("anthropic", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", ""),
  RESPONSES("openai", "OPENAI_API_KEY", "OPENAI_BASE_URL", "/v1"),
  CHAT("openai-chat", "OPENAI_API_KEY", "OPENAI_BASE_URL", "/v1"),
  ENDPOINT("endpoint", "LLM_API_KEY", "LLM_ENDPOINT", "/v1"),
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

  Providers.Provider provider() {
    return Providers.find(provider).orElseThrow();
  }

  Model model(Wire wire, ScriptedLlm llm) {
    return at(wire, llm.url() + path);
  }

  Model at(Wire wire, String url) {
    return new Providers(wire)
        .model(provider(), "scripted", Map.of(key, SECRET, address, url)::get);
  }
}
