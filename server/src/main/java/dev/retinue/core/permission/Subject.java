package dev.retinue.core.permission;

import java.nio.file.Path;
import java.util.List;

/// What a tool is to be used on.
public sealed interface Subject {
  /// A line for a shell.
  record Command(String line) implements Subject {}

  /// A file or folder, under every name that it has: as it was named, made absolute and without
  /// `..`, and as it is once links are followed.
  ///
  /// @param folders that in which the tool works, under every name that it has
  record File(List<Path> names, List<Path> folders) implements Subject {
    public File {
      names = List.copyOf(names);
      folders = List.copyOf(folders);
    }
  }

  /// Anything else, as text.
  record Text(String text) implements Subject {}
}
