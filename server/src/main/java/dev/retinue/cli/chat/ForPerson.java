package dev.retinue.cli.chat;

import dev.retinue.cli.text.Amounts;
import dev.retinue.cli.text.EventText;
import dev.retinue.cli.text.Harmless;
import dev.retinue.cli.text.Style;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/// Shows a conversation to whoever sits there: what the agent says as it comes, and below it what
/// that took.
public final class ForPerson implements Showing {
  /// What is no news to whoever typed it, or is shown at the end.
  private static final Set<String> LEFT_OUT =
      Set.of("completed", "failed", "stopped", "answered", "delivered", "steered", "told");

  private final PrintWriter out;
  private final Style style;
  private final EventText text;
  private final UnaryOperator<String> called;
  private Spoken spoken;

  /// @param called puts the word that this user types into a sentence that names commands
  public ForPerson(PrintWriter out, Style style, UnaryOperator<String> called) {
    this.called = called;
    this.out = out;
    this.style = style;
    this.text = new EventText(style, ZoneId.systemDefault());
    this.spoken = new Spoken(out, style);
  }

  @Override
  public synchronized void event(JsonNode event) {
    var type = event.path("type").asString("");
    if (type.equals("said")) {
      spoken.say(event.path("text").asString(""));
      return;
    }
    spoken.pass(event);
    if (!LEFT_OUT.contains(type)) {
      text.of(event).ifPresent(this::write);
    }
  }

  @Override
  public synchronized void draft(JsonNode draft) {
    spoken.write(draft);
  }

  @Override
  public boolean wantsDrafts() {
    return true;
  }

  @Override
  public synchronized void ended(Ending ending) {
    if (!ending.unsaid().isBlank()) {
      spoken.say(ending.unsaid());
    }
    spoken.pause();
    // The next answer begins outside of any block of code.
    spoken = new Spoken(out, style);
    var run = ending.run();
    var state = run.path("state").asString("");
    if (!state.equals("completed")) {
      var why = EventText.once(run.path("error").asString(""));
      write(style.state(state, state) + (why.isEmpty() ? "" : ": " + Harmless.text(why)));
    }
    write(style.dim("— " + took(run)));
    write("");
  }

  private static String took(JsonNode run) {
    var took = new StringBuilder(Harmless.line(run.path("agent").asString("?"), 60));
    var started = run.path("started_at").asString("");
    var ended = run.path("completed_at").asString(run.path("stopped_at").asString(""));
    if (!started.isEmpty() && !ended.isEmpty()) {
      took.append(" · ")
          .append(Amounts.time(Duration.between(Instant.parse(started), Instant.parse(ended))));
    }
    var cost = Amounts.cost(Amounts.treeCost(run));
    if (!cost.equals("-")) {
      took.append(" · ").append(cost.equals("?") ? "price not known" : cost);
      took.append(Amounts.isInvented(run) ? "* invented" : "");
    }
    return took.toString();
  }

  @Override
  public void tell(String sentence) {
    write(style.dim(Harmless.text(called.apply(sentence))));
  }

  @Override
  public void print(String shown) {
    write(shown);
  }

  private synchronized void write(String shown) {
    spoken.pause();
    out.println(shown);
    out.flush();
  }
}
