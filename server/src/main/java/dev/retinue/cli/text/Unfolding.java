package dev.retinue.cli.text;

import java.io.PrintWriter;

/// Markdown of others that is shown while it is written: never more of a line than what looks the
/// same whatever comes after it, and nothing twice.
public final class Unfolding {
  private final PrintWriter out;
  private final Markdown markdown;
  private final StringBuilder line = new StringBuilder();
  private boolean started;
  private boolean begun;
  private boolean midway;
  private int blank;

  /// @param markdown as it is where this text begins, which may be inside of code
  public Unfolding(PrintWriter out, Markdown markdown) {
    this.out = out;
    this.markdown = markdown;
  }

  /// As it is after all that was shown.
  public Markdown markdown() {
    return markdown;
  }

  /// Shows what can be shown with this.
  public void add(String more) {
    var lines = more.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      line.append(lines[i]);
      if (i < lines.length - 1) {
        finish();
      }
    }
    showSettled();
    out.flush();
  }

  /// Nothing comes any more: shows the rest.
  public void end() {
    finish();
    pause();
  }

  /// Somebody else is about to write; what follows begins on a line of its own.
  public void pause() {
    if (midway) {
      out.println();
      midway = false;
    }
    out.flush();
  }

  /// Empty lines at both ends are left out, so those in between wait until something follows.
  private void finish() {
    var rest = line.toString();
    line.setLength(0);
    if (!begun && rest.isBlank()) {
      blank += started ? 1 : 0;
    } else if (midway || !rest.isEmpty()) {
      showBlank();
      out.println(begun ? markdown.part(rest) : markdown.of(rest));
      started = true;
    }
    begun = false;
    midway = false;
  }

  private void showSettled() {
    int settled = markdown.settled(line.toString(), begun);
    if (settled > 0) {
      showBlank();
      out.print(markdown.part(line.substring(0, settled)));
      line.delete(0, settled);
      begun = true;
      midway = true;
      started = true;
    }
  }

  private void showBlank() {
    out.print("\n".repeat(blank));
    blank = 0;
  }
}
