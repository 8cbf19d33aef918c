package dev.retinue.runtime.llm;

import dev.retinue.core.Agent;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.ProviderKeys;
import dev.retinue.core.RetinueException;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Model;
import dev.retinue.llm.provider.Provider;
import dev.retinue.llm.provider.Providers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which model a run thinks with, and how it is reached.
final class Models {
  /// Which are taken where nobody names one: the first whose key is there.
  private static final List<String> USUAL =
      List.of("anthropic/claude-sonnet-5-5", "openai/gpt-6-sol", "google/gemini-3.8-flash");

  private static final String ENDPOINT = "endpoint";
  private static final String ENDPOINT_MODEL = "glm-4";

  private final Providers providers;
  private final Map<String, String> environment;

  /// @param environment of the daemon
  Models(Providers providers, Map<String, String> environment) {
    this.providers = providers;
    this.environment = Map.copyOf(environment);
  }

  /// One of them.
  ///
  /// @param name `provider/model`
  record Chosen(String name, Model model) {}

  /// @throws RetinueException if it does not exist, or its key is missing
  Chosen require(Work work) {
    var known = ProviderKeys.over(environment, work.keys());
    var wanted = work.run().commission().agent().model();
    var name =
        name(wanted != null ? wanted : work.agent().means().model(), known)
            .orElseThrow(Models::nothing);
    var provider = provider(name);
    var missing = provider.missing(known::get);
    if (missing.isPresent()) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "The model '%s' needs %s in the environment of whoever starts the run, or of Retinue itself."
              .formatted(name, missing.get()));
    }
    return new Chosen(name, model(name, known));
  }

  private Model model(String name, Map<String, String> known) {
    try {
      return providers.model(provider(name), Providers.parse(name).model(), known::get);
    } catch (IllegalArgumentException e) {
      throw new RetinueException(ErrorCode.INVALID_INPUT, String.valueOf(e.getMessage()));
    }
  }

  /// Whether this agent can think here and now.
  boolean ready(Agent agent, Map<String, String> keys) {
    var known = ProviderKeys.over(environment, keys);
    return name(agent.means().model(), known)
        .filter(name -> Providers.find(providerOf(name)).isPresent())
        .filter(name -> provider(name).missing(known::get).isEmpty())
        .isPresent();
  }

  private static Optional<String> name(@Nullable String wanted, Map<String, String> known) {
    return wanted != null ? Optional.of(wanted) : usual(known);
  }

  private static Optional<String> usual(Map<String, String> known) {
    var named = known.getOrDefault("LLM_MODEL", "").strip();
    if (!known.getOrDefault("LLM_ENDPOINT", "").isBlank()) {
      return Optional.of(ENDPOINT + "/" + (named.isEmpty() ? ENDPOINT_MODEL : named));
    }
    if (Providers.find(providerOf(named)).isPresent()) {
      return Optional.of(named);
    }
    return USUAL.stream().filter(name -> provider(name).missing(known::get).isEmpty()).findFirst();
  }

  private static String providerOf(String name) {
    return name.substring(0, Math.max(0, name.indexOf('/')));
  }

  private static Provider provider(String name) {
    try {
      return Providers.find(Providers.parse(name).provider()).orElseThrow();
    } catch (IllegalArgumentException e) {
      throw new RetinueException(ErrorCode.INVALID_INPUT, String.valueOf(e.getMessage()));
    }
  }

  private static RetinueException nothing() {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "There is no model to think with: set ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY or LLM_ENDPOINT, or name a model.");
  }
}
