package dev.retinue.cli.chat;

import dev.retinue.cli.text.Amounts;
import dev.retinue.cli.text.Harmless;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// What is asked while an agent is at work, by it or by somebody who works for it; a line that is
/// typed answers the first.
final class Questions {
  private static final Set<String> ANSWERABLE = Set.of("answer", "permission");
  private static final int LONGEST = 2_000;
  private static final String PERMISSION =
      "yes (or allow), no (or deny: and why), or always, for as long as it works?";

  private final Desk desk;
  private final Showing showing;
  private final boolean answered;
  private final Map<String, Asked> open = new LinkedHashMap<>();
  private final Set<String> known = new HashSet<>();

  private record Asked(String run, String need) {
    String key() {
      return run + " " + need;
    }
  }

  /// @param answered whether somebody is there who can
  Questions(Desk desk, Showing showing, boolean answered) {
    this.desk = desk;
    this.showing = showing;
    this.answered = answered;
  }

  /// Of the one who speaks; what it asks is among what is shown of it.
  synchronized void hear(String run, JsonNode event) {
    var asked = new Asked(run, event.path("need").asString(""));
    switch (event.path("type").asString("")) {
      case "asked" -> ask(asked, event.path("kind").asString(""), "");
      case "answered" -> open.remove(asked.key());
      default -> {}
    }
  }

  /// Of those who work for it, which are asked for now and then.
  void look(String turn) throws InterruptedException {
    var waiting = desk.api().runs("state=waiting&limit=100").path("agents");
    look(turn, waiting);
  }

  private synchronized void look(String turn, JsonNode waiting) {
    for (JsonNode run : waiting) {
      var id = run.path("id").asString("");
      if (run.path("root").asString("").equals(turn) && !id.equals(turn)) {
        for (JsonNode need : run.path("waiting_for")) {
          ask(
              new Asked(id, need.path("id").asString("")),
              need.path("kind").asString(""),
              "%s asks: %s"
                  .formatted(
                      Harmless.line(run.path("agent").asString("?"), 60),
                      Harmless.asked(need.path("text").asString(""), LONGEST)));
        }
      }
    }
  }

  private void ask(Asked asked, String kind, String text) {
    if (!known.add(asked.key())) {
      return;
    }
    if (!text.isEmpty()) {
      showing.print(text);
    }
    if (!ANSWERABLE.contains(kind)) {
      showing.tell("it waits for that, and goes on by itself; /stop interrupts it.");
    } else if (!answered) {
      showing.tell(
          "it waits. To answer: retinue answer %s %s <%s>"
              .formatted(
                  Amounts.shortId(asked.run),
                  asked.need,
                  kind.equals("permission") ? "allow, always or deny" : "text"));
    } else {
      open.put(asked.key(), asked);
      showing.tell(kind.equals("permission") ? PERMISSION : "your answer?");
    }
  }

  /// Whether the line was an answer.
  boolean answer(String line) throws InterruptedException {
    var first = first();
    if (first.isEmpty()) {
      return false;
    }
    var asked = first.get();
    try {
      desk.ask(api -> api.answer(asked.run, asked.need, line));
      forget(asked);
    } catch (RetinueException e) {
      showing.tell(e.getMessage());
      if (e.code() != ErrorCode.INVALID_INPUT) {
        forget(asked); // Somebody else has answered it, or nobody asks any more.
      }
    }
    return true;
  }

  private synchronized Optional<Asked> first() {
    return open.values().stream().findFirst();
  }

  private synchronized void forget(Asked asked) {
    open.remove(asked.key());
  }
}
