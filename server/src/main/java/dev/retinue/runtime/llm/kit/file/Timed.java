package dev.retinue.runtime.llm.kit.file;

/// A text that can be read until a time: a pattern that would take for ever is stopped by it.
///
/// @param deadline in the nanoseconds of the system
record Timed(CharSequence text, long deadline) implements CharSequence {
  /// The time is over.
  static final class Over extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Over() {
      super("the time is over", null, false, false);
    }
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
      throw new Over();
    }
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return new Timed(text.subSequence(start, end), deadline);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
