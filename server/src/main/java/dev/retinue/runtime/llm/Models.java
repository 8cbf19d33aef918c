package dev.retinue.runtime.llm;

import dev.retinue.core.Agent;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.Nearest;
import dev.retinue.core.ProviderKeys;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Thought;
import dev.retinue.core.port.Work;
import dev.retinue.llm.Model;
import dev.retinue.llm.ModelException;
import dev.retinue.llm.provider.Provider;
import dev.retinue.llm.provider.Providers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Which model a run thinks with, and how it is reached.
public final class Models {
  /// Which are taken where nobody names one: the first whose key is there.
  private static final List<String> USUAL =
      List.of("anthropic/claude-sonnet-5-5", "openai/gpt-6-sol", "google/gemini-3.8-flash");

  private static final String ENDPOINT = "endpoint";
  private static final String ENDPOINT_MODEL = "glm-4";
  private static final String ANY =
      "ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY or LLM_ENDPOINT";

  private final Supplier<Providers> providers;
  private final Map<String, String> environment;
  private final Map<String, Provider> own = new HashMap<>();

  /// @param providers asked for once somebody thinks
  /// @param environment of the daemon
  /// @param own providers that stand before those that are known
  public Models(
      Supplier<Providers> providers, Map<String, String> environment, List<Provider> own) {
    this.providers = providers;
    this.environment = Map.copyOf(environment);
    own.forEach(it -> this.own.put(it.name(), it));
  }

  /// One of them.
  ///
  /// @param name `provider/model`
  /// @param key where its key is; null if it has none
  /// @param address where its address is; null if it has its usual one
  record Chosen(String name, Model model, @Nullable String key, @Nullable String address) {
    /// What helps if the provider gives no answer; empty if nothing is known.
    String remedy(ModelException.Kind trouble) {
      return switch (trouble) {
        case AUTH -> see("the key in", key);
        case UNREACHABLE -> see("the address in", address);
        case UNKNOWN -> " See whether it has the model '%s'.".formatted(name);
        case QUOTA, RATE_LIMIT, OVERLOADED, CONTEXT, NO_TOOLS, INVALID, BROKEN, TIMEOUT -> "";
      };
    }

    private static String see(String what, @Nullable String variable) {
      return variable == null ? "" : " See whether %s %s is right.".formatted(what, variable);
    }
  }

  /// @throws RetinueException if it does not exist, or its key is missing
  Chosen require(Work work) {
    var known = ProviderKeys.over(environment, work.keys());
    var name = name(wanted(work), known).orElseThrow(Models::nothing);
    return require(name, work.agent(), known);
  }

  /// What its caller asked for is meant for the agent that he asked.
  private static @Nullable String wanted(Work work) {
    var asked = work.run().commission().agent();
    boolean same = asked.name().equals(work.agent().name());
    return same && asked.model() != null ? asked.model() : work.agent().means().model();
  }

  /// The one that it thinks with, and those that stand in for it. Who cannot be asked is passed
  /// over.
  ///
  /// @param note hears who is, and why
  /// @throws RetinueException if none can be asked: what is wrong with its own
  List<Chosen> all(Work work, Consumer<String> note) {
    var known = ProviderKeys.over(environment, work.keys());
    var chosen = new ArrayList<Chosen>();
    RetinueException refusal = null;
    try {
      chosen.add(require(work));
    } catch (RetinueException e) {
      refusal = e;
    }
    for (var name : work.agent().craft().thought().fallback().models()) {
      if (chosen.stream().anyMatch(it -> it.name().equals(name))) {
        continue; // Nobody stands in for himself.
      }
      try {
        chosen.add(require(name, work.agent(), known));
      } catch (RetinueException e) {
        note.accept("It cannot stand in: " + e.getMessage());
      }
    }
    if (refusal != null && chosen.isEmpty()) {
      throw refusal;
    }
    if (refusal != null) {
      note.accept("Its own model cannot be asked: " + refusal.getMessage());
    }
    return chosen;
  }

  private Chosen require(String name, Agent agent, Map<String, String> known) {
    var provider = requireProvider(name, agent);
    var missing = provider.missing(known::get);
    if (missing.isPresent()) {
      throw new RetinueException(
          ErrorCode.SERVICE_UNAVAILABLE,
          "The model '%s' needs %s in the environment of %s."
              .formatted(name, missing.get(), lender(missing.get())));
    }
    var model = name.substring(name.indexOf('/') + 1);
    var key = provider.keys().stream().filter(it -> isSet(it, known)).findFirst();
    var address = isSet(provider.address(), known) ? provider.address() : null;
    return new Chosen(name, model(provider, model, known), key.orElse(null), address);
  }

  /// @throws RetinueException if nobody provides such models
  Provider requireProvider(String name, Agent agent) {
    return find(name, agent).orElseThrow(() -> unknown(name));
  }

  /// Not all that a caller has is lent to his runs.
  private static String lender(String variable) {
    return ProviderKeys.NAMES.contains(variable)
        ? "whoever starts the run, or of the daemon"
        : "the daemon: end it, and start it with 'retinue serve' where that is set";
  }

  private static boolean isSet(String variable, Map<String, String> known) {
    return !known.getOrDefault(variable, "").isBlank();
  }

  /// The address may have a password in it, and is not repeated.
  private Model model(Provider provider, String model, Map<String, String> known) {
    try {
      return providers.get().model(provider, model, known::get);
    } catch (IllegalArgumentException e) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "The address of '%s' is none: it begins with http:// or https://, and a host follows. See %s."
              .formatted(provider.name(), provider.address()));
    }
  }

  /// Whether anybody provides such models.
  boolean isProvided(String name, Agent agent) {
    return find(name, agent).isPresent();
  }

  /// What this agent lacks to think: the variable to set, or what is wrong with the name of its
  /// model.
  ///
  /// @param keys that are lent to it
  public Optional<String> missing(Agent agent, Map<String, String> keys) {
    var known = ProviderKeys.over(environment, keys);
    var name = name(agent.means().model(), known);
    if (name.isEmpty()) {
      return Optional.of(ANY);
    }
    var provider = find(name.get(), agent);
    return provider.isEmpty()
        ? Optional.of("a model of a known provider")
        : provider.get().missing(known::get);
  }

  /// The model that this agent would think with now.
  public Optional<String> name(Agent agent) {
    return name(agent.means().model(), environment);
  }

  /// The providers that have here what they need to be asked, by their names. Whether they want to
  /// answer they only tell when they are.
  public List<String> ready() {
    return names().stream()
        .filter(
            name ->
                find(name + "/")
                    .filter(it -> it.needsKey() || own.containsKey(name) || name.equals(ENDPOINT))
                    .filter(it -> it.missing(environment::get).isEmpty())
                    .isPresent())
        .toList();
  }

  private Optional<String> name(@Nullable String wanted, Map<String, String> known) {
    return wanted != null ? Optional.of(wanted) : usual(known);
  }

  private Optional<String> usual(Map<String, String> known) {
    var named = known.getOrDefault("LLM_MODEL", "").strip();
    if (!known.getOrDefault("LLM_ENDPOINT", "").isBlank()) {
      return Optional.of(ENDPOINT + "/" + (named.isEmpty() ? ENDPOINT_MODEL : named));
    }
    if (find(named).isPresent()) {
      return Optional.of(named);
    }
    return USUAL.stream()
        .filter(name -> find(name).filter(it -> it.missing(known::get).isEmpty()).isPresent())
        .findFirst();
  }

  /// The file of an agent may name providers of its own, if the operator answers for it.
  private Optional<Provider> find(String name, Agent agent) {
    var craft = agent.craft();
    return craft.thought().endpoints().stream()
        .filter(it -> craft.origin().trusted() && name.startsWith(it.name() + "/"))
        .findFirst()
        .map(Models::provider)
        .or(() -> find(name));
  }

  private static Provider provider(Thought.Endpoint endpoint) {
    var key = endpoint.keyVariable();
    return new Provider(
        endpoint.name(),
        endpoint.responses() ? Provider.Dialect.RESPONSES : Provider.Dialect.CHAT,
        endpoint.baseUrl(),
        "",
        key != null,
        key == null ? List.of() : List.of(key));
  }

  private Optional<Provider> find(String name) {
    var provider = name.substring(0, Math.max(0, name.indexOf('/')));
    return Optional.ofNullable(own.get(provider)).or(() -> Providers.find(provider));
  }

  private Set<String> names() {
    var names = new TreeSet<>(own.keySet());
    Providers.known().forEach(it -> names.add(it.name()));
    return names;
  }

  private RetinueException unknown(String name) {
    var provider = name.substring(0, Math.max(0, name.indexOf('/')));
    var meant = Nearest.to(provider, names()).map(" Did you mean '%s'?"::formatted).orElse("");
    return new RetinueException(
        ErrorCode.INVALID_INPUT,
        "'%s' is no model that is known here: it is named provider/model, for instance %s, and the providers are %s.%s"
            .formatted(Excerpt.of(name), USUAL.getFirst(), String.join(", ", names()), meant));
  }

  private static RetinueException nothing() {
    return new RetinueException(
        ErrorCode.SERVICE_UNAVAILABLE,
        "There is no model to think with: set %s, or name a model.".formatted(ANY));
  }
}
