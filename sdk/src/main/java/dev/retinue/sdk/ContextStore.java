package dev.retinue.sdk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/// What agents have written down for themselves and for each other. Notes are written, found and
/// brought up to date; none is ever overwritten or deleted.
final class ContextStore {
  /// How many notes a search looks at, and how much of them, the newest first.
  private static final int LOOKED_AT = 10_000;

  private static final long LOOKED_AT_CHARACTERS = 64L * 1024 * 1024;

  /// How much text a search answers.
  private static final int MOST_CHARACTERS = 4 * 1024 * 1024;

  private static final int MOST_OF_ONE_NAME = 10_000;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Shelf shelf;
  private final String agent;
  private final String sessionId;
  private final InstantSource clock;
  private final Consumer<String> warn;

  ContextStore(Path root, String agent, String sessionId, InstantSource clock) {
    this(root, agent, sessionId, clock, _ -> {});
  }

  /// @param warn hears of files that cannot be read
  ContextStore(
      Path root, String agent, String sessionId, InstantSource clock, Consumer<String> warn) {
    this.shelf = new Shelf(root, warn);
    this.agent = agent;
    this.sessionId = sessionId;
    this.clock = clock;
    this.warn = warn;
  }

  /// Writes it into a file of its own, and answers its path.
  Path write(Note note) {
    return locked(
        () -> {
          var folder = shelf.folder(agent, sessionId);
          var links = new ArrayList<String>();
          for (var link : note.links()) {
            links.add(shelf.link(shelf.note(link)));
          }
          var now = clock.instant();
          var head = new FrontMatter(agent, sessionId, now, note.type(), note.tags(), links);
          var text = NoteText.of(head.yaml(), note.body()).text();
          var file = reserved(folder, Stamps.seconds(now), SafeName.slug(note.slug()));
          return filled(file, text.getBytes(StandardCharsets.UTF_8));
        });
  }

  private static Path filled(Path file, byte[] text) throws IOException {
    try {
      PrivateFiles.replace(file, text);
      return file;
    } catch (IOException e) {
      Files.deleteIfExists(file); // The name alone was taken: there is no note yet.
      throw e;
    }
  }

  /// An empty file of a name that nobody had: what is put there overwrites nothing else.
  private static Path reserved(Path folder, String stamp, String slug) throws IOException {
    for (int number = 1; number <= MOST_OF_ONE_NAME; number++) {
      var name = number == 1 ? slug : SafeName.numbered(slug, number);
      var file = folder.resolve(stamp + "-" + name + ".md");
      try {
        PrivateFiles.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))
            .close();
        return file;
      } catch (FileAlreadyExistsException e) {
        // Another note of this second has it.
      }
    }
    throw new IOException("there are too many notes named " + slug);
  }

  /// Replaces the body of a note, of whatever agent, and adds a line about it to its changelog.
  void update(Path path, String newBody, String whatChanged) {
    Note.requireSize(newBody);
    var _ =
        locked(
            () -> {
              var file = shelf.note(path.toString());
              var text =
                  shelf
                      .require(file)
                      .changed(newBody, clock.instant(), agent, whatChanged)
                      .text()
                      .getBytes(StandardCharsets.UTF_8);
              if (text.length > Shelf.LARGEST_FILE) {
                throw new AgentException(
                    ExitCode.FAILURE,
                    "The note %s has become too long: write a new one that links to it."
                        .formatted(path));
              }
              PrivateFiles.replace(file, text);
              return file;
            });
  }

  /// The notes that fit, the best first, the newest first among equals. Files that are no notes are
  /// left out, with a warning.
  List<Found> search(Query query) {
    var ranking = new Ranking(query.text());
    var best = new PriorityQueue<>(Ranking.ORDER.reversed());
    long characters = 0;
    for (var file : newest()) {
      try {
        var found = shelf.read(file);
        found = found.scored(ranking.score(found));
        characters += found.body().length();
        if (fits(found, query) && (ranking.fitsAll() || found.score() > 0)) {
          best.add(found);
          if (best.size() > query.most()) {
            best.remove();
          }
        }
      } catch (IOException e) {
        warn.accept("The note %s was left out: it cannot be read.".formatted(file));
      } catch (FrontMatter.Broken e) {
        warn.accept("The note %s was left out: %s.".formatted(file, e.getMessage()));
      }
      if (characters > LOOKED_AT_CHARACTERS) {
        warn.accept("The context store is large: older notes were not looked at.");
        break;
      }
    }
    return bounded(best.stream().sorted(Ranking.ORDER).toList());
  }

  private List<Path> newest() {
    try {
      return shelf.newest(LOOKED_AT);
    } catch (IOException e) {
      throw new AgentException(
          ExitCode.FAILURE,
          "The context store %s cannot be read: %s.".formatted(shelf.root(), e.getMessage()));
    }
  }

  private static boolean fits(Found found, Query query) {
    return (query.agent() == null || query.agent().equals(found.agent()))
        && (query.type() == null || query.type().equals(found.type()))
        && (query.tags().isEmpty() || query.tags().stream().anyMatch(tag -> has(found, tag)));
  }

  private static boolean has(Found found, String tag) {
    var wanted = tag.strip().toLowerCase(Locale.ROOT);
    return found.tags().stream().anyMatch(one -> one.toLowerCase(Locale.ROOT).equals(wanted));
  }

  private static List<Found> bounded(List<Found> found) {
    long characters = 0;
    var few = new ArrayList<Found>();
    for (var note : found) {
      characters += note.body().length();
      if (characters > MOST_CHARACTERS) {
        break;
      }
      few.add(note);
    }
    return few;
  }

  /// One at a time, of all agents of this machine, and to its end also when interrupted.
  private <T> T locked(Callable<T> work) {
    try {
      return Undisturbed.call(
          "context-store",
          () -> {
            PrivateFiles.createFolders(shelf.root());
            try (var _ = SharedLock.take(shelf.root().resolve(".lock"), PATIENCE)) {
              return work.call();
            }
          });
    } catch (IOException e) {
      throw new AgentException(
          ExitCode.FAILURE,
          "The context store %s cannot be written: %s.".formatted(shelf.root(), e.getMessage()));
    }
  }
}
