package dev.retinue.cli;

import dev.retinue.config.Thinking;
import dev.retinue.core.Money;
import dev.retinue.core.Permissions;
import dev.retinue.llm.Catalogue;
import dev.retinue.llm.Contexts;
import dev.retinue.llm.Price;
import dev.retinue.llm.Prices;
import dev.retinue.llm.provider.Provider;
import dev.retinue.llm.provider.Provider.Dialect;
import dev.retinue.llm.provider.Providers;
import dev.retinue.llm.wire.Wire;
import dev.retinue.runtime.llm.LlmRuntime;
import dev.retinue.runtime.llm.Models;
import dev.retinue.runtime.llm.hook.CommandLines;
import dev.retinue.runtime.llm.tool.Toolbox;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where those think who ask a model from within this process. What that needs is made when the
/// first of them does: most daemons start without.
final class Study implements AutoCloseable {
  private final Thinking settings;
  private final Map<String, String> environment;
  private final InstantSource clock;
  private @Nullable Wire wire;
  private @Nullable Catalogue catalogue;

  /// @param environment of the daemon
  Study(Thinking settings, Map<String, String> environment, InstantSource clock) {
    this.settings = settings;
    this.environment = withKeys(settings, environment);
    this.clock = clock;
  }

  /// @param lines runs what the owner wrote into the files of his agents
  /// @param rules the owner's about tools
  LlmRuntime runtime(Toolbox toolbox, CommandLines lines, Permissions rules) {
    var house =
        new LlmRuntime.House(
            environment,
            this::catalogue,
            toolbox,
            settings.answerDeadline(),
            providersOfTheOwner(),
            lines,
            rules);
    return new LlmRuntime(this::providers, house, clock);
  }

  Models models() {
    return new Models(this::providers, environment, providersOfTheOwner());
  }

  private synchronized Providers providers() {
    if (wire == null) {
      wire = new Wire(clock);
    }
    return new Providers(wire);
  }

  private synchronized Catalogue catalogue() {
    if (catalogue == null) {
      catalogue = new Catalogue(prices(), contexts());
    }
    return catalogue;
  }

  private Prices prices() {
    var own = new HashMap<String, Price>();
    for (var it : settings.prices()) {
      own.put(
          it.model(),
          new Price(
              it.input().usd(),
              it.output().usd(),
              amount(it.cacheRead()),
              amount(it.cacheWrite())));
    }
    return Prices.shipped().with(own);
  }

  private Contexts contexts() {
    var own = new HashMap<String, Long>();
    settings.contexts().forEach(it -> own.put(it.model(), it.tokens()));
    return Contexts.shipped().with(own);
  }

  private static @Nullable BigDecimal amount(@Nullable Money money) {
    return money == null ? null : money.usd();
  }

  private List<Provider> providersOfTheOwner() {
    return settings.providers().stream().map(Study::provider).toList();
  }

  private static Provider provider(Thinking.OwnProvider own) {
    var key = own.keyVariable() == null ? variable(own) : own.keyVariable();
    boolean needed = own.key() != null || own.keyVariable() != null;
    return new Provider(
        own.name(), dialect(own.api()), own.address().toString(), "", needed, List.of(key));
  }

  private static Dialect dialect(Thinking.Api api) {
    return switch (api) {
      case ANTHROPIC -> Dialect.ANTHROPIC;
      case OPENAI -> Dialect.RESPONSES;
      case OPENAI_CHAT -> Dialect.CHAT;
      case GOOGLE -> Dialect.GEMINI;
    };
  }

  /// Keys of the configuration stand beside those of the environment, under names that no variable
  /// has.
  private static Map<String, String> withKeys(Thinking settings, Map<String, String> environment) {
    var all = new HashMap<>(environment);
    for (var own : settings.providers()) {
      if (own.key() != null) {
        all.put(variable(own), own.key().text());
      }
    }
    return Map.copyOf(all);
  }

  private static String variable(Thinking.OwnProvider own) {
    return "providers.%s.key".formatted(own.name());
  }

  /// Whoever still waits for an answer gets none.
  @Override
  public synchronized void close() {
    if (wire != null) {
      wire.close();
    }
  }
}
