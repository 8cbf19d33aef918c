package dev.retinue.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What the launcher can start, each with an AOT cache of its own: a lean one starts faster.
public enum EntryPoint {
  /// What MCP clients start, and wait for.
  FRONT,
  /// What people start, and what ends by itself.
  COMMAND,
  /// What supervises.
  DAEMON;

  /// The argument by which `retinue warm` asks for a rehearsal; of no use to anybody else.
  public static final String REHEARSE = "--rehearse";

  public static Optional<EntryPoint> find(String name) {
    return Arrays.stream(values()).filter(known -> known.fileName().equals(name)).findFirst();
  }

  /// The beginning of its cache's name.
  String fileName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The file of the JVM flags that the launcher starts it with.
  String flagsFile() {
    return fileName() + ".jvm";
  }
}
