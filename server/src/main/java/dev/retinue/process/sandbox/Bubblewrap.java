package dev.retinue.process.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The command line of bubblewrap that makes a world of its own: only what is named is in it.
///
/// @param program where bubblewrap is
record Bubblewrap(String program) {
  private static final List<String> APART =
      List.of(
          "--die-with-parent",
          "--new-session",
          "--unshare-pid",
          "--unshare-ipc",
          "--unshare-uts",
          // Root would keep all of them, and could mount over what protects him from himself.
          "--cap-drop",
          "ALL");

  /// @param masks what is in the workspace and must not be changed, or made
  List<String> words(Grounds grounds, Protection masks) {
    var words = new ArrayList<String>();
    words.add(program);
    words.addAll(APART);
    if (!grounds.network()) {
      words.add("--unshare-net");
    }
    SystemPlaces.readable().forEach(place -> system(words, place));
    for (var secret : SystemPlaces.secrets()) {
      words.addAll(
          Files.isDirectory(secret)
              ? List.of("--tmpfs", secret.toString())
              : List.of("--ro-bind", "/dev/null", secret.toString()));
    }
    words.addAll(List.of("--proc", "/proc", "--dev", "/dev"));
    var temporary = grounds.temporary().toString();
    words.addAll(List.of("--bind", temporary, "/tmp", "--bind", temporary, "/var/tmp"));
    var home = grounds.home();
    if (home != null && home.getNameCount() > 0) {
      words.addAll(List.of("--tmpfs", home.toString()));
    }
    binds(grounds).forEach(words::addAll);
    words.addAll(masks.words());
    words.addAll(List.of("--remount-ro", "/", "--"));
    return List.copyOf(words);
  }

  /// Links of the system, such as `/bin`, stay links.
  private static void system(List<String> words, Path place) {
    try {
      if (Files.isSymbolicLink(place)) {
        words.addAll(
            List.of("--symlink", Files.readSymbolicLink(place).toString(), place.toString()));
      } else {
        words.addAll(List.of("--ro-bind", place.toString(), place.toString()));
      }
    } catch (IOException e) {
      // It is not there for the program either.
    }
  }

  /// What is above first: what is bound later covers what is below it.
  private static Stream<List<String>> binds(Grounds grounds) {
    record Bind(String how, Path place) {}
    return Stream.concat(
            grounds.allReadable().map(place -> new Bind("--ro-bind", place)),
            grounds.allWritable().map(place -> new Bind("--bind", place)))
        .filter(bind -> Files.exists(bind.place))
        .sorted(Comparator.comparingInt(bind -> bind.place.getNameCount()))
        .map(bind -> List.of(bind.how, real(bind.place), bind.place.toString()));
  }

  private static String real(Path place) {
    try {
      return place.toRealPath().toString();
    } catch (IOException e) {
      return place.toAbsolutePath().normalize().toString();
    }
  }

  static boolean isThere(Path place) {
    return Files.exists(place, LinkOption.NOFOLLOW_LINKS);
  }
}
