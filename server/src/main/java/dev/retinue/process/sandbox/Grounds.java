package dev.retinue.process.sandbox;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a program may touch besides the programs and libraries of the system. All else is not there
/// for it.
///
/// @param workspace where it works
/// @param mayWrite whether it may change what is there
/// @param temporary its own folder for what is temporary
/// @param writable what else it may change: its sign-in and settings, folders that the operator
///   named
/// @param readable what else it may read: its own installation
/// @param home the home folder of its owner, which is empty for it but for what is named above
/// @param network whether it may reach others
public record Grounds(
    Path workspace,
    boolean mayWrite,
    Path temporary,
    List<Path> writable,
    List<Path> readable,
    @Nullable Path home,
    boolean network) {

  public Grounds {
    writable = List.copyOf(writable);
    readable = List.copyOf(readable);
  }

  Stream<Path> allWritable() {
    return Stream.concat(
        Stream.concat(writable.stream(), Stream.of(temporary)),
        mayWrite ? Stream.of(workspace) : Stream.empty());
  }

  Stream<Path> allReadable() {
    return Stream.concat(readable.stream(), mayWrite ? Stream.empty() : Stream.of(workspace));
  }
}
