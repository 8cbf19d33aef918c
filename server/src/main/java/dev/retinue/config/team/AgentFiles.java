package dev.retinue.config.team;

import dev.retinue.config.yaml.YamlDocument;
import dev.retinue.core.Digest;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Craft.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Files of agents in folders. They are looked at whenever somebody asks, and read anew when they
/// have changed; one that is broken hides no other.
public final class AgentFiles {
  /// How many files of a folder are looked at.
  public static final int MOST_FILES = 1_000;

  private static final int MOST_KEPT = 4_000;
  private static final String MARKDOWN = ".md";
  private static final List<String> YAML = List.of(".yaml", ".yml");

  private final TeamReader teams;
  private final SingleReader singles;
  private final Map<Key, Kept> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Kept> eldest) {
          return size() > MOST_KEPT;
        }
      };

  private record Key(Path file, boolean trusted) {}

  /// What became of a file when it was read.
  private record Kept(
      SafeFile.Stamp stamp, String digest, @Nullable TeamFile team, String trouble) {
    Kept at(SafeFile.Stamp now) {
      return new Kept(now, digest, team, trouble);
    }
  }

  /// What is in some folders.
  ///
  /// @param troubles one for each file that is not taken
  public record Found(List<TeamFile> teams, List<String> troubles) {
    public Found {
      teams = List.copyOf(teams);
      troubles = List.copyOf(troubles);
    }
  }

  public AgentFiles(Landscape landscape) {
    this.teams = new TeamReader(landscape);
    this.singles = new SingleReader(landscape);
  }

  /// One file, wherever it is, or a refusal with everything that is wrong with it.
  public TeamFile require(Path file, boolean trusted) {
    return require(file, trusted, _ -> {});
  }

  /// The same.
  ///
  /// @param content takes the very bytes that were read
  public TeamFile require(Path file, boolean trusted, Consumer<byte[]> content) {
    var absolute = file.toAbsolutePath();
    var folder = Optional.ofNullable(absolute.getParent()).orElse(absolute);
    var bytes = SafeFile.read(folder, absolute, YamlDocument.MOST_BYTES);
    var team = parse(file, trusted, bytes);
    content.accept(bytes);
    return team;
  }

  /// What an editor needs to help those who write teams.
  public String schema() {
    return teams.schema().toPrettyString();
  }

  /// What is in these folders, in their order and by the names of the files.
  public synchronized Found in(List<AgentFolder> folders) {
    var found = new ArrayList<TeamFile>();
    var troubles = new ArrayList<String>();
    for (var folder : folders) {
      for (var file : files(folder, troubles)) {
        var read = read(folder, file);
        if (read.team() != null) {
          found.add(read.team());
        } else {
          troubles.add(read.trouble());
        }
      }
    }
    return new Found(found, troubles);
  }

  private Kept read(AgentFolder folder, Path file) {
    var key = new Key(file, folder.trusted());
    var before = kept.get(key);
    SafeFile.Stamp stamp;
    try {
      stamp = SafeFile.look(file, YamlDocument.MOST_BYTES);
      if (before != null && before.stamp().equals(stamp)) {
        return before;
      }
      var bytes = SafeFile.read(folder.place(), file, YamlDocument.MOST_BYTES);
      var digest = HexFormat.of().formatHex(Digest.sha256().digest(bytes));
      var now =
          before != null && before.digest().equals(digest)
              ? before.at(stamp)
              : kept(file, folder.trusted(), bytes, digest, stamp);
      kept.put(key, now);
      return now;
    } catch (RetinueException e) {
      return new Kept(new SafeFile.Stamp(0, 0, ""), "", null, e.getMessage());
    }
  }

  private Kept kept(Path file, boolean trusted, byte[] bytes, String digest, SafeFile.Stamp stamp) {
    try {
      return new Kept(stamp, digest, parse(file, trusted, bytes), "");
    } catch (RetinueException e) {
      return new Kept(stamp, digest, null, e.getMessage());
    }
  }

  private TeamFile parse(Path file, boolean trusted, byte[] bytes) {
    var origin = new Origin(file.toString(), trusted);
    var name = String.valueOf(file.getFileName());
    return hasEnding(name, List.of(MARKDOWN))
        ? singles.read(origin, bytes)
        : teams.read(Names.ofPath(name), origin, bytes);
  }

  private static List<Path> files(AgentFolder folder, List<String> troubles) {
    if (!Files.isDirectory(folder.place(), LinkOption.NOFOLLOW_LINKS) && !folder.trusted()) {
      return List.of(); // Not through a link of a project.
    }
    if (!Files.isDirectory(folder.place())) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder.place())) {
      var found =
          files
              .filter(file -> isMeant(file.getFileName().toString(), folder))
              .limit(MOST_FILES + 1L)
              .sorted()
              .toList();
      if (found.size() > MOST_FILES) {
        troubles.add(
            "%s: there are more than %d files of agents; only some of them are used."
                .formatted(folder.place(), MOST_FILES));
      }
      return found.subList(0, Math.min(MOST_FILES, found.size()));
    } catch (IOException | UncheckedIOException e) {
      troubles.add("%s: the folder cannot be read: %s.".formatted(folder.place(), e.getMessage()));
      return List.of();
    }
  }

  /// In folders of single agents a README is no agent.
  private static boolean isMeant(String name, AgentFolder folder) {
    if (name.startsWith(".") || name.equalsIgnoreCase("README.md")) {
      return false;
    }
    return hasEnding(name, List.of(MARKDOWN)) || (folder.teams() && hasEnding(name, YAML));
  }

  private static boolean hasEnding(String name, List<String> endings) {
    var lower = name.toLowerCase(Locale.ROOT);
    return endings.stream().anyMatch(lower::endsWith);
  }
}
