package dev.retinue.config;

import dev.retinue.config.Thinking.ModelContext;
import java.util.List;

/// The section `models`: what the owner knows better of models than the table that comes along.
final class ModelsSection {
  private static final Key<Long> CONTEXT =
      Key.required(
          "context-tokens",
          Kinds.wholeNumber(1_000, 100_000_000),
          "How many tokens it reads at once; a conversation is summed up before it has more.");

  private ModelsSection() {}

  static Key<List<ModelContext>> key() {
    return Key.of(
        "models",
        new Members<>(
            new Shape<>(
                List.of(CONTEXT),
                values -> new ModelContext(values.name(), values.require(CONTEXT))),
            PricesSection::checkName),
        List.of(),
        "What models can do, above what is known of them; each under its name, with or without its provider.");
  }
}
