package dev.retinue.config.team;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Reads a file that somebody else may have put there: a regular file within its folder, never
/// through a link, and no more of it than may be there.
final class SafeFile {
  private static final List<Path> NOT_ON_DISK =
      List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));

  private SafeFile() {}

  /// A file as it was when it was looked at: another one, or another content, has another.
  record Stamp(long bytes, long modified, String identity) {}

  /// What it is now, or a refusal of what must not even be opened: a pipe would wait for ever.
  static Stamp look(Path file, int most) {
    try {
      var facts = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (facts.isSymbolicLink()) {
        throw refusal("'%s' is a link; put the file itself there.".formatted(file), null);
      }
      if (!facts.isRegularFile()) {
        throw refusal("'%s' is a folder or a device; name a file.".formatted(file), null);
      }
      requireOnDisk(file);
      if (facts.size() > most) {
        throw tooLarge(file, most);
      }
      return new Stamp(
          facts.size(),
          facts.lastModifiedTime().to(TimeUnit.NANOSECONDS),
          "%s %s".formatted(facts.fileKey(), changed(file)));
    } catch (IOException e) {
      throw refusal(file, e);
    }
  }

  /// When anything of it last changed, which nobody can set: the time of its content can be kept.
  private static String changed(Path file) throws IOException {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix")
        ? String.valueOf(Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS))
        : "";
  }

  private static void requireOnDisk(Path file) throws IOException {
    var real = file.toRealPath();
    if (NOT_ON_DISK.stream().anyMatch(real::startsWith)) {
      throw refusal(
          "'%s' is made by the system and no file of agents; name one on a disk.".formatted(file),
          null);
    }
  }

  /// Its content.
  ///
  /// @param folder in which it really has to be
  static byte[] read(Path folder, Path file, int most) {
    look(file, most);
    try {
      if (!file.toRealPath().startsWith(folder.toRealPath())) {
        throw refusal(
            "'%s' is not inside of '%s'; put the file itself there.".formatted(file, folder), null);
      }
      return content(file, most);
    } catch (IOException e) {
      throw refusal(file, e);
    }
  }

  private static byte[] content(Path file, int most) throws IOException {
    var options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    try (var channel = Files.newByteChannel(file, options)) {
      // One more than may be there, because a file can grow while it is read.
      var buffer = ByteBuffer.allocate((int) Math.min(channel.size(), most) + 1);
      while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
        if (!buffer.hasRemaining() && buffer.capacity() <= most) {
          buffer = ByteBuffer.allocate(most + 1).put(buffer.flip());
        }
      }
      if (buffer.position() > most) {
        throw tooLarge(file, most);
      }
      var bytes = new byte[buffer.flip().remaining()];
      buffer.get(bytes);
      return bytes;
    }
  }

  private static RetinueException tooLarge(Path file, int most) {
    return refusal(
        "'%s' has more than %d KiB; make it smaller.".formatted(file, most / 1024), null);
  }

  private static RetinueException refusal(Path file, IOException e) {
    return switch (e) {
      case NoSuchFileException _ ->
          refusal("There is no file '%s'; name one that is there.".formatted(file), e);
      case AccessDeniedException _ ->
          refusal("'%s' may not be read; give yourself the right to.".formatted(file), e);
      default -> refusal("'%s' cannot be read: %s.".formatted(file, e.getMessage()), e);
    };
  }

  private static RetinueException refusal(String sentence, @Nullable IOException cause) {
    return new RetinueException(ErrorCode.INVALID_INPUT, sentence, cause);
  }
}
