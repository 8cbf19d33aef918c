package dev.retinue.cli.text;

import java.io.PrintWriter;
import java.util.List;

/// Some lines of a terminal that are drawn again in their place.
public final class LiveBlock implements AutoCloseable {
  private static final String NO_WRAP = "\u001b[?7l";
  private static final String WRAP = "\u001b[?7h";
  private static final String CLEAR_LINE = "\u001b[K";
  private static final String CLEAR_BELOW = "\u001b[J";

  private final PrintWriter out;
  private int drawn;

  public LiveBlock(PrintWriter out) {
    this.out = out;
  }

  /// Draws these in the place of those before. A line that is too long is cut by the terminal: one
  /// that wraps would be two.
  public synchronized void draw(List<String> lines) {
    var text = new StringBuilder(NO_WRAP);
    if (drawn > 0) {
      text.append("\u001b[").append(drawn).append('A');
    }
    for (var line : lines) {
      text.append('\r').append(line).append(CLEAR_LINE).append('\n');
    }
    out.print(text.append(CLEAR_BELOW).append(WRAP));
    out.flush();
    drawn = lines.size();
  }

  @Override
  public synchronized void close() {
    out.print(WRAP);
    out.flush();
  }
}
