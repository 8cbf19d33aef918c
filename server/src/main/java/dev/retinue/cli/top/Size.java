package dev.retinue.cli.top;

/// How much of a terminal there is.
public record Size(int columns, int rows) {
  public static final Size USUAL = new Size(80, 24);
}
