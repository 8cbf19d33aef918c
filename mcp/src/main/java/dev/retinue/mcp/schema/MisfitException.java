package dev.retinue.mcp.schema;

/// A value fits its schema, but not its record.
public final class MisfitException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String sentence;

  MisfitException(String sentence) {
    super(sentence);
    this.sentence = sentence;
  }

  /// Where it does not fit, what stands there, and what is allowed.
  public String sentence() {
    return sentence;
  }
}
