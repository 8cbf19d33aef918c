package dev.retinue.cli.chat;

import dev.retinue.cli.text.EventText;
import dev.retinue.cli.text.Harmless;
import java.io.PrintWriter;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/// Shows a conversation to a program that reads text: the answers, and nothing else.
public final class ForPipe implements Showing {
  private final PrintWriter out;
  private final PrintWriter err;
  private final UnaryOperator<String> called;

  /// @param called puts the word that this user types into a sentence that names commands
  public ForPipe(PrintWriter out, PrintWriter err, UnaryOperator<String> called) {
    this.called = called;
    this.out = out;
    this.err = err;
  }

  @Override
  public void event(JsonNode event) {}

  @Override
  public void draft(JsonNode draft) {}

  @Override
  public boolean wantsDrafts() {
    return false;
  }

  @Override
  public void ended(Ending ending) {
    var run = ending.run();
    if (run.path("state").asString("").equals("completed")) {
      print(Harmless.text(ending.said()).strip());
    } else {
      tell(
          "%s %s: %s"
              .formatted(
                  run.path("id").asString(""),
                  run.path("state").asString(""),
                  Harmless.text(EventText.once(run.path("error").asString("it did not say why")))));
    }
  }

  @Override
  public void tell(String sentence) {
    err.println("retinue: " + called.apply(sentence));
    err.flush();
  }

  @Override
  public void print(String text) {
    out.println(text);
    out.flush();
  }
}
