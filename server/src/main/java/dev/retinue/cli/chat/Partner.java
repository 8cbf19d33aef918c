package dev.retinue.cli.chat;

import dev.retinue.cli.text.Harmless;
import dev.retinue.core.Nearest;
import dev.retinue.core.RetinueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// What is known of whoever answers, besides what it says.
///
/// @param welcome what it says to somebody who comes; may be empty
/// @param commands those of its own file
/// @param needs what it lacks to begin; may be empty
public record Partner(
    String name, String runtime, String welcome, List<String> commands, String needs) {
  private static final Pattern COMMAND = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final int NAME = 64;
  private static final int NEEDS = 500;
  private static final int MOST_NAMED = 5;

  /// As the daemon shows it now; of somebody who is gone there is nothing but the name.
  public static Partner of(Desk desk, String name) throws InterruptedException {
    try {
      var shown = desk.ask(api -> api.member(name));
      var commands = new ArrayList<String>();
      shown.path("commands").forEach(it -> commands.add(Harmless.line(it.asString(""), NAME)));
      return new Partner(
          name,
          shown.path("runtime").asString(""),
          shown.path("welcome").asString(""),
          List.copyOf(commands),
          Harmless.line(shown.path("needs").asString(""), NEEDS));
    } catch (RetinueException e) {
      return new Partner(name, "", "", List.of(), "");
    }
  }

  /// The same for somebody who was here before.
  Partner withoutWelcome() {
    return new Partner(name, runtime, "", commands, needs);
  }

  /// What was probably meant with a word after a slash that is no command; nothing where it is one
  /// of the agent's own, or is not like any.
  Optional<String> meant(String word, Set<String> ours) {
    if (!COMMAND.matcher(word).matches() || commands.contains(word)) {
      return Optional.empty();
    }
    var known = new ArrayList<>(commands);
    known.addAll(ours);
    return Nearest.to(word, known);
  }

  /// That it cannot answer yet, and who can; nothing if it can.
  public Optional<String> unready(Desk desk) throws InterruptedException {
    if (needs.isEmpty()) {
      return Optional.empty();
    }
    var others = new ArrayList<String>();
    for (JsonNode member : desk.ask(api -> api.staff())) {
      if (!member.path("needs").isString() && others.size() < MOST_NAMED) {
        others.add(Harmless.line(member.path("name").asString(""), NAME));
      }
    }
    return Optional.of(
        "%s cannot answer yet: it needs %s. Set that, and begin anew%s."
            .formatted(
                name,
                needs,
                others.isEmpty() ? "" : "; or speak with " + String.join(", ", others)));
  }
}
