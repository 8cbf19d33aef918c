package dev.retinue.core;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What a caller's environment may lend to his runs. The names are a closed set: a pattern such as
/// `*_API_KEY` would carry off keys that have nothing to do with models.
public final class ProviderKeys {
  public static final Set<String> NAMES =
      Set.of(
          "ANTHROPIC_API_KEY",
          "ANTHROPIC_AUTH_TOKEN",
          "ANTHROPIC_BASE_URL",
          "CLAUDE_CODE_OAUTH_TOKEN",
          "CODEX_API_KEY",
          "DEEPSEEK_API_KEY",
          "DOCKER_MODEL_API_KEY",
          "GEMINI_API_KEY",
          "GOOGLE_API_KEY",
          "GROQ_API_KEY",
          "LLM_API_KEY",
          "LLM_ENDPOINT",
          "LLM_MODEL",
          "LMSTUDIO_API_KEY",
          "MISTRAL_API_KEY",
          "OLLAMA_API_KEY",
          "OPENAI_API_KEY",
          "OPENAI_BASE_URL",
          "OPENROUTER_API_KEY",
          "VLLM_API_KEY",
          "XAI_API_KEY");

  private static final int LONGEST = 8192;

  private ProviderKeys() {}

  /// Those of an environment that have something in them. Others are passed over, so that one who
  /// knows more names can speak to one who knows fewer.
  public static Map<String, String> pick(Map<String, String> environment) {
    var picked = new TreeMap<String, String>();
    for (var name : NAMES) {
      var value = environment.get(name);
      if (value != null && !value.isBlank()) {
        requireUsable(name, value);
        picked.put(name, value);
      }
    }
    return Map.copyOf(picked);
  }

  /// What counts for a run whose caller lent these. Where he speaks of a provider, the keys of the
  /// house for it do not count: they would go to an address that he chose.
  public static Map<String, String> over(Map<String, String> house, Map<String, String> lent) {
    var counts = new TreeMap<>(house);
    counts.keySet().removeIf(name -> NAMES.contains(name) && speaksOf(provider(name), lent));
    counts.putAll(lent);
    return Map.copyOf(counts);
  }

  private static boolean speaksOf(String provider, Map<String, String> lent) {
    return lent.keySet().stream().anyMatch(name -> provider(name).equals(provider));
  }

  private static String provider(String name) {
    return switch (name.substring(0, Math.max(0, name.indexOf('_')))) {
      case "CLAUDE" -> "ANTHROPIC";
      case "CODEX" -> "OPENAI";
      case "GEMINI" -> "GOOGLE";
      case String first -> first;
    };
  }

  /// Whether what is lent by this name is secret, and not an address or the name of a model.
  public static boolean isSecret(String name) {
    return name.endsWith("_KEY") || name.endsWith("_TOKEN");
  }

  /// The value stands in no message.
  private static void requireUsable(String name, String value) {
    if (value.length() > LONGEST) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s has %d characters, and %d are allowed; see what it is set to."
              .formatted(name, value.length(), LONGEST));
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s has a line break or another control character in it; set it anew.".formatted(name));
    }
  }
}
