package dev.retinue.runtime.llm.kit.file;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Why a file is not touched, in a sentence that names it as the model does.
final class Refusal {
  private static final int LONGEST = 200;

  private Refusal() {}

  static RetinueException of(String given, String why) {
    return new RetinueException(
        ErrorCode.INVALID_INPUT, "'%s' %s".formatted(Excerpt.of(given, LONGEST), why));
  }

  static RetinueException outside(String given) {
    return of(
        given,
        "is not in your working directory, and nothing else can be reached; name a path relative to it.");
  }

  static RetinueException missing(String given) {
    return of(given, "is not there; list_directory shows what is.");
  }

  /// What the system says without its paths: those may be more than the model knows.
  static RetinueException trouble(String given, IOException trouble) {
    return switch (trouble) {
      case NoSuchFileException _ -> of(given, "is not there, or was just taken away.");
      case AccessDeniedException _ -> of(given, "is not yours to read or change.");
      case DirectoryNotEmptyException _ -> of(given, "is not empty.");
      case FileSystemException e when e.getReason() != null ->
          of(given, "cannot be used: %s.".formatted(Excerpt.of(e.getReason(), LONGEST)));
      default -> of(given, "cannot be used (%s).".formatted(trouble.getClass().getSimpleName()));
    };
  }
}
