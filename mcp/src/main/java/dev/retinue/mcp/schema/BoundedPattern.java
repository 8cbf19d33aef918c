package dev.retinue.mcp.schema;

import com.networknt.schema.regex.RegularExpression;
import java.util.regex.Pattern;

/// A pattern that looks at a text only so often. There are patterns that some texts keep busy for
/// years, and nobody knows them by sight: such a text does not match.
final class BoundedPattern implements RegularExpression {
  private static final int MOST_STEPS = 20_000_000;

  private final Pattern pattern;
  private final boolean toTheEnd;

  private BoundedPattern(Pattern pattern, boolean toTheEnd) {
    this.pattern = pattern;
    this.toTheEnd = toTheEnd;
  }

  static BoundedPattern of(String regex) {
    return new BoundedPattern(
        Pattern.compile(regex), regex.endsWith("$") && !regex.endsWith("\\$"));
  }

  @Override
  public boolean matches(String value) {
    try {
      var matcher = pattern.matcher(new Counted(value));
      // In Java the end of a text may be followed by a line break, in JSON Schema it may not.
      return matcher.find() && (!toTheEnd || matcher.end() == value.length());
    } catch (TooManySteps | StackOverflowError e) {
      return false;
    }
  }

  /// A text that counts how often it is looked at.
  private static final class Counted implements CharSequence {
    private final String text;
    private int steps;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      if (steps++ > MOST_STEPS) {
        throw new TooManySteps();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static final class TooManySteps extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManySteps() {
      super("too many steps", null, false, false);
    }
  }
}
