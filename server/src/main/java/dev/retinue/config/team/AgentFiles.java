package dev.retinue.config.team;

import dev.retinue.config.team.KeptFiles.Kept;
import dev.retinue.config.team.key.Names;
import dev.retinue.config.yaml.YamlDocument;
import dev.retinue.core.Digest;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.craft.Craft.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Files of agents in folders. They are looked at whenever somebody asks, and read anew when they
/// have changed; one that is broken hides no other.
public final class AgentFiles {
  /// How many files of a folder are looked at.
  public static final int MOST_FILES = 1_000;

  private static final long MOST_BYTES = 16L << 20;
  private static final String MARKDOWN = ".md";

  /// What an agent in one file said of itself when it was added.
  public static final String DESCRIBED = ".agent.json";

  private static final List<String> YAML = List.of(".yaml", ".yml");

  private final TeamReader teams;
  private final SingleReader singles;
  private final DescribedReader described;
  private final KeptFiles kept = new KeptFiles();
  private final ReadApart apart = new ReadApart();

  /// What is in some folders.
  ///
  /// @param troubles one for each file that is not taken
  /// @param broken those files
  public record Found(List<TeamFile> teams, List<String> troubles, List<Broken> broken) {
    public Found {
      teams = List.copyOf(teams);
      troubles = List.copyOf(troubles);
      broken = List.copyOf(broken);
    }
  }

  /// A file with which something is wrong.
  ///
  /// @param name what its first agent would be called
  public record Broken(String name, Path file, boolean trusted) {}

  public AgentFiles(Landscape landscape) {
    this.teams = new TeamReader(landscape);
    this.singles = new SingleReader(landscape);
    this.described = new DescribedReader(landscape);
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

  /// What a file of the operator will be with this content.
  public TeamFile require(Path file, byte[] content) {
    return parse(file, true, content);
  }

  /// The files of agents in a folder, by their names.
  public static List<Path> within(Path folder) {
    var troubles = new ArrayList<String>();
    var found = files(AgentFolder.trusted(folder), troubles);
    if (found.isEmpty() || !troubles.isEmpty()) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          troubles.isEmpty()
              ? "%s: there is no file of agents in it; name another folder, or a file."
                  .formatted(folder)
              : troubles.getFirst());
    }
    return found;
  }

  /// What an editor needs to help those who write teams.
  public String schema() {
    return teams.schema().toPrettyString();
  }

  /// What is in these folders, in their order and by the names of the files.
  public Found in(List<AgentFolder> folders) {
    var found = new ArrayList<TeamFile>();
    var troubles = new ArrayList<String>();
    var broken = new ArrayList<Broken>();
    for (var folder : folders) {
      add(folder, found, troubles, broken);
    }
    return new Found(found, troubles, broken);
  }

  private void add(
      AgentFolder folder, List<TeamFile> found, List<String> troubles, List<Broken> broken) {
    long bytes = 0;
    for (var file : files(folder, troubles)) {
      if (bytes > MOST_BYTES) {
        troubles.add(
            "%s: the files of agents have more than %d MiB together; only some of them are used."
                .formatted(folder.place(), MOST_BYTES >> 20));
        return;
      }
      var read = read(folder, file);
      bytes += read.stamp().bytes();
      if (read.team() != null) {
        found.add(read.team());
      } else {
        troubles.add(read.trouble());
        broken.add(new Broken(Names.ofPath(file.toString()), file, folder.trusted()));
      }
    }
  }

  private Kept read(AgentFolder folder, Path file) {
    var key = new KeptFiles.Key(file, folder.trusted());
    var before = kept.find(key).orElse(null);
    try {
      var stamp = SafeFile.look(file, YamlDocument.MOST_BYTES);
      if (before != null && before.stamp().equals(stamp)) {
        return before;
      }
      var bytes = bytes(folder, file);
      var digest = HexFormat.of().formatHex(Digest.sha256().digest(bytes));
      var now =
          before != null && before.digest().equals(digest)
              ? before.at(stamp)
              : kept(file, folder.trusted(), bytes, digest, stamp);
      kept.keep(key, now);
      return now;
    } catch (RetinueException e) {
      return new Kept(new SafeFile.Stamp(0, 0, ""), "", null, e.getMessage());
    }
  }

  /// Nobody but the operator changes his files.
  private byte[] bytes(AgentFolder folder, Path file) {
    return folder.trusted()
        ? SafeFile.read(folder.place(), file, YamlDocument.MOST_BYTES)
        : apart.read(folder.place(), file, YamlDocument.MOST_BYTES);
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
    if (hasEnding(name, List.of(DESCRIBED))) {
      return described.read(origin, bytes);
    }
    return hasEnding(name, List.of(MARKDOWN))
        ? singles.read(origin, bytes)
        : teams.read(Names.ofPath(name), origin, bytes);
  }

  private static List<Path> files(AgentFolder folder, List<String> troubles) {
    if (!folder.trusted() && hasLink(folder.place())) {
      return List.of();
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

  /// Whether the way to it leads through a link of the project, and so anywhere.
  private static boolean hasLink(Path place) {
    var above = place.getParent();
    return Files.isSymbolicLink(place) || (above != null && Files.isSymbolicLink(above));
  }

  /// In folders of single agents a README is no agent.
  private static boolean isMeant(String name, AgentFolder folder) {
    if (name.startsWith(".") || name.equalsIgnoreCase("README.md")) {
      return false;
    }
    // What is started is for the operator alone to say.
    boolean starts = folder.trusted() && hasEnding(name, List.of(DESCRIBED));
    return starts
        || hasEnding(name, List.of(MARKDOWN))
        || (folder.teams() && hasEnding(name, YAML));
  }

  private static boolean hasEnding(String name, List<String> endings) {
    var lower = name.toLowerCase(Locale.ROOT);
    return endings.stream().anyMatch(lower::endsWith);
  }
}
