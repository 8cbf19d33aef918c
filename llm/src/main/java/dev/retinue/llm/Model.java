package dev.retinue.llm;

/// A model that can be asked. It keeps nothing between two questions: all that it is to know stands
/// in the prompt.
public interface Model {
  /// Asks once, and waits for the whole answer. What comes on the way is told to the listener, on
  /// this thread. Nothing is tried a second time here.
  ///
  /// @throws ModelException if there is no whole answer
  Reply ask(Prompt prompt, Listener listener) throws InterruptedException;

  /// Hears an answer while it grows.
  interface Listener {
    Listener NONE = new Listener() {};

    default void text(String more) {}

    /// Another text begins, apart from the one before it.
    default void nextText() {}

    default void reasoning(String more) {}
  }
}
