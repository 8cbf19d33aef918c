package dev.retinue.sdk;

import dev.retinue.llm.Model;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.Prices;
import dev.retinue.llm.Prompt;
import dev.retinue.llm.Reply;
import dev.retinue.llm.Tokens;
import dev.retinue.llm.Turn;
import dev.retinue.llm.provider.Provider;
import dev.retinue.llm.provider.Providers;
import dev.retinue.llm.wire.Wire;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A model of a provider, asked from this process.
///
/// @param name as its price is known by
record ModelMind(
    String name,
    Model model,
    String instructions,
    Household house,
    Consumption consumption,
    Supplier<Duration> remaining)
    implements Mind {
  private static final int TRIES = 3;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration SILENCE = Duration.ofMinutes(3);

  /// One of each in a process, and none in an agent that asks no model.
  private static final class Shared {
    static final Providers PROVIDERS = new Providers(new Wire(InstantSource.system()));
    static final Prices PRICES = Prices.shipped();
  }

  static ModelMind of(
      String model, Household house, Consumption consumption, Supplier<Duration> remaining) {
    try {
      var name = Providers.parse(model);
      var provider = Providers.find(name.provider()).orElseThrow();
      var env = environment(house, provider);
      provider
          .missing(env)
          .ifPresent(
              variable -> {
                throw new AgentException(
                    ExitCode.USAGE,
                    "%s needs %s; set it, or \"apiKeys\": {\"%s\": …} in %s."
                        .formatted(model, variable, provider.name(), house.configuration().file()));
              });
      var asked = Shared.PROVIDERS.model(provider, name.model(), env);
      return new ModelMind(model, asked, "", house, consumption, remaining);
    } catch (IllegalArgumentException e) {
      throw new AgentException(ExitCode.USAGE, String.valueOf(e.getMessage()));
    }
  }

  /// The environment, with the key of the provider from the configuration where it has none.
  private static Function<String, @Nullable String> environment(
      Household house, Provider provider) {
    var key = house.configuration().apiKey(provider.name()).orElse(null);
    return variable -> {
      var declared = house.environment().values().get(variable);
      var value = declared == null ? house.world().env().get(variable) : declared;
      boolean isKey = !provider.keys().isEmpty() && provider.keys().getFirst().equals(variable);
      return value == null && isKey ? key : value;
    };
  }

  @Override
  public Mind told(String more) {
    return new ModelMind(name, model, more, house, consumption, remaining);
  }

  @Override
  public String ask(String question) {
    for (int attempt = 1; ; attempt++) {
      try {
        var reply = model.ask(prompt(question), Model.Listener.NONE);
        count(reply.model(), reply.tokens());
        return text(reply);
      } catch (ModelException e) {
        count(name, e.tokens());
        if (!e.kind().passes() || attempt == TRIES || !pause(e, attempt)) {
          throw new AgentException(
              ExitCode.FAILURE, house.mask().of(String.valueOf(e.getMessage())));
        }
      } catch (InterruptedException e) {
        throw interrupted();
      }
    }
  }

  private String text(Reply reply) {
    if (reply.stop() == Reply.Stop.REFUSED && reply.text().isBlank()) {
      throw new AgentException(ExitCode.FAILURE, "%s refused to answer.".formatted(name));
    }
    return reply.text();
  }

  private Prompt prompt(String question) {
    var usual = Prompt.Settings.USUAL;
    var left = remaining.get();
    if (left.isZero()) {
      throw new AgentException(
          ExitCode.TIMEOUT, "There is no time left to ask %s.".formatted(name));
    }
    var silence = left.compareTo(SILENCE) < 0 ? left : SILENCE;
    var settings = new Prompt.Settings(usual.mostTokens(), null, left, silence);
    return new Prompt(instructions, List.of(new Turn.Asked(question)), List.of(), settings);
  }

  /// Waits before another attempt, if there is time for it.
  private boolean pause(ModelException failure, int attempt) {
    var pause = failure.retryAfter().orElse(FIRST_PAUSE.multipliedBy(1L << attempt));
    if (pause.compareTo(remaining.get()) >= 0) {
      return false;
    }
    try {
      Thread.sleep(pause);
      return true;
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static AgentException interrupted() {
    Thread.currentThread().interrupt();
    return new AgentException(ExitCode.FAILURE, "The call was interrupted.");
  }

  private void count(String answered, Tokens tokens) {
    if (tokens.all() > 0) {
      var provider = name.substring(0, name.indexOf('/') + 1);
      var price =
          Shared.PRICES
              .cost(provider + answered, tokens)
              .or(() -> Shared.PRICES.cost(name, tokens));
      consumption.add(tokens.prompt(), tokens.output(), price.orElse(null));
    }
  }
}
