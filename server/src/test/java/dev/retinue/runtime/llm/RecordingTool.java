package dev.retinue.runtime.llm;

import dev.retinue.llm.Prompt.ToolSpec;
import dev.retinue.runtime.llm.tool.Tool;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.node.ObjectNode;

/// A tool that remembers what it was used for.
final class RecordingTool implements Tool {
  private final String name;
  private final boolean repeatable;
  private final Effect effect;
  private final List<String> inputs = new CopyOnWriteArrayList<>();

  /// What it does.
  interface Effect {
    Result of(ObjectNode input) throws InterruptedException;
  }

  RecordingTool(String name, boolean repeatable, Effect effect) {
    this.name = name;
    this.repeatable = repeatable;
    this.effect = effect;
  }

  static RecordingTool echo(String name) {
    return new RecordingTool(name, false, input -> Result.of(input.path("word").asString("")));
  }

  static RecordingTool repeatable(String name) {
    return new RecordingTool(name, true, input -> Result.of(input.path("word").asString("")));
  }

  /// With what it was used, in this order.
  List<String> inputs() {
    return inputs;
  }

  @Override
  public ToolSpec spec() {
    return new ToolSpec(
        name,
        "Says a word.",
        "{\"type\":\"object\",\"properties\":{\"word\":{\"type\":\"string\"}}}");
  }

  @Override
  public boolean isRepeatable() {
    return repeatable;
  }

  @Override
  public boolean readsOnly() {
    return true;
  }

  @Override
  public Result call(String call, ObjectNode input) throws InterruptedException {
    inputs.add(input.path("word").asString(""));
    return effect.of(input);
  }
}
