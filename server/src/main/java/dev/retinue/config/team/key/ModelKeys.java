package dev.retinue.config.team.key;

import dev.retinue.config.Described;
import dev.retinue.config.Key;
import dev.retinue.config.Kind;
import dev.retinue.config.Kinds;
import dev.retinue.config.Members;
import dev.retinue.config.Schemas;
import dev.retinue.config.Shape;
import dev.retinue.config.Single;
import dev.retinue.config.Values;
import dev.retinue.config.WebAddress;
import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.YamlNode.Scalar;
import dev.retinue.core.Agent.Effort;
import dev.retinue.core.craft.Thought.Sampling;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The sections `models` and `providers` of a file.
public final class ModelKeys {
  private static final long LONGEST_ANSWER = 1_000_000;
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,199}");
  private static final Pattern TOKENS = Pattern.compile("-1|[0-9]{1,9}");
  private static final int LITTLE = 4_096;
  private static final int MUCH = 16_384;

  private static final Key<Placed<String>> PROVIDER =
      Key.required("provider", placedName(), "Who has the model.");
  private static final Key<String> MODEL =
      Key.required("model", Kinds.words(TeamKinds.LONGEST_NAME), "Its name there.");
  private static final Key<Double> TEMPERATURE =
      Key.optional("temperature", TeamKinds.decimal(0, 2), "How freely it chooses its words.");
  private static final Key<Double> TOP_P =
      Key.optional("top_p", TeamKinds.decimal(0, 1), "Among how many of the likeliest words.");
  private static final Key<Double> FREQUENCY_PENALTY =
      Key.optional("frequency_penalty", TeamKinds.decimal(-2, 2), "Against the same words again.");
  private static final Key<Double> PRESENCE_PENALTY =
      Key.optional("presence_penalty", TeamKinds.decimal(-2, 2), "Against the same subject again.");
  private static final Key<Boolean> PARALLEL_TOOLS =
      Key.optional(
          "parallel_tool_calls", Kinds.truth(), "Whether it may use several tools in one turn.");
  private static final Key<Long> MAX_TOKENS =
      Key.optional(
          "max_tokens", Kinds.wholeNumber(1, LONGEST_ANSWER), "The longest answer of the model.");
  private static final Key<Placed<URI>> BASE_URL =
      Key.optional("base_url", Placed.kind(WebAddress.kind()), "Where it is asked instead.");
  private static final Key<Placed<String>> TOKEN_KEY =
      Key.optional(
          "token_key",
          Placed.kind(
              new Described<>(
                  new Single<>(
                      "the name of a variable",
                      scalar ->
                          Optional.of(scalar.text()).filter(it -> VARIABLE.matcher(it).matches()),
                      _ -> "write the name alone, without '$'"),
                  () -> Schemas.type("string"))),
          "The variable that holds its key.");
  private static final Key<Thinking> THINKING_BUDGET =
      Key.optional(
          "thinking_budget",
          thinking(),
          "How long it thinks before it speaks: low, medium, high, or a number of tokens.");
  private static final Key<Boolean> TRACK_USAGE =
      Key.optional("track_usage", Kinds.truth(), "Usage is always tracked.");
  private static final Key<ProviderOptions> PROVIDER_OPTS =
      Key.optional(
          "provider_opts",
          ProviderOptions.kind(),
          "`context_size`: how many tokens the model reads at once. The rest is not supported.");
  private static final List<Key<Position>> UNSUPPORTED =
      Unsupported.keys(
          "routing",
          "headers",
          "auth",
          "bypass_models_gateway",
          "capabilities",
          "compaction_model",
          "compaction_threshold",
          "cost",
          "output_capabilities",
          "task_budget",
          "title_model");
  private static final Key<String> ABOUT =
      Key.optional("description", TeamKinds.prose(4_000), "Not used.");
  private static final Key<Position> FIRST_AVAILABLE =
      Refused.key(
          "first_available",
          "write one model here, and the others under 'fallback' of the agent, or 'model: auto'");

  private static final Key<Api> API_TYPE =
      Key.of(
          "api_type",
          new Described<>(
              new Single<>(
                  "openai_chatcompletions or openai_responses",
                  scalar -> Api.find(scalar.text()),
                  _ -> ""),
              () -> Schemas.oneOf(List.of(Api.CHAT.word, Api.RESPONSES.word))),
          Api.CHAT,
          "How it wants to be asked.");
  private static final Key<Placed<URI>> PROVIDER_URL =
      Key.required("base_url", Placed.kind(WebAddress.kind()), "Where it is asked.");
  private static final List<Key<Position>> UNSUPPORTED_OF_PROVIDERS =
      Unsupported.keys(
          "headers",
          "auth",
          "compaction_model",
          "frequency_penalty",
          "max_tokens",
          "parallel_tool_calls",
          "presence_penalty",
          "provider_opts",
          "task_budget",
          "temperature",
          "thinking_budget",
          "top_p",
          "track_usage",
          "unload_api");
  private static final Key<String> SPEAKS =
      Key.optional(
          "provider",
          new Described<>(
              new Single<>(
                  "openai",
                  scalar -> Optional.of(scalar.text()).filter("openai"::equals),
                  _ ->
                      "others are asked as OpenAI is; for another provider at its own address, name it in the configuration under 'providers'"),
              () -> Schemas.oneOf(List.of("openai"))),
          "Whose words it understands: `openai`.");

  static final Key<List<Model>> MODELS =
      Key.of(
          "models",
          new Members<>(new Shape<>(modelKeys(), ModelKeys::model), _ -> {}),
          List.of(),
          "Models, each under the name by which agents call it.");
  static final Key<List<Provider>> PROVIDERS =
      Key.of(
          "providers",
          new Members<>(new Shape<>(providerKeys(), ModelKeys::provider), _ -> {}),
          List.of(),
          "Where models are asked that no known provider has, each under its name.");

  private ModelKeys() {}

  /// One of `models`.
  ///
  /// @param name how agents call it
  public record Model(
      String name,
      Position at,
      Placed<String> provider,
      String model,
      Sampling sampling,
      @Nullable Effort effort,
      @Nullable Integer maxOutput,
      @Nullable Long context,
      Address address,
      List<Remark> remarks) {}

  /// Where it is asked, if that is said.
  public record Address(@Nullable Placed<URI> url, @Nullable Placed<String> keyVariable) {
    public static final Address USUAL = new Address(null, null);
  }

  /// One of `providers`.
  public record Provider(
      String name,
      Position at,
      boolean responses,
      Placed<URI> url,
      @Nullable Placed<String> keyVariable,
      List<Remark> remarks) {}

  private record Thinking(@Nullable Effort effort) {}

  private enum Api {
    CHAT("openai_chatcompletions"),
    RESPONSES("openai_responses");

    private final String word;

    Api(String word) {
      this.word = word;
    }

    static Optional<Api> find(String word) {
      return List.of(values()).stream().filter(it -> it.word.equals(word)).findFirst();
    }
  }

  private static List<Key<?>> modelKeys() {
    return Keys.of(
        List.of(
            PROVIDER,
            MODEL,
            TEMPERATURE,
            MAX_TOKENS,
            TOP_P,
            FREQUENCY_PENALTY,
            PRESENCE_PENALTY,
            BASE_URL,
            TOKEN_KEY,
            PARALLEL_TOOLS,
            THINKING_BUDGET,
            TRACK_USAGE,
            PROVIDER_OPTS,
            ABOUT,
            FIRST_AVAILABLE),
        UNSUPPORTED);
  }

  private static List<Key<?>> providerKeys() {
    return Keys.of(List.of(SPEAKS, API_TYPE, PROVIDER_URL, TOKEN_KEY), UNSUPPORTED_OF_PROVIDERS);
  }

  private static Model model(Values values) {
    return new Model(
        values.name(),
        values.at(),
        values.require(PROVIDER),
        values.require(MODEL),
        new Sampling(
            values.find(TEMPERATURE).orElse(null),
            values.find(TOP_P).orElse(null),
            values.find(FREQUENCY_PENALTY).orElse(null),
            values.find(PRESENCE_PENALTY).orElse(null),
            values.find(PARALLEL_TOOLS).orElse(null)),
        values.find(THINKING_BUDGET).map(Thinking::effort).orElse(null),
        values.find(MAX_TOKENS).map(Math::toIntExact).orElse(null),
        values.find(PROVIDER_OPTS).flatMap(ProviderOptions::context).orElse(null),
        new Address(values.find(BASE_URL).orElse(null), values.find(TOKEN_KEY).orElse(null)),
        remarks(values));
  }

  private static List<Remark> remarks(Values values) {
    var title = "models '" + values.name() + "'";
    var remarks = new ArrayList<>(Unsupported.among(UNSUPPORTED, values, title));
    values.find(PROVIDER_OPTS).map(it -> it.remarks(title)).ifPresent(remarks::addAll);
    return List.copyOf(remarks);
  }

  private static Provider provider(Values values) {
    return new Provider(
        values.name(),
        values.at(),
        values.require(API_TYPE) == Api.RESPONSES,
        values.require(PROVIDER_URL),
        values.find(TOKEN_KEY).orElse(null),
        Unsupported.among(UNSUPPORTED_OF_PROVIDERS, values, "providers '" + values.name() + "'"));
  }

  private static Kind<Placed<String>> placedName() {
    return Placed.kind(Kinds.words(TeamKinds.LONGEST_NAME));
  }

  /// Words and numbers of tokens alike; what a provider has in between is its own affair.
  private static Kind<Thinking> thinking() {
    return new Described<>(
        new Single<>(
            "one of none, minimal, low, medium, high, or a number of tokens",
            ModelKeys::thinking,
            _ -> ""),
        () -> Schemas.type("string", "integer"));
  }

  private static Optional<Thinking> thinking(Scalar scalar) {
    if (TOKENS.matcher(scalar.text()).matches()) {
      int tokens = Integer.parseInt(scalar.text());
      return Optional.of(new Thinking(tokens <= 0 ? null : effort(tokens)));
    }
    return switch (scalar.text().toLowerCase(Locale.ROOT).replaceFirst("^adaptive/", "")) {
      case "none", "adaptive" -> Optional.of(new Thinking(null));
      case "minimal", "low" -> Optional.of(new Thinking(Effort.LOW));
      case "medium" -> Optional.of(new Thinking(Effort.MEDIUM));
      case "high", "xhigh", "max" -> Optional.of(new Thinking(Effort.HIGH));
      default -> Optional.empty();
    };
  }

  private static Effort effort(int tokens) {
    if (tokens <= LITTLE) {
      return Effort.LOW;
    }
    return tokens <= MUCH ? Effort.MEDIUM : Effort.HIGH;
  }
}
