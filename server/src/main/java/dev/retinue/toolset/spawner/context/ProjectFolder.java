package dev.retinue.toolset.spawner.context;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.Optional;
import java.util.Set;

/// The folder of a project, from which ordinary files are read that are really in it, whatever
/// links say: an agent that may not leave it must not have us read for it what is outside.
final class ProjectFolder {
  private static final int MOST_BYTES = 256 << 10;
  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private final Path folder;

  ProjectFolder(Path folder) {
    this.folder = folder;
  }

  /// What a file says.
  ///
  /// @param cut whether it says more than this
  record Text(String text, boolean cut) {}

  /// Nothing for whatever cannot be read: context is a help, and its lack no reason not to work.
  Optional<Text> find(String name) {
    try {
      var root = folder.toRealPath();
      var real = root.resolve(name).toRealPath();
      if (real.equals(root) || !real.startsWith(root)) {
        return Optional.empty();
      }
      try (var stream = Files.newDirectoryStream(root)) {
        return stream instanceof SecureDirectoryStream<Path> secure
            ? below(secure, root.relativize(real))
            : opened(real);
      }
    } catch (IOException | SecurityException e) {
      return Optional.empty();
    }
  }

  /// Step by step, and never over a link: one that was put there since we looked ends the way.
  private static Optional<Text> below(SecureDirectoryStream<Path> stream, Path way)
      throws IOException {
    if (way.getNameCount() == 1) {
      return in(stream, way);
    }
    try (var next = stream.newDirectoryStream(way.getName(0), LinkOption.NOFOLLOW_LINKS)) {
      return below(next, way.subpath(1, way.getNameCount()));
    }
  }

  private static Optional<Text> in(SecureDirectoryStream<Path> stream, Path name)
      throws IOException {
    var view =
        stream.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    // To open a pipe would wait for somebody who writes.
    if (!view.readAttributes().isRegularFile()) {
      return Optional.empty();
    }
    try (var channel = stream.newByteChannel(name, READ)) {
      return Optional.of(read(channel));
    }
  }

  /// Where the system has no such way.
  private static Optional<Text> opened(Path real) throws IOException {
    if (!Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try (var channel = Files.newByteChannel(real, READ)) {
      return Optional.of(read(channel));
    }
  }

  private static Text read(SeekableByteChannel channel) throws IOException {
    var bytes = Channels.newInputStream(channel).readNBytes(MOST_BYTES + 1);
    boolean cut = bytes.length > MOST_BYTES;
    int end = cut ? whole(bytes, MOST_BYTES) : bytes.length;
    // What is no UTF-8 is shown as such, and nothing is refused for it.
    return new Text(Harmless.text(new String(bytes, 0, end, StandardCharsets.UTF_8)), cut);
  }

  /// Not inside of a character.
  private static int whole(byte[] bytes, int position) {
    int end = position;
    while (end > position - 4 && (bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return end;
  }
}
