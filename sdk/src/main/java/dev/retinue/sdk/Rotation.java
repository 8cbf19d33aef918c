package dev.retinue.sdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/// Puts a full log aside under a name of its own, and keeps the newest of those. Who calls has the
/// lock of the log.
final class Rotation {
  private final Path file;
  private final int keep;
  private final InstantSource clock;
  private final String stem;
  private final String ending;
  private final Pattern pattern;

  Rotation(Path file, int keep, InstantSource clock) {
    this.file = file;
    this.keep = keep;
    this.clock = clock;
    var name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    this.stem = dot > 0 ? name.substring(0, dot) : name;
    this.ending = dot > 0 ? name.substring(dot) : "";
    this.pattern =
        Pattern.compile(
            Pattern.quote(stem) + "-(\\d{8}T\\d{9})(?:-(\\d{1,9}))?" + Pattern.quote(ending));
  }

  void rotate() throws IOException {
    var aside = aside();
    aside.add(moveAside(next(aside)));
    for (var old : aside.subList(0, Math.max(0, aside.size() - Math.max(0, keep)))) {
      Files.deleteIfExists(old.path());
    }
  }

  /// A name that stands after all others, also when the clock has not moved on or was put back: the
  /// order of names tells which are the newest.
  private Aside next(List<Aside> aside) {
    var now = Stamps.millis(clock.instant());
    if (aside.isEmpty() || aside.getLast().stamp().compareTo(now) < 0) {
      return named(now, 1);
    }
    return named(aside.getLast().stamp(), aside.getLast().number() + 1);
  }

  private Aside named(String stamp, int number) {
    var name = stem + "-" + stamp + (number == 1 ? "" : "-" + number) + ending;
    return new Aside(file.resolveSibling(name), stamp, number);
  }

  /// Never over another: that throws.
  private Aside moveAside(Aside target) throws IOException {
    Files.move(file, target.path());
    return target;
  }

  private record Aside(Path path, String stamp, int number) {}

  /// The oldest first. What has another name is not ours to delete.
  private List<Aside> aside() throws IOException {
    var found = new ArrayList<Aside>();
    try (var files = Files.newDirectoryStream(file.toAbsolutePath().getParent())) {
      for (var path : files) {
        var name = pattern.matcher(path.getFileName().toString());
        if (name.matches()) {
          int number = name.group(2) == null ? 1 : Integer.parseInt(name.group(2));
          found.add(new Aside(path, name.group(1), number));
        }
      }
    }
    found.sort(Comparator.comparing(Aside::stamp).thenComparingInt(Aside::number));
    return found;
  }
}
