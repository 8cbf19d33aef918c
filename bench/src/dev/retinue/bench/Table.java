package dev.retinue.bench;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/// A Markdown table.
final class Table {
  private final StringBuilder text = new StringBuilder();

  Table(List<String> head) {
    row(head);
    row(Collections.nCopies(head.size(), "---"));
  }

  void row(List<String> cells) {
    text.append("|");
    cells.forEach(cell -> text.append(" ").append(cell.replace("|", "\\|")).append(" |"));
    text.append("\n");
  }

  /// A number with about three digits that count.
  static String number(double value) {
    int decimals = value < 10 ? 2 : value < 1000 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
