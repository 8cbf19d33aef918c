package dev.retinue.llm.provider;

import static dev.retinue.llm.provider.Provider.hosted;
import static dev.retinue.llm.provider.Provider.local;

import dev.retinue.llm.Model;
import dev.retinue.llm.anthropic.AnthropicModel;
import dev.retinue.llm.gemini.GeminiModel;
import dev.retinue.llm.openai.ChatModel;
import dev.retinue.llm.openai.Manner;
import dev.retinue.llm.openai.ResponsesModel;
import dev.retinue.llm.provider.Provider.Dialect;
import dev.retinue.llm.wire.Wire;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The providers that are known, and how each of their models is reached. A model is named
/// `provider/model`.
public final class Providers {
  /// Those that run at home answer on the port that they have unless told otherwise.
  private static final List<Provider> KNOWN =
      List.of(
          hosted(
              "anthropic",
              Dialect.ANTHROPIC,
              "https://api.anthropic.com",
              "ANTHROPIC_BASE_URL",
              "ANTHROPIC_API_KEY",
              "ANTHROPIC_AUTH_TOKEN"),
          hosted(
              "openai",
              Dialect.RESPONSES,
              "https://api.openai.com/v1",
              "OPENAI_BASE_URL",
              "OPENAI_API_KEY"),
          hosted(
              "openai-chat",
              Dialect.OPENAI_CHAT,
              "https://api.openai.com/v1",
              "OPENAI_BASE_URL",
              "OPENAI_API_KEY"),
          hosted(
              "google",
              Dialect.GEMINI,
              "https://generativelanguage.googleapis.com",
              "GOOGLE_GEMINI_BASE_URL",
              "GEMINI_API_KEY",
              "GOOGLE_API_KEY"),
          compatible("openrouter", Dialect.CHAT, "https://openrouter.ai/api/v1", "OPENROUTER"),
          compatible("groq", Dialect.CHAT, "https://api.groq.com/openai/v1", "GROQ"),
          compatible("mistral", Dialect.PLAIN_CHAT, "https://api.mistral.ai/v1", "MISTRAL"),
          compatible("xai", Dialect.CHAT, "https://api.x.ai/v1", "XAI"),
          compatible(
              "deepseek", Dialect.THOUGHTFUL_CHAT, "https://api.deepseek.com/v1", "DEEPSEEK"),
          local("ollama", "http://127.0.0.1:11434/v1", "OLLAMA_BASE_URL", "OLLAMA_API_KEY"),
          local("lmstudio", "http://127.0.0.1:1234/v1", "LMSTUDIO_BASE_URL", "LMSTUDIO_API_KEY"),
          local("vllm", "http://127.0.0.1:8000/v1", "VLLM_BASE_URL", "VLLM_API_KEY"),
          local(
              "docker",
              "http://127.0.0.1:12434/engines/v1",
              "DOCKER_MODEL_BASE_URL",
              "DOCKER_MODEL_API_KEY"),
          local("endpoint", "", "LLM_ENDPOINT", "LLM_API_KEY"));

  private static final Map<String, String> MAKERS =
      Map.of("claude", "anthropic", "gpt", "openai", "gemini", "google", "grok", "xai");

  private final Wire wire;

  public Providers(Wire wire) {
    this.wire = wire;
  }

  private static Provider compatible(String name, Dialect dialect, String base, String prefix) {
    return hosted(name, dialect, base, prefix + "_BASE_URL", prefix + "_API_KEY");
  }

  /// All of them, those first that most people have.
  public static List<Provider> known() {
    return KNOWN;
  }

  public static Optional<Provider> find(String name) {
    return KNOWN.stream().filter(it -> it.name().equals(name)).findFirst();
  }

  /// Takes the name of a model apart.
  ///
  /// @throws IllegalArgumentException with a sentence for whoever wrote the name
  public static ModelName parse(String name) {
    int slash = name.indexOf('/');
    var provider = name.substring(0, Math.max(0, slash)).strip();
    var model = name.substring(slash + 1).strip();
    if (find(provider).isEmpty()) {
      throw new IllegalArgumentException(unknown(name.strip(), provider));
    }
    if (model.isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' names a provider and no model; write %s/ and the name of the model."
              .formatted(name, provider));
    }
    return new ModelName(provider, model);
  }

  private static String unknown(String name, String provider) {
    var names = KNOWN.stream().map(Provider::name).collect(Collectors.joining(", "));
    if (!provider.isEmpty()) {
      return "There is no provider '%s'. A model is named provider/model; known are %s."
          .formatted(provider, names);
    }
    return "'%s' names no provider. A model is named provider/model%s; known are %s."
        .formatted(name, example(name), names);
  }

  private static String example(String name) {
    var maker = MAKERS.get(name.split("[-.\\d]", 2)[0]);
    return maker == null ? "" : ", as in %s/%s".formatted(maker, name);
  }

  /// A model of a provider, with the keys and addresses of this environment.
  ///
  /// @throws IllegalArgumentException if the address in it is none
  public Model model(Provider provider, String name, Function<String, @Nullable String> env) {
    var access = provider.access(env);
    return switch (provider.dialect()) {
      case ANTHROPIC ->
          new AnthropicModel(wire, access, name, !provider.isSet(env, provider.keys().getFirst()));
      case RESPONSES -> new ResponsesModel(wire, access, name);
      case OPENAI_CHAT -> new ChatModel(wire, access, name, Manner.OPENAI);
      case CHAT -> new ChatModel(wire, access, name, Manner.COMPATIBLE);
      case PLAIN_CHAT -> new ChatModel(wire, access, name, Manner.PLAIN);
      case THOUGHTFUL_CHAT -> new ChatModel(wire, access, name, Manner.THOUGHTFUL);
      case GEMINI -> new GeminiModel(wire, access, name);
    };
  }
}
