package dev.retinue.sdk;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// Finds whom `ctx.llm(…)` means. Classes of models and of the protocol's client are loaded only by
/// agents that ask for them.
final class Minds {
  private static final String STAFF = "staff/";

  private Minds() {}

  static Mind usual(Household house, Consumption consumption, Supplier<Duration> remaining) {
    var named =
        house
            .configuration()
            .model(house.spec().name())
            .or(() -> house.configuration().model("default"))
            .or(() -> variable(house, "LLM_MODEL"))
            .orElseThrow(
                () ->
                    new AgentException(
                        ExitCode.USAGE,
                        "No model is configured: set SFA_MODELS_DEFAULT to its name, such as"
                            + " anthropic/claude-sonnet-5-5, or \"models\": {\"default\": …} in "
                            + house.configuration().file()
                            + "."));
    boolean ownEndpoint = !named.contains("/") && variable(house, "LLM_ENDPOINT").isPresent();
    return named(ownEndpoint ? "endpoint/" + named : named, house, consumption, remaining);
  }

  static Mind named(
      String model, Household house, Consumption consumption, Supplier<Duration> remaining) {
    return model.startsWith(STAFF)
        ? StaffMind.of(model.substring(STAFF.length()), house, remaining)
        : ModelMind.of(model, house, consumption, remaining);
  }

  private static Optional<String> variable(Household house, String name) {
    return Optional.ofNullable(house.world().env().get(name)).filter(it -> !it.isBlank());
  }
}
