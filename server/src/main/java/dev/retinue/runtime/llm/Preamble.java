package dev.retinue.runtime.llm;

import dev.retinue.core.craft.Kit;
import dev.retinue.core.port.Work;
import dev.retinue.runtime.form.Form;
import dev.retinue.runtime.llm.team.TeamBrief;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What a model is told before everything else. It is made once for whoever speaks in a run, and
/// stays the same from turn to turn: so caches can help, and a day that begins meanwhile changes
/// nothing.
final class Preamble {
  private final Work work;
  private final List<String> team;
  private final List<String> before;
  private final @Nullable String schema;

  private Preamble(Work work, List<String> team, List<String> before, @Nullable String schema) {
    this.work = work;
    this.team = team;
    this.before = before;
    this.schema = schema;
  }

  /// @param free whether no rule keeps a file from being read
  static Preamble of(Work work, Predicate<Path> free) throws InterruptedException {
    var before = new ArrayList<String>();
    var agent = work.agent();
    before.add(agent.instructions());
    agent.craft().kits().stream().map(Kit::instruction).forEach(before::add);
    before.addAll(Background.of(work, free));
    return new Preamble(work, TeamBrief.of(work), before, Form.of(work.run()).orElse(null));
  }

  /// @param tools whether the model has any
  String text(boolean tools) {
    var parts = new ArrayList<String>();
    if (tools) {
      parts.addAll(team);
    }
    parts.addAll(before);
    parts.add(
        Talk.isPart(work.run())
            ? Talk.brief(Optional.ofNullable(schema))
            : Briefing.contractor(work.run().id(), tools, schema));
    parts.replaceAll(String::strip);
    parts.removeIf(String::isEmpty);
    return String.join("\n\n", parts);
  }
}
