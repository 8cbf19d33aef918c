package dev.retinue.config;

import dev.retinue.config.yaml.YamlNode.Scalar;
import java.util.Optional;

/// Text that no sentence repeats, not even one about what is wrong with it.
record SecretText(int most) implements Kind<Thinking.Secret> {
  @Override
  public String expected() {
    return "one line of at most %d characters".formatted(most);
  }

  @Override
  public Optional<Thinking.Secret> read(Spot spot) {
    if (spot.node() instanceof Scalar scalar && scalar.isText()) {
      var text = scalar.text().strip();
      if (!text.isEmpty()
          && text.length() <= most
          && text.chars().noneMatch(Character::isISOControl)) {
        return Optional.of(new Thinking.Secret(text));
      }
    }
    return spot.note(
        spot.node().at(),
        "%s must be %s".formatted(spot.phrase(), expected()),
        "put it in quotes, or name a variable with 'key-env'");
  }
}
