package dev.retinue.cli;

import dev.retinue.cli.text.Harmless;
import dev.retinue.config.Thinking;
import dev.retinue.core.Agent;
import dev.retinue.core.port.Lack;
import dev.retinue.core.port.Roster;
import dev.retinue.core.staff.Readiness;
import dev.retinue.runtime.llm.Lacking;
import dev.retinue.runtime.llm.LlmRuntime;
import dev.retinue.runtime.llm.Models;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Which models the staff think with, as far as one can see from here.
final class Minds {
  private static final int LINE = 200;

  private final Models models;

  Minds(Thinking settings, Map<String, String> environment, InstantSource clock) {
    this.models = new Study(settings, environment, clock).models();
  }

  /// Those of this shell.
  static Minds of(ConfigOption config) {
    var environment = System.getenv();
    var settings = config.read(List.of(), environment).settings();
    return new Minds(settings.thinking(), environment, InstantSource.system());
  }

  Optional<String> model(Agent agent) {
    return thinks(agent) ? models.name(agent) : Optional.ofNullable(agent.means().model());
  }

  /// The variables that one who thinks in the daemon needs.
  Optional<String> missing(Agent agent) {
    return needs(thinks(agent) ? new Lacking(models).of(agent, Map.of()) : List.of(), Lack::need);
  }

  /// What those of its models need that are passed over, because others can be asked.
  Optional<String> passedOver(Agent agent) {
    return needs(
        thinks(agent) ? new Lacking(models).passedOver(agent, Map.of()) : List.of(),
        it -> "%s for %s".formatted(it.need(), it.purpose()));
  }

  private static Optional<String> needs(List<Lack> lacks, Function<Lack, String> words) {
    var text = lacks.stream().map(words).distinct().collect(Collectors.joining(", "));
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  /// What one of a file and all with whom it works need, and do not have here; nothing if they have
  /// all.
  Optional<String> lacks(Agent agent, Roster roster) {
    var lacking = new Lacking(models);
    var lacks =
        new Readiness(roster, (one, keys) -> thinks(one) ? lacking.of(one, keys) : List.of())
            .lacks(agent, Map.of());
    return lacks.isEmpty() ? Optional.empty() : Optional.of(Readiness.words(lacks));
  }

  /// What people are shown of it; nothing of those whose programs know themselves.
  Optional<String> line(Agent agent) {
    if (!thinks(agent)) {
      return Optional.empty();
    }
    var model = model(agent).map(it -> "model " + Harmless.line(it, LINE));
    var needs = missing(agent).map("not ready: it needs %s"::formatted);
    return Optional.of(
        model.isPresent() && needs.isPresent()
            ? model.get() + "; " + needs.get()
            : model.or(() -> needs).orElse(""));
  }

  private static boolean thinks(Agent agent) {
    return agent.means().runtime().equals(LlmRuntime.NAME);
  }
}
