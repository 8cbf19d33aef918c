package dev.retinue.sdk;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Something that an agent has found out and that others shall find: `Note.finding("slow-query",
/// "The index is missing.").tagged("database")`.
///
/// @param slug a few words that name it; a part of the name of its file is made of them
/// @param type finding, decision, artifact, reference or summary
/// @param body Markdown
/// @param links to other notes: their paths, as they were answered when those were written
public record Note(String slug, String type, String body, List<String> tags, List<String> links) {
  static final List<String> TYPES =
      List.of("finding", "decision", "artifact", "reference", "summary");

  static final int MOST_BYTES = 1024 * 1024;
  static final int MOST_TAGS = 32;
  static final int LONGEST_TAG = 100;
  static final int MOST_LINKS = 100;

  public Note {
    tags = tags.stream().map(String::strip).filter(tag -> !tag.isEmpty()).distinct().toList();
    links = links.stream().distinct().toList();
    requireType(type);
    requireSize(body);
    require(
        tags.size() <= MOST_TAGS && tags.stream().allMatch(tag -> tag.length() <= LONGEST_TAG),
        "A note has at most %d tags of %d characters each.".formatted(MOST_TAGS, LONGEST_TAG));
    require(links.size() <= MOST_LINKS, "A note has at most %d links.".formatted(MOST_LINKS));
  }

  public static Note finding(String slug, String body) {
    return new Note(slug, "finding", body, List.of(), List.of());
  }

  public static Note decision(String slug, String body) {
    return new Note(slug, "decision", body, List.of(), List.of());
  }

  public static Note artifact(String slug, String body) {
    return new Note(slug, "artifact", body, List.of(), List.of());
  }

  public static Note reference(String slug, String body) {
    return new Note(slug, "reference", body, List.of(), List.of());
  }

  public static Note summary(String slug, String body) {
    return new Note(slug, "summary", body, List.of(), List.of());
  }

  /// The same with these tags too.
  public Note tagged(String... more) {
    return new Note(slug, type, body, joined(tags, Arrays.stream(more)), links);
  }

  /// The same with links to these notes too.
  public Note linkedTo(Path... more) {
    return new Note(slug, type, body, tags, joined(links, Arrays.stream(more).map(Path::toString)));
  }

  private static List<String> joined(List<String> first, Stream<String> more) {
    return Stream.concat(first.stream(), more).toList();
  }

  static void requireType(String type) {
    require(
        TYPES.contains(type),
        "'%s' is no type of notes: use one of %s.".formatted(type, String.join(", ", TYPES)));
  }

  static void requireSize(String body) {
    require(
        body.length() <= MOST_BYTES && body.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES,
        "A note has at most %d bytes: keep the rest in a file, or in a note that it links to."
            .formatted(MOST_BYTES));
  }

  private static void require(boolean right, String sentence) {
    if (!right) {
      throw new AgentException(ExitCode.FAILURE, sentence);
    }
  }
}
