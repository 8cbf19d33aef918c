package dev.retinue.toolset.journal;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/// A journal inside its project, for owners who want it there. Agents can write to the project:
/// what they may have put in the way is refused, and never followed.
final class ProjectCopy {
  private static final String IGNORE = ".gitignore";
  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, NOFOLLOW_LINKS);

  private final String name;

  /// @param name of the folder in each project
  ProjectCopy(String name) {
    this.name = name;
  }

  /// @throws IOException if something stands in the way
  void write(Path project, JournalFiles.Pages pages) throws IOException {
    try (var top = Files.newDirectoryStream(project)) {
      if (!(top instanceof SecureDirectoryStream<Path> opened)) {
        throw new IOException("this system cannot open folders so that nobody can exchange them");
      }
      requireSame(opened, project);
      boolean made = makeFolder(project.resolve(name));
      // By handle: nobody can put another folder in its place any more.
      try (var folder = opened.newDirectoryStream(Path.of(name), NOFOLLOW_LINKS)) {
        if (made) {
          replace(folder, IGNORE, "*\n");
        }
        replace(folder, IacLog.NAME, pages.log());
        replace(folder, ContextPage.NAME, pages.context());
      }
    }
  }

  /// What was opened is the project itself, and not what a link led to.
  private static void requireSame(SecureDirectoryStream<Path> opened, Path project)
      throws IOException {
    var handle = opened.getFileAttributeView(BasicFileAttributeView.class).readAttributes();
    var there = Files.readAttributes(project, BasicFileAttributes.class, NOFOLLOW_LINKS);
    if (!Objects.equals(handle.fileKey(), there.fileKey())
        || !project.equals(project.toRealPath())) {
      throw new IOException("%s is not what it was: a link leads there".formatted(project));
    }
  }

  private static boolean makeFolder(Path folder) throws IOException {
    try {
      Files.createDirectory(folder, JournalFiles.attributes("rwx------"));
      return true;
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder, NOFOLLOW_LINKS)) {
        throw new IOException("%s is no folder, but a file or a link".formatted(folder), e);
      }
      return false;
    }
  }

  /// A link that has the name of the file is replaced, not followed.
  private static void replace(SecureDirectoryStream<Path> folder, String file, String text)
      throws IOException {
    var temporary = Path.of(".%s.%s.tmp".formatted(file, UUID.randomUUID()));
    try {
      try (var channel =
          folder.newByteChannel(temporary, NEW, JournalFiles.attributes("rw-------"))) {
        writeAll(channel, text);
      }
      folder.move(temporary, folder, Path.of(file));
    } finally {
      try {
        folder.deleteFile(temporary);
      } catch (NoSuchFileException _) {
        // It has its name.
      }
    }
  }

  private static void writeAll(SeekableByteChannel channel, String text) throws IOException {
    var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }
}
