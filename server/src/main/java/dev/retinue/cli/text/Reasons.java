package dev.retinue.cli.text;

import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// Why something could not be done to a file, in words: most exceptions only say which file.
public final class Reasons {
  private Reasons() {}

  public static String of(Exception e) {
    return switch (e) {
      case AccessDeniedException it -> "access to %s was denied".formatted(it.getFile());
      case NoSuchFileException it -> "there is no %s".formatted(it.getFile());
      case FileAlreadyExistsException it -> "%s is there already".formatted(it.getFile());
      case NotDirectoryException it -> "%s is no folder".formatted(it.getFile());
      case DirectoryNotEmptyException it -> "%s is a folder".formatted(it.getFile());
      case FileSystemException it when it.getReason() != null -> it.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }
}
