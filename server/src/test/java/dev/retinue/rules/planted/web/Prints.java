package dev.retinue.rules.planted.web;

/// Writes to standard output, in both ways that Java has.
public final class Prints {
  private Prints() {}

  public static void toTheStream() {
    System.out.println("planted");
  }

  public static void throughIo() {
    IO.println("planted");
  }
}
