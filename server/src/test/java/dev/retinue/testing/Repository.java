package dev.retinue.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// This repository, as the tests find it on disk.
public final class Repository {
  public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /// What Maven has just packaged.
  public static final Path DISTRIBUTION = ROOT.resolve("server/target/dist");

  /// The JDK that runs the tests: the right one, because Maven refuses any other.
  public static final Path JDK = Path.of(System.getProperty("java.home"));

  private static final Set<String> NOT_SOURCES =
      Set.of("target", "build", ".cache", ".git", ".idea", "node_modules");

  private Repository() {}

  public static Path sources(Path copy) {
    copy(ROOT, copy, folder -> !NOT_SOURCES.contains(folder.getFileName().toString()));
    return copy;
  }

  public static Path distribution(Path copy) {
    copy(DISTRIBUTION, copy, _ -> true);
    return copy;
  }

  /// All files of the repository whose name ends like this, what the build made left out.
  public static Stream<Path> files(String ending) {
    var found = Stream.<Path>builder();
    walk(ROOT, folder -> !NOT_SOURCES.contains(folder.getFileName().toString()), found::add);
    return found.build().filter(file -> file.toString().endsWith(ending)).sorted();
  }

  public static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to, Predicate<Path> folders) {
    walk(
        from,
        folders,
        file -> {
          var copy = to.resolve(from.relativize(file).toString());
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        });
  }

  private static void walk(Path from, Predicate<Path> folders, FileAction action) {
    try {
      Files.walkFileTree(
          from,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              boolean enter = folder.equals(from) || folders.test(folder);
              return enter ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              action.on(file);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface FileAction {
    void on(Path file) throws IOException;
  }
}
