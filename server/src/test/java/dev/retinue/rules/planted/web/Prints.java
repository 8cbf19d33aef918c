package dev.retinue.rules.planted.web;

import java.io.FileDescriptor;
import java.io.FileOutputStream;

/// Writes to standard output, in all ways that Java has.
public final class Prints {
  private Prints() {}

  public static void toTheStream() {
    System.out.println("planted");
  }

  public static FileOutputStream pastTheStream() {
    return new FileOutputStream(FileDescriptor.out);
  }

  public static void throughIo() {
    IO.println("planted");
  }
}
