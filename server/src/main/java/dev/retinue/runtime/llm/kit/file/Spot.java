package dev.retinue.runtime.llm.kit.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A place in an open folder tree, reached step by step: each folder is opened from the one before
/// it, and a link is read and walked rather than followed. Whatever somebody moves meanwhile, no
/// step leads out of the root.
final class Spot implements AutoCloseable {
  private static final int MOST_LINKS = 40;

  private final Path root;
  private final String given;

  /// The root, and every folder on the way.
  private final List<SecureDirectoryStream<Path>> folders = new ArrayList<>();

  /// Those below the root, by name.
  private final List<String> names = new ArrayList<>();

  private final Deque<String> ahead = new ArrayDeque<>();
  private int links;
  private @Nullable String name;
  private @Nullable BasicFileAttributes attributes;

  private Spot(Path root, String given) {
    this.root = root;
    this.given = given;
  }

  /// @param root where it really is
  /// @param wanted relative to it
  static Spot walk(Path root, Path wanted, String given) throws IOException {
    var spot = new Spot(root, given);
    try {
      spot.folders.add(Folders.open(root));
      wanted.forEach(part -> spot.ahead.add(part.toString()));
      spot.walk();
      return spot;
    } catch (IOException | RuntimeException e) {
      spot.close();
      throw e;
    }
  }

  private void walk() throws IOException {
    while (!ahead.isEmpty()) {
      var next = ahead.poll();
      if (next.equals("..")) {
        climb();
      } else if (!next.isEmpty() && !next.equals(".") && !step(next)) {
        return;
      }
    }
  }

  private void climb() throws IOException {
    if (names.isEmpty()) {
      throw Refusal.outside(given);
    }
    names.removeLast();
    folders.removeLast().close();
  }

  /// Says whether it can go on from there.
  private boolean step(String next) throws IOException {
    var found = look(folder(), next);
    if (found.isPresent() && found.get().isSymbolicLink()) {
      turn(Files.readSymbolicLink(root.resolve(Path.of("", names())).resolve(next)));
      return true;
    }
    if (found.isPresent() && found.get().isDirectory()) {
      folders.add(folder().newDirectoryStream(Path.of(next), LinkOption.NOFOLLOW_LINKS));
      names.add(next);
      return true;
    }
    ahead.removeIf(part -> part.isEmpty() || part.equals("."));
    if (ahead.contains("..") || (found.isPresent() && !ahead.isEmpty())) {
      throw Refusal.of(given, "leads through '%s', which is no folder.".formatted(next));
    }
    name = next;
    attributes = found.orElse(null);
    return false;
  }

  static Optional<BasicFileAttributes> look(SecureDirectoryStream<Path> folder, String name)
      throws IOException {
    try {
      return Optional.of(
          folder
              .getFileAttributeView(
                  Path.of(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
              .readAttributes());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /// Goes on where the link says.
  private void turn(Path target) throws IOException {
    if (++links > MOST_LINKS) {
      throw Refusal.of(given, "leads through too many links.");
    }
    var steps = target;
    if (target.isAbsolute()) {
      if (!target.normalize().startsWith(root)) {
        throw Refusal.outside(given);
      }
      while (!names.isEmpty()) {
        climb();
      }
      steps = root.relativize(target.normalize());
    }
    for (int i = steps.getNameCount() - 1; i >= 0; i--) {
      ahead.push(steps.getName(i).toString());
    }
  }

  private String[] names() {
    return names.toArray(String[]::new);
  }

  String given() {
    return given;
  }

  /// The folder itself, or the one in which the rest is.
  SecureDirectoryStream<Path> folder() {
    return folders.getLast();
  }

  /// The folder in which this folder is.
  SecureDirectoryStream<Path> above() {
    return folders.get(folders.size() - 2);
  }

  SecureDirectoryStream<Path> top() {
    return folders.getFirst();
  }

  boolean isRoot() {
    return folders.size() == 1 && name == null;
  }

  boolean isFolder() {
    return name == null;
  }

  /// What it is called in its folder.
  Path name() {
    return Path.of(name == null ? names.getLast() : name);
  }

  /// What is known of it; nothing if it is a folder, or not there.
  Optional<BasicFileAttributes> attributes() {
    return Optional.ofNullable(attributes);
  }

  boolean isMissing() {
    return name != null && attributes == null;
  }

  /// Where it really is, relative to the root, with all that is missing of it.
  Path inside() {
    var path = Path.of("", names());
    var end = name == null ? path : path.resolve(name);
    return ahead.isEmpty() ? end : end.resolve(Path.of("", ahead.toArray(String[]::new)));
  }

  Path root() {
    return root;
  }

  /// Makes one folder after the other of what is missing, down to the last one or the one before
  /// it.
  void make(boolean last, Folders maker) throws IOException {
    while (isMissing() && (last || !ahead.isEmpty())) {
      var next = String.valueOf(name);
      maker.make(this, Path.of(next));
      folders.add(folder().newDirectoryStream(Path.of(next), LinkOption.NOFOLLOW_LINKS));
      names.add(next);
      name = ahead.poll();
    }
  }

  @Override
  public void close() throws IOException {
    for (var folder : folders) {
      folder.close();
    }
  }
}
