package dev.retinue.core.craft;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How an agent has its models think.
///
/// @param endpoints where models are asked that the file itself names, by the names before the `/`
/// @param historyItems how many messages of a conversation its model sees; 0 for all
/// @param maxTurns after how many turns it has to end; 0 for as many as it likes
/// @param contexts how many tokens its models read at once, by their names, where its file says so
public record Thought(
    Sampling sampling,
    List<Endpoint> endpoints,
    Fallback fallback,
    int historyItems,
    int maxTurns,
    Map<String, Long> contexts) {
  public static final Thought USUAL = new Thought(Sampling.USUAL, List.of(), Fallback.NONE, 0, 0);

  public Thought {
    sampling = Objects.requireNonNullElse(sampling, Sampling.USUAL);
    endpoints = List.copyOf(Objects.requireNonNullElse(endpoints, List.of()));
    fallback = Objects.requireNonNullElse(fallback, Fallback.NONE);
    contexts = Ordered.copy(Objects.requireNonNullElse(contexts, Map.of()));
  }

  /// With models that read as much as is known of them.
  public Thought(
      Sampling sampling,
      List<Endpoint> endpoints,
      Fallback fallback,
      int historyItems,
      int maxTurns) {
    this(sampling, endpoints, fallback, historyItems, maxTurns, Map.of());
  }

  /// What is set of how a model chooses its words; null as its provider likes.
  public record Sampling(
      @Nullable Double temperature,
      @Nullable Double topP,
      @Nullable Double frequencyPenalty,
      @Nullable Double presencePenalty,
      @Nullable Boolean parallelTools) {
    public static final Sampling USUAL = new Sampling(null, null, null, null, null);
  }

  /// Where models are asked that no known provider has.
  ///
  /// @param name what stands before the `/` of their names
  /// @param responses whether it speaks OpenAI's Responses; else Chat Completions
  /// @param keyVariable the variable that holds its key; null where it needs none
  public record Endpoint(
      String name, boolean responses, String baseUrl, @Nullable String keyVariable) {}

  /// Which models are asked where the first one cannot answer.
  ///
  /// @param retries how often each is asked again before the next one is
  /// @param cooldown for how long one that had enough of us is left alone
  /// @param manners how those think, by their names, that do not think as the first one does
  public record Fallback(
      List<String> models, int retries, Duration cooldown, Map<String, Manner> manners) {
    public static final Fallback NONE = new Fallback(List.of(), 2, Duration.ofMinutes(1));

    public Fallback(List<String> models, int retries, Duration cooldown) {
      this(models, retries, cooldown, Map.of());
    }

    public Fallback {
      models = List.copyOf(Objects.requireNonNullElse(models, List.of()));
      cooldown = Objects.requireNonNullElse(cooldown, Duration.ofMinutes(1));
      // In one order, because digests rest on it.
      manners =
          Collections.unmodifiableMap(
              new TreeMap<>(Objects.requireNonNullElse(manners, Map.<String, Manner>of())));
    }
  }

  /// How a model thinks that stands in.
  ///
  /// @param effort the name of an `Effort` of agents; null as it likes
  /// @param maxOutput how many tokens an answer may have; null for as many as usual
  public record Manner(Sampling sampling, @Nullable String effort, @Nullable Integer maxOutput) {
    public static final Manner USUAL = new Manner(Sampling.USUAL, null, null);

    public Manner {
      sampling = Objects.requireNonNullElse(sampling, Sampling.USUAL);
    }
  }
}
