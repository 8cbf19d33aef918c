package dev.retinue.runtime.coder.staff;

import dev.retinue.core.port.Work;
import dev.retinue.runtime.cli.Acquaintance;
import dev.retinue.runtime.form.Form;

/// What an agent of the fleet is told: whoever goes on with a conversation is told what is new.
final class Task {
  private static final String FOLLOWS = "follows";
  private static final String FORM =
      "\n\nYour last message must be one JSON value that fits this JSON Schema, and nothing else:\n\n";

  private Task() {}

  static String of(Work work) {
    var run = work.run();
    var text = new StringBuilder();
    var instructions = work.agent().instructions();
    if (!instructions.isBlank() && !run.facts().containsKey(FOLLOWS)) {
      text.append(instructions.strip()).append("\n\n");
    }
    if (run.commission().terms().session() != null) {
      text.append(Acquaintance.before(work));
    }
    text.append(work.prompt());
    Form.of(run).ifPresent(schema -> text.append(FORM).append(schema));
    return text.toString();
  }
}
