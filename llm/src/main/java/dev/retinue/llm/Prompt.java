package dev.retinue.llm;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All that a model is asked with.
///
/// @param system what it is told before everything else; may be empty
/// @param turns the conversation, the oldest first
/// @param tools what it may call
public record Prompt(String system, List<Turn> turns, List<ToolSpec> tools, Settings settings) {
  public Prompt {
    turns = List.copyOf(turns);
    tools = List.copyOf(tools);
  }

  public static Prompt of(String question) {
    return new Prompt("", List.of(new Turn.Asked(question)), List.of(), Settings.USUAL);
  }

  /// The same without tools, for a model that knows none.
  public Prompt withoutTools() {
    return new Prompt(system, turns, List.of(), settings);
  }

  /// A tool that a model may call.
  ///
  /// @param schema the JSON Schema of its input
  public record ToolSpec(String name, String description, String schema) {}

  /// How it is to answer.
  ///
  /// @param mostTokens the longest answer
  /// @param effort how long it is to think first; null as the provider likes
  /// @param deadline until when the whole answer must be there
  /// @param silence for how long nothing may come
  /// @param sampling how it chooses its words
  public record Settings(
      int mostTokens,
      @Nullable Effort effort,
      Duration deadline,
      Duration silence,
      Sampling sampling) {
    public static final Settings USUAL =
        new Settings(8192, null, Duration.ofMinutes(10), Duration.ofMinutes(3));

    /// With words as its provider likes them.
    public Settings(int mostTokens, @Nullable Effort effort, Duration deadline, Duration silence) {
      this(mostTokens, effort, deadline, silence, Sampling.USUAL);
    }
  }

  /// How long a model thinks before it speaks.
  public enum Effort {
    LOW,
    MEDIUM,
    HIGH
  }
}
