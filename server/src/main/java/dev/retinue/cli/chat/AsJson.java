package dev.retinue.cli.chat;

import dev.retinue.cli.text.Amounts;
import java.io.PrintWriter;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Shows a conversation to a program: each event as a line of JSON, and each answer as one more.
public final class AsJson implements Showing {
  private final PrintWriter out;
  private final PrintWriter err;
  private final UnaryOperator<String> called;

  /// @param called puts the word that this user types into a sentence that names commands
  public AsJson(PrintWriter out, PrintWriter err, UnaryOperator<String> called) {
    this.called = called;
    this.out = out;
    this.err = err;
  }

  @Override
  public void event(JsonNode event) {
    line(event);
  }

  @Override
  public void draft(JsonNode draft) {}

  @Override
  public boolean wantsDrafts() {
    return false;
  }

  @Override
  public void ended(Ending ending) {
    var run = ending.run();
    ObjectNode answer =
        JsonMapper.shared()
            .createObjectNode()
            .put("type", "answer")
            .put("session_id", ending.session())
            .put("run_id", run.path("id").asString(""))
            .put("agent", run.path("agent").asString(""))
            .put("status", run.path("state").asString(""))
            .put("response", ending.said());
    var cost = Amounts.treeCost(run);
    answer.set("cost_usd", cost.isNumber() ? cost : answer.nullNode());
    if (run.path("error").isString()) {
      answer.put("error", run.path("error").asString());
    }
    line(answer);
  }

  @Override
  public void tell(String sentence) {
    err.println("retinue: " + called.apply(sentence));
    err.flush();
  }

  @Override
  public void print(String text) {
    line(JsonMapper.shared().createObjectNode().put("type", "shown").put("text", text));
  }

  @Override
  public void print(String type, JsonNode facts, String text) {
    var shown = JsonMapper.shared().createObjectNode().put("type", type);
    shown.setAll(facts.asObject());
    line(shown);
  }

  private synchronized void line(JsonNode json) {
    out.println(json);
    out.flush();
  }
}
