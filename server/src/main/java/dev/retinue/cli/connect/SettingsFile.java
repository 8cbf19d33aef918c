package dev.retinue.cli.connect;

import dev.retinue.cli.text.Reasons;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// A file of somebody else's, which is changed with care: as a whole or not at all, with the
/// permissions that it had, through a link to it, and with what was there kept beside it.
record SettingsFile(Path path, InstantSource clock) {
  private static final int LARGEST = 32 << 20;
  private static final int MOST_BACKUPS = 5;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  /// The file itself, at the end of links.
  static SettingsFile at(Path path, InstantSource clock) {
    try {
      return new SettingsFile(Files.exists(path) ? path.toRealPath() : path, clock);
    } catch (IOException e) {
      throw trouble("%s cannot be read: %s.".formatted(path, Reasons.of(e)), e);
    }
  }

  /// What it says; nothing if it is not there.
  Optional<String> read() {
    try {
      if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.empty();
      }
      if (Files.isSymbolicLink(path)) {
        throw refusal(
            "%s is a link to %s, which is not there. Make that file, or remove the link."
                .formatted(path, Files.readSymbolicLink(path)));
      }
      if (Files.isDirectory(path)) {
        throw refusal("%s is a folder, so it was left as it is.".formatted(path));
      }
      if (Files.exists(path) && !Files.isRegularFile(path)) {
        throw refusal("%s is no file, so it was left as it is.".formatted(path));
      }
      if (Files.size(path) > LARGEST) {
        throw refusal("%s is too large to be changed, so it was left as it is.".formatted(path));
      }
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(Files.readAllBytes(path)))
              .toString());
    } catch (CharacterCodingException e) {
      throw refusal("%s is no text in UTF-8, so it was left as it is.".formatted(path));
    } catch (IOException e) {
      throw trouble("%s cannot be read: %s.".formatted(path, Reasons.of(e)), e);
    }
  }

  /// Puts this in the place of what was read, unless somebody else was faster.
  ///
  /// @return where the former is kept, if there was one
  Optional<Path> replace(Optional<String> expected, String text) {
    return swap(expected, text, expected.isPresent());
  }

  /// The same, without keeping what was there.
  void restore(Optional<String> expected, String text) {
    swap(expected, text, false);
  }

  private Optional<Path> swap(Optional<String> expected, String text, boolean keep) {
    try {
      requireWritable();
      var temporary = written(text);
      try {
        var backup = keep ? Optional.of(keep()) : Optional.<Path>empty();
        try {
          requireStill(expected);
        } catch (RetinueException e) {
          if (backup.isPresent()) {
            Files.delete(backup.get());
          }
          throw e;
        }
        if (backup.isPresent()) {
          dropOldest();
        }
        move(temporary);
        return backup;
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw trouble("%s cannot be written: %s.".formatted(path, Reasons.of(e)), e);
    }
  }

  private void requireStill(Optional<String> expected) {
    if (!read().equals(expected)) {
      throw refusal("%s was changed by somebody else meanwhile; try again.".formatted(path));
    }
  }

  /// A new file would take the place of one that somebody has protected.
  private void requireWritable() throws IOException {
    if (Files.exists(path) && (!Files.isWritable(path) || isProtected())) {
      throw refusal(
          "%s may not be written to, so it was left as it is. If it may: chmod u+w '%s'"
              .formatted(path, path));
    }
  }

  private boolean isProtected() throws IOException {
    return Files.getFileStore(path).supportsFileAttributeView("posix")
        && !Files.getPosixFilePermissions(path).contains(PosixFilePermission.OWNER_WRITE);
  }

  /// Removes it, unless somebody else has changed what was read.
  void delete(Optional<String> expected) {
    requireStill(expected);
    delete();
  }

  void delete() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw trouble("%s cannot be removed: %s.".formatted(path, Reasons.of(e)), e);
    }
  }

  /// What it was before the last change, if that is kept.
  Optional<SettingsFile> former() {
    return backups().reversed().stream().findFirst().map(it -> new SettingsFile(it, clock));
  }

  /// A file beside it that says this, and is on the disk.
  private Path written(String text) throws IOException {
    var folder = Objects.requireNonNull(path.toAbsolutePath().getParent());
    Files.createDirectories(folder);
    var temporary = Files.createTempFile(folder, ".retinue", ".tmp");
    try (var channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
      var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
      permit(temporary);
      return temporary;
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
  }

  /// As it was; one that is new is nobody else's.
  private void permit(Path temporary) throws IOException {
    if (Files.getFileStore(temporary).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(
          temporary, Files.exists(path) ? Files.getPosixFilePermissions(path) : OWNER_ONLY);
    }
  }

  private void move(Path temporary) throws IOException {
    try {
      Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary, path, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private Path keep() throws IOException {
    var time = TIME.format(clock.instant());
    var backup = path.resolveSibling(prefix() + time);
    for (int number = 2; Files.exists(backup); number++) {
      backup = path.resolveSibling(prefix() + time + "-" + number);
    }
    Files.copy(path, backup, StandardCopyOption.COPY_ATTRIBUTES);
    return backup;
  }

  private void dropOldest() throws IOException {
    var all = backups();
    for (var old : all.subList(0, Math.max(0, all.size() - MOST_BACKUPS))) {
      Files.delete(old);
    }
  }

  private String prefix() {
    return path.getFileName() + ".retinue-";
  }

  /// The oldest first.
  private List<Path> backups() {
    var folder = path.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files
          .filter(it -> it.getFileName().toString().startsWith(prefix()))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw trouble("%s cannot be looked into: %s.".formatted(folder, Reasons.of(e)), e);
    }
  }

  private static RetinueException refusal(String sentence) {
    return new RetinueException(ErrorCode.CONFLICT, sentence);
  }

  private static RetinueException trouble(String sentence, IOException cause) {
    return new RetinueException(ErrorCode.CONFLICT, sentence, cause);
  }
}
