package dev.retinue.llm;

import java.util.List;

/// One step of a conversation.
public sealed interface Turn {
  /// Somebody says something to the model.
  record Asked(String text) implements Turn {}

  /// The model answers.
  record Answered(List<Part> parts) implements Turn {
    public Answered {
      parts = List.copyOf(parts);
    }
  }

  /// What came of the tools that it called.
  record Results(List<Result> results) implements Turn {
    public Results {
      results = List.copyOf(results);
    }
  }

  /// What came of one call.
  ///
  /// @param call its id
  record Result(String call, String tool, String output, boolean failed) {}
}
