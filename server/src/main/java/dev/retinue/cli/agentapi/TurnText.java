package dev.retinue.cli.agentapi;

import dev.retinue.core.Excerpt;
import dev.retinue.core.Need;
import dev.retinue.core.Recorded;
import dev.retinue.core.Run;
import dev.retinue.core.RunEvent;
import dev.retinue.core.Written;
import dev.retinue.toolset.sessions.turn.TurnEvent;
import dev.retinue.toolset.sessions.turn.TurnStory;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an agent says in one turn, as one text: its words, a line for each tool that it uses, what
/// it asks, and how it ended if not well.
final class TurnText {
  private static final int LONGEST = 256 * 1024;
  private static final int LONGEST_ARGUMENTS = 200;
  private static final String CUT = "\n\n[The rest is left out here.]";

  private final TurnStory story;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder draft = new StringBuilder();
  private boolean afterTool;
  private @Nullable Instant begun;

  TurnText(Run run) {
    this.story = new TurnStory(run);
  }

  void hear(Recorded recorded) {
    var told = story.tell(recorded);
    if (!told.isEmpty()) {
      draft.setLength(0);
    }
    if (recorded.event() instanceof RunEvent.Asked(var _, var need)) {
      paragraph(question(need));
    } else {
      told.forEach(this::add);
    }
    note(recorded.event().at());
  }

  /// What comes is another text.
  void beginAnew() {
    text.setLength(0);
    draft.setLength(0);
    afterTool = false;
    begun = null;
  }

  private void note(Instant at) {
    if (begun == null && !(text.isEmpty() && draft.isEmpty())) {
      begun = at;
    }
  }

  /// When it said its first words; nothing as long as it has said none.
  Optional<Instant> begun() {
    return Optional.ofNullable(begun);
  }

  /// What is being written, before it is said.
  void see(Written written) {
    if (written.offset() == 0) {
      draft.setLength(0);
    }
    if (draft.length() < LONGEST) {
      draft.append(written.text());
    }
    note(written.at());
  }

  String content() {
    var said = text.toString();
    if (draft.isEmpty()) {
      return said;
    }
    return said.isEmpty() ? draft.toString() : said + "\n\n" + draft;
  }

  private void add(TurnEvent event) {
    var content = event.content();
    switch (event.type()) {
      case "agent_message" -> paragraph(content == null ? "" : content);
      case "error" -> paragraph("[%s]".formatted(content));
      case "tool_call" -> tool(event);
      default -> {}
    }
  }

  private static String question(Need need) {
    return switch (need.kind()) {
      case PERMISSION -> need.text() + "\n\nAnswer with allow, always, or deny.";
      case ANSWER -> need.text();
      case BUDGET, QUOTA, CREDENTIALS -> "[It waits: %s]".formatted(need.text());
    };
  }

  private void tool(TurnEvent event) {
    var arguments = event.args() == null ? "" : Excerpt.of(event.args(), LONGEST_ARGUMENTS);
    append(afterTool ? "\n" : "\n\n", "→ %s %s".formatted(event.tool(), arguments).strip());
    afterTool = true;
  }

  private void paragraph(String words) {
    if (!words.isBlank()) {
      append("\n\n", words.strip());
      afterTool = false;
    }
  }

  private void append(String between, String words) {
    if (text.length() >= LONGEST) {
      return;
    }
    if (!text.isEmpty()) {
      text.append(between);
    }
    int room = LONGEST - text.length();
    if (words.length() <= room) {
      text.append(words);
    } else {
      text.append(words, 0, Math.max(0, room)).append(CUT);
    }
  }
}
