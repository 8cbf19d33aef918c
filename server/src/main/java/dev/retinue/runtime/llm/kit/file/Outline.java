package dev.retinue.runtime.llm.kit.file;

import java.io.IOException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/// What is in folders, in the order of names. Repositories are not looked into, and links are not
/// followed.
final class Outline {
  static final String REPOSITORY = ".git";

  private final Predicate<Path> shown;
  private int left;

  /// @param shown whether something may be seen, by where it is
  /// @param most how many are visited
  Outline(Predicate<Path> shown, int most) {
    this.shown = shown;
    this.left = most;
  }

  /// One of them.
  ///
  /// @param inside where it is, relative to the root
  record Entry(String name, Path inside, BasicFileAttributes attributes) {
    boolean isFolder() {
      return attributes.isDirectory();
    }
  }

  /// What is told of them on the way.
  interface Visitor {
    /// Says whether to look into it, if it is a folder.
    boolean meet(SecureDirectoryStream<Path> folder, Entry entry) throws IOException;

    /// All that is in the folder was met.
    default void leave(Entry folder) {}
  }

  /// Whether there was more than was visited.
  boolean isFull() {
    return left < 0;
  }

  /// Visits what is in a folder, and in those in it.
  ///
  /// @param depth how many folders deep
  void visit(SecureDirectoryStream<Path> folder, Path inside, int depth, Visitor visitor)
      throws IOException {
    for (var entry : entries(folder, inside)) {
      if (Thread.currentThread().isInterrupted() || --left < 0) {
        return;
      }
      boolean open = visitor.meet(folder, entry) && entry.isFolder() && depth > 1;
      if (open) {
        visitInside(folder, entry, depth, visitor);
      }
      if (entry.isFolder()) {
        visitor.leave(entry);
      }
    }
  }

  private void visitInside(
      SecureDirectoryStream<Path> folder, Entry entry, int depth, Visitor visitor) {
    try (var below = folder.newDirectoryStream(Path.of(entry.name()), LinkOption.NOFOLLOW_LINKS)) {
      visit(below, entry.inside(), depth - 1, visitor);
    } catch (IOException e) {
      // It was taken away meanwhile, or may not be read: the others can be.
    }
  }

  /// Those of one folder that may be seen.
  private List<Entry> entries(SecureDirectoryStream<Path> folder, Path inside) throws IOException {
    var entries = new ArrayList<Entry>();
    for (var path : folder) {
      var name = path.getFileName().toString();
      var place = inside.resolve(name);
      if (name.equals(REPOSITORY) || name.startsWith(Folders.OURS) || !shown.test(place)) {
        continue;
      }
      Spot.look(folder, name).ifPresent(it -> entries.add(new Entry(name, place, it)));
      if (entries.size() > left) {
        break;
      }
    }
    entries.sort(Comparator.comparing(Entry::name));
    return entries;
  }

  /// A word for what it is.
  static String kind(BasicFileAttributes attributes) {
    if (attributes.isDirectory()) {
      return "DIR ";
    }
    return attributes.isSymbolicLink() ? "LINK" : attributes.isRegularFile() ? "FILE" : "NODE";
  }
}
