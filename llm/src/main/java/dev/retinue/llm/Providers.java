package dev.retinue.llm;

import dev.retinue.llm.anthropic.AnthropicModel;
import dev.retinue.llm.gemini.GeminiModel;
import dev.retinue.llm.openai.ChatModel;
import dev.retinue.llm.openai.ResponsesModel;
import dev.retinue.llm.wire.Wire;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The providers that are known, and how each of their models is reached. A model is named
/// `provider/model`.
public final class Providers {
  private final Wire wire;

  public Providers(Wire wire) {
    this.wire = wire;
  }

  /// How a provider speaks.
  public enum Dialect {
    ANTHROPIC,
    RESPONSES,
    CHAT,
    GEMINI
  }

  /// What is known of a provider.
  ///
  /// @param keys the variables that may hold its key, the first that is set counts
  /// @param address the variable that may hold another address
  /// @param needsKey whether nobody is let in without
  public record Provider(
      String name,
      Dialect dialect,
      String base,
      List<String> keys,
      @Nullable String address,
      boolean needsKey) {
    public Provider {
      keys = List.copyOf(keys);
    }
  }

  private static final Map<String, Provider> KNOWN =
      Map.of(
          "anthropic",
          known(
              "anthropic",
              Dialect.ANTHROPIC,
              "https://api.anthropic.com",
              "ANTHROPIC_BASE_URL",
              "ANTHROPIC_API_KEY",
              "ANTHROPIC_AUTH_TOKEN"),
          "openai",
          known(
              "openai",
              Dialect.RESPONSES,
              "https://api.openai.com/v1",
              "OPENAI_BASE_URL",
              "OPENAI_API_KEY"),
          "openai-chat",
          known(
              "openai-chat",
              Dialect.CHAT,
              "https://api.openai.com/v1",
              "OPENAI_BASE_URL",
              "OPENAI_API_KEY"),
          "google",
          known(
              "google",
              Dialect.GEMINI,
              "https://generativelanguage.googleapis.com",
              "GOOGLE_GEMINI_BASE_URL",
              "GEMINI_API_KEY",
              "GOOGLE_API_KEY"),
          "ollama",
          new Provider(
              "ollama",
              Dialect.CHAT,
              "http://127.0.0.1:11434/v1",
              List.of("OLLAMA_API_KEY"),
              "OLLAMA_BASE_URL",
              false),
          "endpoint",
          new Provider(
              "endpoint", Dialect.CHAT, "", List.of("LLM_API_KEY"), "LLM_ENDPOINT", false));

  private static Provider known(
      String name, Dialect dialect, String base, String address, String... keys) {
    return new Provider(name, dialect, base, List.of(keys), address, true);
  }

  public static Optional<Provider> find(String name) {
    return Optional.ofNullable(KNOWN.get(name));
  }

  /// What a provider needs and does not have: the name of the variable to set.
  public static Optional<String> missing(
      Provider provider, Function<String, @Nullable String> env) {
    if (provider.needsKey() && key(provider, env).isEmpty()) {
      return Optional.of(provider.keys().getFirst());
    }
    return base(provider, env).isEmpty()
        ? Optional.ofNullable(provider.address())
        : Optional.empty();
  }

  private static Optional<String> key(Provider provider, Function<String, @Nullable String> env) {
    return provider.keys().stream().flatMap(name -> value(env, name).stream()).findFirst();
  }

  private static Optional<String> base(Provider provider, Function<String, @Nullable String> env) {
    var address = provider.address();
    return Optional.ofNullable(address)
        .flatMap(name -> value(env, name))
        .or(() -> provider.base().isEmpty() ? Optional.empty() : Optional.of(provider.base()));
  }

  private static Optional<String> value(Function<String, @Nullable String> env, String name) {
    return Optional.ofNullable(env.apply(name)).filter(it -> !it.isBlank()).map(String::strip);
  }

  /// A model of a provider, with the keys and addresses of this environment.
  public Model model(Provider provider, String name, Function<String, @Nullable String> env) {
    var key = key(provider, env).orElse(null);
    var access = Access.of(provider.name(), base(provider, env).orElse(provider.base()), key);
    boolean token = value(env, "ANTHROPIC_API_KEY").isEmpty();
    return switch (provider.dialect()) {
      case ANTHROPIC -> new AnthropicModel(wire, access, name, token);
      case RESPONSES -> new ResponsesModel(wire, access, name);
      case CHAT -> new ChatModel(wire, access, name);
      case GEMINI -> new GeminiModel(wire, access, name);
    };
  }
}
