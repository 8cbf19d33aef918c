package dev.retinue.config.team;

import dev.retinue.config.team.key.ModelKeys;
import dev.retinue.config.team.key.Names;
import dev.retinue.config.team.key.Placed;
import dev.retinue.config.team.key.TeamKeys;
import dev.retinue.config.yaml.Mistakes;
import dev.retinue.config.yaml.Position;
import dev.retinue.config.yaml.Quoted;
import dev.retinue.core.Agent.Effort;
import dev.retinue.core.Nearest;
import dev.retinue.core.craft.Thought.Endpoint;
import dev.retinue.core.craft.Thought.Sampling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the models that the agents of one file name.
final class ModelChoice {
  /// What others call a provider that has another name here.
  private static final Map<String, String> ALIASES = Map.of("dmr", "docker", "gemini", "google");

  private static final String AUTO = "auto";
  private static final String OPERATORS =
      "put the file into a folder of the operator, or name the provider in the configuration";

  private final Map<String, ModelKeys.Model> models = new TreeMap<>();
  private final Map<String, ModelKeys.Provider> providers = new TreeMap<>();
  private final Landscape landscape;
  private final boolean trusted;
  private final Mistakes mistakes;

  /// @param trusted whether the file may say where models are asked
  ModelChoice(TeamKeys.Written file, Landscape landscape, boolean trusted, Mistakes mistakes) {
    file.models().forEach(it -> models.put(it.name(), it));
    file.providers().forEach(it -> providers.put(it.name(), it));
    this.landscape = landscape;
    this.trusted = trusted;
    this.mistakes = mistakes;
  }

  /// A model.
  ///
  /// @param name `provider/model`; null for whichever can be asked
  /// @param endpoint where it is asked, if the file says so
  record Chosen(
      @Nullable String name,
      Sampling sampling,
      @Nullable Effort effort,
      @Nullable Integer maxOutput,
      @Nullable Long context,
      @Nullable Endpoint endpoint) {
    static final Chosen AUTO = new Chosen(null, Sampling.USUAL, null, null, null, null);
  }

  /// Those that are named, in their order: the first is asked, and the others stand in for it. What
  /// cannot be found has been noted.
  List<Chosen> all(@Nullable Placed<String> written) {
    if (written == null) {
      return List.of(Chosen.AUTO);
    }
    return Stream.of(written.value().split(",", -1))
        .map(String::strip)
        .map(name -> new Placed<>(name, written.at()))
        .flatMap(it -> find(it).stream())
        .toList();
  }

  /// Where all of these are asked, each place once.
  static List<Endpoint> endpoints(List<Chosen> chosen) {
    var all = new ArrayList<Endpoint>();
    for (var it : chosen) {
      if (it.endpoint() != null && !all.contains(it.endpoint())) {
        all.add(it.endpoint());
      }
    }
    return all;
  }

  /// How much they read at once, where the file says so.
  static Map<String, Long> contexts(List<Chosen> chosen) {
    var all = new TreeMap<String, Long>();
    for (var it : chosen) {
      if (it.name() != null && it.context() != null) {
        all.putIfAbsent(it.name(), it.context());
      }
    }
    return all;
  }

  private Optional<Chosen> find(Placed<String> written) {
    var name = written.value();
    if (name.equals(AUTO)) {
      return Optional.of(Chosen.AUTO);
    }
    var declared = models.get(name);
    if (declared != null) {
      return chosen(declared, written.at());
    }
    int slash = name.indexOf('/');
    if (slash <= 0 || slash == name.length() - 1) {
      return unknownModel(written);
    }
    var provider = new Placed<>(name.substring(0, slash), written.at());
    return chosen(
        new ModelKeys.Model(
            name,
            written.at(),
            provider,
            name.substring(slash + 1),
            Sampling.USUAL,
            null,
            null,
            null,
            ModelKeys.Address.USUAL,
            List.of()),
        written.at());
  }

  private Optional<Chosen> unknownModel(Placed<String> written) {
    var remedy =
        Nearest.to(Quoted.shortened(written.value()), models.keySet())
            .map("did you mean '%s'?"::formatted)
            .orElse("write provider/model, or name it in 'models'.");
    mistakes.add(
        written.at(), "there is no model %s; %s".formatted(Quoted.of(written.value()), remedy));
    return Optional.empty();
  }

  /// @param used where an agent names it
  private Optional<Chosen> chosen(ModelKeys.Model model, Position used) {
    var own = providers.get(model.provider().value());
    if (own != null) {
      return trusted ? Optional.of(of(model, own)) : distrust(used, "'providers'");
    }
    var name = ALIASES.getOrDefault(model.provider().value(), model.provider().value());
    var known = landscape.providers().get(name);
    if (known == null) {
      return unknownProvider(model.provider());
    }
    var address = model.address();
    boolean otherKey =
        address.keyVariable() != null && !known.keys().contains(address.keyVariable().value());
    if (address.url() == null && !otherKey) {
      return Optional.of(with(model, name, null));
    }
    if (!trusted) {
      return distrust(used, address.url() != null ? "'base_url'" : "'token_key'");
    }
    return elsewhere(model, name, known);
  }

  private Chosen of(ModelKeys.Model model, ModelKeys.Provider own) {
    var url = model.address().url() == null ? own.url() : model.address().url();
    var key = model.address().keyVariable();
    var endpoint =
        new Endpoint(
            own.name(),
            own.responses(),
            url.value().toString(),
            text(key == null ? own.keyVariable() : key));
    return with(model, own.name(), endpoint);
  }

  /// A known provider at another address, or with another key.
  private Optional<Chosen> elsewhere(
      ModelKeys.Model model, String provider, Landscape.Provider known) {
    var url = model.address().url();
    if (known.openAiAddress() == null) {
      mistakes.add(
          model.at(),
          "models '%s' cannot say where '%s' is asked, because that is not asked as OpenAI is; name it in the configuration under 'providers'."
              .formatted(Quoted.shortened(model.name()), provider));
      return Optional.empty();
    }
    var at = url == null ? known.openAiAddress() : url.value().toString();
    var key = text(model.address().keyVariable());
    var name = Names.of(model.name());
    var own = name.isEmpty() || landscape.providers().containsKey(name) ? name + "-own" : name;
    // Others than the provider itself rarely have more than Chat Completions.
    boolean responses = url == null && known.responses();
    return Optional.of(with(model, own, new Endpoint(own, responses, at, key)));
  }

  private static @Nullable String text(@Nullable Placed<String> placed) {
    return placed == null ? null : placed.value();
  }

  private static Chosen with(ModelKeys.Model model, String provider, @Nullable Endpoint endpoint) {
    return new Chosen(
        provider + "/" + model.model(),
        model.sampling(),
        model.effort(),
        model.maxOutput(),
        model.context(),
        endpoint);
  }

  private Optional<Chosen> distrust(Position used, String what) {
    mistakes.add(
        used,
        "%s is not taken from the file of a project, and this model needs it; %s."
            .formatted(what, OPERATORS));
    return Optional.empty();
  }

  private Optional<Chosen> unknownProvider(Placed<String> provider) {
    Set<String> names = new TreeSet<>(landscape.providers().keySet());
    names.addAll(providers.keySet());
    var meant =
        Nearest.to(Quoted.shortened(provider.value()), names)
            .map("; did you mean '%s'?"::formatted)
            .orElse("; name it in 'providers' with its 'base_url'.");
    mistakes.add(
        provider.at(),
        "there is no provider %s, only %s%s"
            .formatted(Quoted.of(provider.value()), String.join(", ", names), meant));
    return Optional.empty();
  }
}
