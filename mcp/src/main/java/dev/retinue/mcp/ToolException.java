package dev.retinue.mcp;

/// A failure that the model should read and can do something about.
public final class ToolException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String sentence;

  public ToolException(String sentence) {
    super(sentence);
    this.sentence = sentence;
  }

  public String sentence() {
    return sentence;
  }
}
