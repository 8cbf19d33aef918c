package dev.retinue.llm.scripted;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One answer of the model, as it stands in a script. It is made by what it mainly does, and then
/// told more about; every method that is not a beginning adds to it.
///
/// | in JSON | means |
/// |---|---|
/// | `"text": "…"` | says this; see `Player` for what stands in for `{{…}}` |
/// | `"shell": "echo hi"` | uses the shell, whatever tool of the client that is |
/// | `"tool": "Read", "input": {…}` | uses a tool; MCP tools are `mcp__server__tool` for every client |
/// | `"calls": [{"shell": …}, {"tool": …}]` | uses several tools at once |
/// | `"structured": {…}` | gives the structured answer, by the tool for it or else as text |
/// | `"big": 100000` | says a text of this many bytes |
/// | `"reasoning": "…"` | thinks before the rest |
/// | `"usage": {"input": 1, "output": 2, "cached": 3, "written": 4, "reasoning": 5}` | tokens, else estimated |
/// | `"delay_ms": 500` | waits before the first byte |
/// | `"pieces": 10, "pause_ms": 50` | says its text in pieces, with pauses |
/// | `"gate": "half"` | goes on after each piece of its text when the test says so: `ScriptedLlm.goOn` |
/// | `"hang": true`, `"hang": "middle"`, `"hang": "end"` | never answers, or stops in the middle, or does not close a stream |
/// | `"drop": true` | ends the connection in the middle |
/// | `"error": {"status": 429, "type": …, "message": …, "headers": {…}, "retry_after": 60, "resets_at": 1800000000}` | an error of the API |
/// | `"whole": true` | answers in one piece, even who asked for a stream |
/// | `"cut": true` | stops because the answer may not be longer |
/// | `"raw": {"status": 200, "headers": {…}, "body": "…", "step": 1}` | sends just this, so many bytes at a time |
/// | `"times": 2` | the trouble of this turn comes so often, and then the rest of the turn |
public record Turn(ObjectNode json) {
  public static Turn text(String text) {
    return new Turn(Tree.of("text", text));
  }

  public static Turn shell(String command) {
    return new Turn(Tree.of("shell", command));
  }

  /// Uses a tool by its name.
  ///
  /// @param input an object, or a text for a tool that takes one
  public static Turn tool(String name, Object input) {
    return new Turn(Tree.of("tool", name, "input", input));
  }

  /// Several tools at once, of turns that use one each.
  public static Turn calls(Turn... each) {
    return new Turn(Tree.of("calls", List.of(each).stream().map(Turn::json).toList()));
  }

  public static Turn structured(Object answer) {
    return new Turn(Tree.of("structured", answer));
  }

  public static Turn big(int bytes) {
    return new Turn(Tree.of("big", bytes));
  }

  public static Turn error(int status) {
    return new Turn(Tree.of("error", Tree.of("status", status)));
  }

  /// An answer that is sent as it stands, in whatever form: for what no API would ever say.
  public static Turn raw(String type, String body) {
    return new Turn(Tree.of("raw", Tree.of("body", body)))
        .raw("headers", Tree.of("Content-Type", type));
  }

  public static Turn redirect(String address) {
    return new Turn(
        Tree.of("raw", Tree.of("status", 307, "headers", Tree.of("Location", address))));
  }

  public static Turn hang() {
    return new Turn(Tree.of("hang", true));
  }

  public Turn reasoning(String text) {
    return with("reasoning", text);
  }

  public Turn usage(long input, long output) {
    return with("usage", Tree.of("input", input, "output", output));
  }

  /// All that can be counted.
  public Turn usage(long input, long output, long cached, long written, long reasoning) {
    return with(
        "usage",
        Tree.of(
            "input", input,
            "output", output,
            "cached", cached,
            "written", written,
            "reasoning", reasoning));
  }

  public Turn usage(long input, long output, long cached) {
    return with("usage", Tree.of("input", input, "output", output, "cached", cached));
  }

  public Turn delayed(Duration delay) {
    return with("delay_ms", delay.toMillis());
  }

  public Turn inPieces(int pieces, Duration pause) {
    return with("pieces", pieces).with("pause_ms", pause.toMillis());
  }

  /// In so many pieces, and after each of them it waits for `ScriptedLlm.goOn` with this name.
  public Turn gated(int pieces, String gate) {
    return with("pieces", pieces).with("gate", gate);
  }

  public Turn hanging() {
    return with("hang", true);
  }

  public Turn hangingInTheMiddle() {
    return with("hang", "middle");
  }

  public Turn hangingAtTheEnd() {
    return with("hang", "end");
  }

  public Turn dropping() {
    return with("drop", true);
  }

  public Turn inOnePiece() {
    return with("whole", true);
  }

  public Turn cutOff() {
    return with("cut", true);
  }

  /// Of a raw answer.
  public Turn status(int status) {
    return raw("status", status);
  }

  /// Of a raw answer: how many bytes are sent at a time.
  public Turn step(int bytes) {
    return raw("step", bytes);
  }

  public Turn failing(int status) {
    return with("error", Tree.of("status", status));
  }

  /// Of an error: the word for its kind, and what it says.
  public Turn saying(String type, String message) {
    return error("type", type).error("message", message);
  }

  /// Of an error.
  public Turn retryAfter(Duration wait) {
    return error("retry_after", wait.toSeconds());
  }

  /// Of an error.
  public Turn header(String name, String value) {
    var headers = json.path("error").path("headers").deepCopy();
    return error(
        "headers", (headers instanceof ObjectNode object ? object : Tree.of()).put(name, value));
  }

  /// Of an error: when the limit is lifted.
  public Turn resetsAt(Instant then) {
    return error("resets_at", then.getEpochSecond());
  }

  /// Of a turn with trouble: how often it comes before the turn goes well. Those that ask the same
  /// with the same prompt share the count.
  public Turn times(int times) {
    return with("times", times);
  }

  private Turn with(String name, Object value) {
    var changed = json.deepCopy();
    changed.set(name, Tree.JSON.valueToTree(value));
    return new Turn(changed);
  }

  private Turn error(String name, Object value) {
    var changed = json.deepCopy();
    changed.withObjectProperty("error").set(name, Tree.JSON.valueToTree(value));
    return new Turn(changed);
  }

  private Turn raw(String name, Object value) {
    var changed = json.deepCopy();
    changed.withObjectProperty("raw").set(name, Tree.JSON.valueToTree(value));
    return new Turn(changed);
  }

  JsonNode at(String name) {
    return json.path(name);
  }

  boolean has(String name) {
    return json.has(name);
  }

  /// Whether something goes wrong in it.
  boolean troubled() {
    return has("hang") || has("drop") || has("error");
  }

  /// The same with nothing that goes wrong.
  Turn untroubled() {
    var changed = json.deepCopy();
    changed.remove(List.of("hang", "drop", "error"));
    return new Turn(changed);
  }
}
