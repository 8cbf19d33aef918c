package dev.retinue.process.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What inside a workspace can make others execute something later: settings, hooks, the files that
/// shells read. A program may read them and not change them, and not make those that are missing.
///
/// A missing one is covered. The system needs something to cover, so an empty file or folder is
/// there while a run is at work, and goes with the last of them.
final class Protection {
  private static final String FACT = "sandbox_covers";
  private final Covers held;
  private final List<String> words = new ArrayList<>();
  private final List<Path> covers = new ArrayList<>();

  private Protection(Covers held) {
    this.held = held;
  }

  /// How many runs need a cover, by what is covered.
  static final class Covers {
    private final Map<Path, Integer> needed = new HashMap<>();
  }

  /// Where nothing can be changed, nothing needs to be protected.
  static Protection none() {
    return new Protection(new Covers());
  }

  /// @param temporary where files for it can be put
  static Protection of(Path workspace, Path temporary, Covers held) {
    var protection = new Protection(held);
    var git = workspace.resolve(".git");
    if (Files.isDirectory(git, LinkOption.NOFOLLOW_LINKS)) {
      // Bound to itself, so that it cannot be moved away with all that is protected in it.
      protection.words.addAll(List.of("--bind", git.toString(), git.toString()));
    }
    for (var name : ExecutedLater.FOLDERS) {
      protection.add(workspace.resolve(name), true);
    }
    for (var name : ExecutedLater.FILES) {
      protection.add(workspace.resolve(name), false);
    }
    protection.hideCovers(workspace, temporary);
    return protection;
  }

  List<String> words() {
    return words;
  }

  /// To be written down, so that the covers go even if we are killed.
  Map<String, String> facts() {
    return covers.isEmpty()
        ? Map.of()
        : Map.of(FACT, covers.stream().map(Path::toString).collect(Collectors.joining("\n")));
  }

  /// Takes away what a former process had written down.
  static void uncover(Map<String, String> facts) {
    facts
        .getOrDefault(FACT, "")
        .lines()
        .map(Path::of)
        .filter(Path::isAbsolute)
        .forEach(Protection::remove);
  }

  private void add(Path place, boolean folder) {
    var above = place.getParent();
    if (above == null || !Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS)) {
      return; // There is no repository, or only a way to one that is elsewhere.
    }
    synchronized (held) {
      if (held.needed.containsKey(place) || !Bubblewrap.isThere(place)) {
        if (cover(place, folder)) {
          words.addAll(
              folder
                  ? List.of("--tmpfs", place.toString(), "--remount-ro", place.toString())
                  : List.of("--ro-bind", "/dev/null", place.toString()));
        }
      } else {
        words.addAll(List.of("--ro-bind", place.toString(), place.toString()));
      }
    }
  }

  /// Git would take the covers for new files, and add them.
  private void hideCovers(Path workspace, Path temporary) {
    var exclude = workspace.resolve(".git/info/exclude");
    if (!Files.isRegularFile(exclude, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      var lines = new ArrayList<>(Files.readAllLines(exclude));
      covers.forEach(it -> lines.add("/" + workspace.relativize(it)));
      var file = Files.write(temporary.resolve(".exclude"), lines);
      words.addAll(List.of("--ro-bind", file.toString(), exclude.toString()));
    } catch (IOException e) {
      // Then they are seen, and are empty.
    }
  }

  private boolean cover(Path place, boolean folder) {
    try {
      if (!Bubblewrap.isThere(place)) {
        if (folder) {
          Files.createDirectory(place);
        } else {
          Files.createFile(place);
        }
      }
      held.needed.merge(place, 1, Integer::sum);
      covers.add(place);
      return true;
    } catch (IOException e) {
      return false; // Who cannot be made by us cannot be made by it.
    }
  }

  /// Takes the covers away. What somebody else has put there meanwhile stays.
  void end() {
    synchronized (held) {
      for (var place : covers) {
        if (held.needed.merge(place, -1, Integer::sum) <= 0) {
          held.needed.remove(place);
          remove(place);
        }
      }
      covers.clear();
    }
  }

  private static void remove(Path place) {
    try {
      boolean file = Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS);
      if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS) || (file && Files.size(place) == 0)) {
        Files.deleteIfExists(place);
      }
    } catch (IOException e) {
      // It is not empty any more, or gone.
    }
  }
}
