package dev.retinue.runtime.cli.guidance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What there is in a folder that programs read by themselves.
public final class Guidance {
  private static final int MOST_FILES = 50;
  private static final int MOST_BYTES = 256 << 10;

  /// Programs take no mention for one that stands in code or in a comment.
  private static final Pattern ASIDE =
      Pattern.compile("(?ms)^ *(```|~~~).*?(^ *\\1|\\z)|(`+)[^`\\n]*\\3|<!--.*?(-->|\\z)");

  private static final Pattern MENTION = Pattern.compile("(?<![^\\s*_])@(\\S+?)[*_]*(?!\\S)");

  private final Path directory;

  public Guidance(Path directory) {
    this.directory = directory.normalize();
  }

  /// Those of these files that are there.
  public Set<String> all(List<String> names) {
    return names.stream()
        .filter(name -> Files.isRegularFile(directory.resolve(name)))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /// Those of them that say something.
  public Set<String> telling(List<String> names) {
    var all = all(names);
    all.removeIf(name -> text(directory.resolve(name)).isBlank());
    return all;
  }

  /// The first of these files.
  public Set<String> first(List<String> names) {
    return all(names).stream().limit(1).collect(Collectors.toSet());
  }

  /// The same folder and all those above it, up to the top of its repository.
  public List<Guidance> upToRepository() {
    var folders = new ArrayList<Guidance>();
    for (var each : upToTheTop()) {
      folders.add(each);
      if (Files.exists(each.directory.resolve(".git"))) {
        break;
      }
    }
    return folders;
  }

  /// And on to the top of the file system.
  public List<Guidance> upToTheTop() {
    var folders = new ArrayList<Guidance>();
    for (var folder = directory; folder != null; folder = folder.getParent()) {
      folders.add(new Guidance(folder));
    }
    return folders;
  }

  /// These files, and those that they mention to have them read with them, as in `@docs/more.md`.
  public Set<String> withMentioned(Collection<String> names) {
    var found = new LinkedHashSet<>(names);
    var open = new ArrayDeque<>(names);
    while (!open.isEmpty() && found.size() < MOST_FILES) {
      mentioned(open.remove()).filter(found::add).forEach(open::add);
    }
    return found;
  }

  private Stream<String> mentioned(String name) {
    var file = directory.resolve(name);
    return MENTION
        .matcher(ASIDE.matcher(text(file)).replaceAll(""))
        .results()
        .limit(MOST_FILES)
        .flatMap(it -> below(file.resolveSibling("."), it.group(1)).stream());
  }

  /// Its name as it is seen from the folder, if it is in there.
  private Optional<String> below(Path from, String mention) {
    try {
      var file = from.resolve(mention).normalize();
      return file.startsWith(directory) && Files.isRegularFile(file)
          ? Optional.of(directory.relativize(file).toString())
          : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /// Nothing of what is no ordinary file: to open a pipe would wait for somebody who writes.
  private static String text(Path file) {
    if (!Files.isRegularFile(file)) {
      return "";
    }
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
