package dev.retinue.config.team.key;

import dev.retinue.config.Kind;
import dev.retinue.config.Kinds;
import dev.retinue.config.Schemas;
import dev.retinue.config.Spot;
import dev.retinue.config.yaml.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What a file says to one provider alone. Only how much the model reads at once matters here.
///
/// @param context in tokens, where that is said
/// @param others what else stands there, and where
record ProviderOptions(Optional<Long> context, List<Placed<String>> others) {
  static final String CONTEXT_SIZE = "context_size";
  private static final Kind<Long> TOKENS = Kinds.wholeNumber(1_000, 100_000_000);

  static Kind<ProviderOptions> kind() {
    return new Reader();
  }

  /// What is said of those that are left out.
  List<Remark> remarks(String title) {
    return others.stream()
        .map(
            it ->
                new Remark(
                    it.at(),
                    "%s in 'provider_opts' of %s is not supported, and is left out."
                        .formatted(Quoted.of(it.value()), title)))
        .toList();
  }

  private record Reader() implements Kind<ProviderOptions> {
    @Override
    public String expected() {
      return "options, each under its name";
    }

    @Override
    public Optional<ProviderOptions> read(Spot spot) {
      int before = spot.mistakes().noted();
      Optional<Long> context = Optional.empty();
      var others = new ArrayList<Placed<String>>();
      for (var entry : spot.entries(expected()).orElse(List.of())) {
        var at = entry.key().at();
        if (entry.key().text().equals(CONTEXT_SIZE)) {
          context = TOKENS.read(spot.field(entry));
        } else {
          others.add(new Placed<>(entry.key().text(), at));
        }
      }
      return spot.mistakes().noted() > before
          ? Optional.empty()
          : Optional.of(new ProviderOptions(context, List.copyOf(others)));
    }

    @Override
    public ObjectNode schema() {
      var schema = Schemas.type("object", "null");
      schema.putObject("properties").set(CONTEXT_SIZE, TOKENS.schema());
      return schema;
    }
  }
}
