package dev.retinue.sdk;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/// The files of the context store: `<agent>/<session>/<time>-<slug>.md` below one folder, and
/// nothing that only seems to be there.
final class Shelf {
  /// With front matter and changes.
  static final int LARGEST_FILE = 2 * Note.MOST_BYTES;

  private static final int DEPTH = 3;

  private final Path root;
  private final Consumer<String> warn;

  Shelf(Path root, Consumer<String> warn) {
    this.root = root;
    this.warn = warn;
  }

  Path root() {
    return root;
  }

  /// The folder, made where it is missing. What leads elsewhere is refused before anything is made
  /// there.
  Path folder(String agent, String session) throws IOException {
    PrivateFiles.createFolders(root);
    var folder = root.toRealPath();
    for (var name : List.of(SafeName.folder(agent), SafeName.folder(session))) {
      folder = folder.resolve(name);
      if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
        PrivateFiles.createFolders(folder);
      }
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        throw new AgentException(
            ExitCode.FAILURE, "%s in the context store is no folder.".formatted(folder));
      }
    }
    return folder;
  }

  /// The real file of a note that is named by a path, from the store on or from anywhere.
  Path note(String path) throws IOException {
    try {
      var base = root.toRealPath();
      var real = base.resolve(path).toRealPath();
      if (real.startsWith(base)
          && base.relativize(real).getNameCount() == DEPTH
          && real.toString().endsWith(".md")
          && Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)) {
        return real;
      }
    } catch (NoSuchFileException | InvalidPathException e) {
      throw noNote(path);
    }
    throw noNote(path);
  }

  private AgentException noNote(String path) {
    return new AgentException(
        ExitCode.FAILURE,
        "'%s' is no note of the context store %s: name it by the path that was answered when it was written."
            .formatted(path, root));
  }

  /// How other notes name it.
  String link(Path real) throws IOException {
    return root.toRealPath().relativize(real).toString().replace('\\', '/');
  }

  /// The newest notes by their names, the newest first.
  List<Path> newest(int most) throws IOException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    var byTime = Comparator.comparing((Path path) -> path.getFileName().toString());
    var newest = new PriorityQueue<>(byTime);
    for (var agent : children(root.toRealPath())) {
      for (var session : children(agent)) {
        for (var file : children(session)) {
          if (isNote(file)) {
            newest.add(file);
            if (newest.size() > most) {
              newest.remove();
            }
          }
        }
      }
    }
    return newest.stream().sorted(byTime.reversed()).toList();
  }

  /// An empty file is a name that somebody has taken, who has not written yet.
  private static boolean isNote(Path file) throws IOException {
    return file.toString().endsWith(".md")
        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Files.size(file) > 0;
  }

  private List<Path> children(Path folder) {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (var files = Files.newDirectoryStream(folder)) {
      var children = new ArrayList<Path>();
      files.forEach(children::add);
      return children;
    } catch (IOException | DirectoryIteratorException e) {
      warn.accept("The folder %s of the context store cannot be read.".formatted(folder));
      return List.of();
    }
  }

  NoteText require(Path file) throws IOException {
    try {
      return NoteText.parse(text(file));
    } catch (FrontMatter.Broken e) {
      throw new AgentException(
          ExitCode.FAILURE, "The note %s cannot be changed: %s.".formatted(file, e.getMessage()));
    }
  }

  /// Not through a channel, which would be closed when its thread is interrupted.
  private String text(Path file) throws IOException, FrontMatter.Broken {
    try (var input = new FileInputStream(file.toFile())) {
      var bytes = input.readNBytes(LARGEST_FILE + 1);
      if (bytes.length > LARGEST_FILE) {
        throw new FrontMatter.Broken("it is larger than %d bytes".formatted(LARGEST_FILE));
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  Found read(Path file) throws IOException, FrontMatter.Broken {
    var text = NoteText.parse(text(file));
    var head = FrontMatter.parse(text.head());
    return new Found(
        file,
        head.agent(),
        head.sessionId(),
        head.timestamp(),
        head.type(),
        head.tags(),
        head.links(),
        text.body(),
        text.changelog(),
        0);
  }
}
