package dev.retinue.config;

import dev.retinue.core.Money;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the owner has decided for those who think in this process.
///
/// @param providers his own, beside those that are known
/// @param prices those that count above the ones that come along
/// @param contexts how much models read at once, above what is known of them
/// @param networks hosts and networks that they may fetch from although they are not public
/// @param answerDeadline how long a question waits for its answer
public record Thinking(
    List<OwnProvider> providers,
    List<ModelPrice> prices,
    List<ModelContext> contexts,
    List<String> networks,
    Duration answerDeadline) {
  public static final Thinking USUAL =
      new Thinking(List.of(), List.of(), List.of(), List.of(), Duration.ofHours(1));

  public Thinking {
    providers = List.copyOf(providers);
    prices = List.copyOf(prices);
    contexts = List.copyOf(contexts);
    networks = List.copyOf(networks);
  }

  /// With models that read as much as is known of them.
  public Thinking(List<OwnProvider> providers, List<ModelPrice> prices, Duration answerDeadline) {
    this(providers, prices, List.of(), List.of(), answerDeadline);
  }

  /// How a provider wants to be asked.
  public enum Api {
    ANTHROPIC,
    OPENAI,
    OPENAI_CHAT,
    GOOGLE
  }

  /// Where models can be asked.
  ///
  /// @param keyVariable the variable that holds its key
  /// @param key the key itself; with neither none is shown
  public record OwnProvider(
      String name, Api api, URI address, @Nullable String keyVariable, @Nullable Secret key) {}

  /// What a million tokens of a model cost.
  public record ModelPrice(
      String model,
      Money input,
      Money output,
      @Nullable Money cacheRead,
      @Nullable Money cacheWrite) {}

  /// How many tokens a model reads at once.
  public record ModelContext(String model, long tokens) {}

  /// Something that nobody is shown.
  public record Secret(String text) {
    @Override
    public String toString() {
      return "***";
    }
  }
}
