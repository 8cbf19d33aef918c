package dev.retinue.runtime.llm.kit.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Optional;
import java.util.Set;

/// What is in a file: text, and not too much of it.
final class Contents {
  /// The largest file that is read or written.
  static final int MOST_BYTES = 10 << 20;

  private static final int TO_LOOK_AT = 8_000;
  private static final Set<OpenOption> TO_READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  private static final Set<OpenOption> TO_MAKE =
      Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS);

  private Contents() {}

  /// All of it, or a refusal.
  static String read(Spot spot) throws IOException {
    requireFile(spot);
    if (spot.attributes().orElseThrow().size() > MOST_BYTES) {
      throw tooLarge(spot);
    }
    var bytes = bytes(spot.folder(), spot.name(), MOST_BYTES).orElseThrow(() -> tooLarge(spot));
    return text(bytes)
        .orElseThrow(
            () -> Refusal.of(spot.given(), "is not text in UTF-8, and so cannot be shown."));
  }

  private static RuntimeException tooLarge(Spot spot) {
    return Refusal.of(
        spot.given(), "has more than %d MB, which is too much.".formatted(MOST_BYTES >> 20));
  }

  static void requireFile(Spot spot) {
    if (spot.isMissing()) {
      throw Refusal.missing(spot.given());
    }
    if (spot.isFolder()) {
      throw Refusal.of(spot.given(), "is a folder; list_directory shows what is in it.");
    }
    if (!spot.attributes().orElseThrow().isRegularFile()) {
      throw Refusal.of(spot.given(), "is no plain file, and so is not touched.");
    }
  }

  /// Nothing if there are more.
  static Optional<byte[]> bytes(SecureDirectoryStream<Path> folder, Path name, int most)
      throws IOException {
    try (var channel = folder.newByteChannel(name, TO_READ)) {
      int expected = (int) Math.min(channel.size(), most);
      var buffer = ByteBuffer.allocate(expected + 1);
      while (channel.read(buffer) >= 0) {
        if (!buffer.hasRemaining()) {
          if (buffer.capacity() > most) {
            return Optional.empty();
          }
          // It grows while it is read.
          int room = (int) Math.min(2L * buffer.capacity(), most + 1L);
          buffer = ByteBuffer.allocate(room).put(buffer.flip());
        }
      }
      var bytes = new byte[buffer.position()];
      buffer.flip().get(bytes);
      return Optional.of(bytes);
    }
  }

  /// Nothing if they are no text.
  static Optional<String> text(byte[] bytes) {
    for (int i = 0; i < Math.min(bytes.length, TO_LOOK_AT); i++) {
      if (bytes[i] == 0) {
        return Optional.empty();
      }
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /// Whoever reads meanwhile reads all of the old or all of the new, and so does whoever comes
  /// after a crash.
  static void write(Spot spot, String text, Folders folders) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MOST_BYTES) {
      throw Refusal.of(spot.given(), "would have more than %d MB.".formatted(MOST_BYTES >> 20));
    }
    if (!spot.isMissing()) {
      requireFile(spot);
    }
    spot.make(false, folders);
    var passing = folders.passing();
    try {
      try (var channel = spot.folder().newByteChannel(passing, TO_MAKE)) {
        for (var rest = ByteBuffer.wrap(bytes); rest.hasRemaining(); ) {
          channel.write(rest);
        }
        if (!spot.isMissing()) {
          keepPermissions(spot, passing);
        }
        if (channel instanceof FileChannel file) {
          file.force(true);
        }
      }
      spot.folder().move(passing, spot.folder(), spot.name());
    } catch (IOException | RuntimeException e) {
      spot.folder().deleteFile(passing);
      throw e;
    }
  }

  private static void keepPermissions(Spot spot, Path passing) throws IOException {
    var old = view(spot, spot.name()).readAttributes().permissions();
    view(spot, passing).setPermissions(old);
  }

  private static PosixFileAttributeView view(Spot spot, Path name) {
    return spot.folder()
        .getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }
}
