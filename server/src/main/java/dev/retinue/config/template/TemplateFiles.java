package dev.retinue.config.template;

import dev.retinue.config.BoundedFile;
import dev.retinue.core.ErrorCode;
import dev.retinue.core.RetinueException;
import dev.retinue.core.template.Shelf;
import dev.retinue.core.template.Template;
import dev.retinue.core.template.TemplateSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The templates that come with Retinue, and above them those in folders of its users. The folders
/// are looked at whenever somebody asks, and read anew when something in them has changed.
public final class TemplateFiles implements TemplateSource {
  /// How many files of a folder are looked at.
  public static final int MOST_FILES = 200;

  private static final String SUFFIX = ".md";

  private final List<Path> folders;
  private final Set<String> taken;
  private final TemplateReader reader;
  private @Nullable Map<String, Template> bundled;
  private List<Stamp> seen = List.of();
  private @Nullable Shelf shelf;

  /// A file as it was when it was read.
  private record Stamp(Path file, long bytes, long modified, String identity) {}

  /// @param folders in their order; one that is not there holds nothing
  /// @param taken the names of tools that are no templates
  public TemplateFiles(List<Path> folders, Set<String> taken, TemplateReader reader) {
    this.folders = List.copyOf(folders);
    this.taken = Set.copyOf(taken);
    this.reader = reader;
  }

  /// One file, or a refusal that says what is wrong with it.
  public Template require(Path file) {
    var template = reader.read(file.toString(), BoundedFile.read(file, TemplateReader.MOST_BYTES));
    refuseTaken(template);
    return template;
  }

  @Override
  public synchronized Shelf current() {
    var troubles = new ArrayList<String>();
    var stamps = folders.stream().flatMap(folder -> stamps(folder, troubles).stream()).toList();
    var last = shelf;
    if (last != null && stamps.equals(seen)) {
      return last;
    }
    var read = read(stamps, troubles);
    // What cannot even be looked at comes to nothing again and again: it is the same as before.
    var next = last != null && last.equals(read) ? last : read;
    seen = stamps;
    shelf = next;
    return next;
  }

  private Shelf read(List<Stamp> stamps, List<String> troubles) {
    var own = new TreeMap<String, Template>();
    for (var stamp : stamps) {
      try {
        var template = require(stamp.file());
        var former = own.putIfAbsent(template.name(), template);
        if (former != null) {
          troubles.add(
              "%s: there is already a template '%s', in %s; give one of them another name."
                  .formatted(stamp.file(), template.name(), former.source().place()));
        }
      } catch (RetinueException e) {
        troubles.add(e.getMessage());
      }
    }
    var all = new TreeMap<>(bundled());
    all.putAll(own);
    return new Shelf(List.copyOf(all.values()), troubles);
  }

  private Map<String, Template> bundled() {
    if (bundled == null) {
      bundled = new TreeMap<>(BundledTemplates.read(reader));
    }
    return bundled;
  }

  private void refuseTaken(Template template) {
    if (taken.contains(template.name())) {
      throw new RetinueException(
          ErrorCode.INVALID_INPUT,
          "%s: there is already a tool '%s'; give the template another name."
              .formatted(template.source().place(), template.name()));
    }
  }

  private static List<Stamp> stamps(Path folder, List<String> troubles) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      var found =
          files
              .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
              .filter(file -> !file.getFileName().toString().startsWith("."))
              .limit(MOST_FILES + 1L)
              .sorted()
              .map(TemplateFiles::stamp)
              .flatMap(Optional::stream)
              .toList();
      if (found.size() > MOST_FILES) {
        troubles.add(
            "%s: there are more than %d templates; only some of them are used."
                .formatted(folder, MOST_FILES));
      }
      return found.subList(0, Math.min(MOST_FILES, found.size()));
    } catch (IOException | java.io.UncheckedIOException e) {
      troubles.add("%s: the folder cannot be read: %s.".formatted(folder, e.getMessage()));
      return List.of();
    }
  }

  /// Nothing for a file that is gone again.
  private static Optional<Stamp> stamp(Path file) {
    try {
      var facts = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(
          new Stamp(
              file,
              facts.size(),
              facts.lastModifiedTime().to(java.util.concurrent.TimeUnit.NANOSECONDS),
              String.valueOf(facts.fileKey())));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
