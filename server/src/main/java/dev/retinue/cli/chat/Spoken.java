package dev.retinue.cli.chat;

import dev.retinue.cli.text.Markdown;
import dev.retinue.cli.text.Style;
import dev.retinue.cli.text.Unfolding;
import dev.retinue.core.Overheard;
import java.io.PrintWriter;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What an agent says in one turn, shown as it is written. What is said then is shown as far as it
/// was not.
final class Spoken {
  /// After these another attempt is made: what was written for the last one came to nothing.
  private static final Set<String> BEGIN_ANEW = Set.of("noted", "model_fallback", "requeued");

  private final PrintWriter out;
  private final Overheard overheard = new Overheard();
  private Markdown markdown;
  private @Nullable Unfolding unfolding;

  Spoken(PrintWriter out, Style style) {
    this.out = out;
    this.markdown = new Markdown(style);
  }

  void write(JsonNode draft) {
    int offset = draft.path("offset").asInt(0);
    var text = draft.path("text").asString("");
    overheard.see(offset, text);
    if (offset == 0) {
      discard();
    }
    if (unfolding == null) {
      unfolding = new Unfolding(out, markdown.copy());
    }
    unfolding.add(text);
  }

  void say(String text) {
    var said = overheard.hear(text);
    var shown = unfolding;
    if (said.told() == 0 || shown == null) {
      discard();
      out.println(markdown.of(text.strip()));
      out.flush();
      return;
    }
    shown.add(said.rest());
    if (overheard.isEmpty()) { // Else there is a part of it that is said next.
      shown.end();
      markdown = shown.markdown();
      unfolding = null;
    }
  }

  /// Something else has happened.
  void pass(JsonNode event) {
    if (BEGIN_ANEW.contains(event.path("type").asString(""))) {
      overheard.forget();
      discard();
    }
  }

  /// Something else is about to be shown.
  void pause() {
    if (unfolding != null) {
      unfolding.pause();
    }
  }

  private void discard() {
    pause();
    unfolding = null;
  }
}
