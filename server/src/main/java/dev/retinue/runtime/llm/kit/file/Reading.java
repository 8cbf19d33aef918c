package dev.retinue.runtime.llm.kit.file;

import dev.retinue.core.RetinueException;
import dev.retinue.runtime.llm.tool.Input;
import dev.retinue.runtime.llm.tool.Tool.Result;
import java.io.IOException;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// What the tools do that only read.
final class Reading {
  private static final int LONGEST_PATH = 4_096;
  private static final int LONGEST_PATTERN = 500;
  private static final int MOST_PATHS = 50;
  private static final int LONGEST_OUTPUT = 40_000;
  private static final int MOST_LINES = 1_000_000;
  private static final int MOST_LISTED = 1_000;
  private static final int MOST_SEARCHED = 20_000;
  private static final int DEEPEST = 20;

  private final Files files;

  Reading(Files files) {
    this.files = files;
  }

  Result read(Input input) throws InterruptedException {
    var path = input.text("path", LONGEST_PATH);
    int first = input.number("line", 1, 1, MOST_LINES);
    int most = input.number("limit", MOST_LINES, 1, MOST_LINES);
    return Apart.call(
        () -> Result.of(part(files.read(path, Contents::read), first, most, LONGEST_OUTPUT)),
        Files.LIMIT);
  }

  /// Some lines, and where to go on.
  private static String part(String text, int first, int most, int longest) {
    if (first == 1 && most == MOST_LINES && text.length() <= longest) {
      return text;
    }
    var lines = text.lines().toList();
    var part = new StringBuilder();
    int next = first;
    while (next <= lines.size() && next - first < most) {
      var line = lines.get(next - 1);
      if (part.length() + line.length() + 1 > longest) {
        break;
      }
      part.append(line).append('\n');
      next++;
    }
    if (next == first && first <= lines.size()) {
      part.append(lines.get(first - 1), 0, Math.min(longest, lines.get(first - 1).length()));
      return part.append("\n[line %d is longer than can be shown]".formatted(first)).toString();
    }
    if (next <= lines.size()) {
      part.append(
          "[lines %d to %d of %d; go on with line %d]"
              .formatted(first, next - 1, lines.size(), next));
    }
    return part.isEmpty() ? "[it has %d lines]".formatted(lines.size()) : part.toString();
  }

  Result readMany(Input input) throws InterruptedException {
    var paths = input.texts("paths", MOST_PATHS, LONGEST_PATH);
    boolean json = input.flag("json");
    return Apart.call(() -> Result.of(json ? asJson(paths) : asText(paths)), Files.LIMIT);
  }

  private String asText(List<String> paths) {
    var all = new StringBuilder();
    for (var path : paths) {
      all.append("=== %s ===\n%s\n\n".formatted(path, orSentence(path, paths.size())));
    }
    return all.toString().stripTrailing();
  }

  private String asJson(List<String> paths) {
    var all = JsonMapper.shared().createArrayNode();
    for (var path : paths) {
      all.addObject().put("path", path).put("content", orSentence(path, 2 * paths.size()));
    }
    return all.toString();
  }

  /// One that cannot be read is no reason not to read the others.
  private String orSentence(String path, int share) {
    try {
      return part(files.read(path, Contents::read), 1, MOST_LINES, LONGEST_OUTPUT / share);
    } catch (RetinueException e) {
      return "[%s]".formatted(e.getMessage());
    }
  }

  Result list(Input input) throws InterruptedException {
    var path = input.text("path", ".", LONGEST_PATH);
    return Apart.call(() -> Result.of(files.read(path, this::list)), Files.LIMIT);
  }

  private String list(Spot spot) throws IOException {
    requireFolder(spot);
    var list = new StringBuilder();
    var outline = new Outline(files::isShown, MOST_LISTED);
    outline.visit(
        spot.folder(),
        spot.inside(),
        1,
        (_, entry) -> {
          list.append("%s %s\n".formatted(Outline.kind(entry.attributes()), entry.name()));
          return false;
        });
    if (outline.isFull()) {
      list.append("[There is more.]");
    }
    return list.isEmpty() ? "It is empty." : list.toString().stripTrailing();
  }

  Result tree(Input input) throws InterruptedException {
    var path = input.text("path", ".", LONGEST_PATH);
    int depth = input.number("max_depth", DEEPEST, 1, DEEPEST);
    return Apart.call(() -> Result.of(files.read(path, spot -> tree(spot, depth))), Files.LIMIT);
  }

  private String tree(Spot spot, int depth) throws IOException {
    requireFolder(spot);
    var tree = new Tree(spot.isRoot() ? "." : spot.name().toString());
    var outline = new Outline(files::isShown, MOST_LISTED);
    outline.visit(spot.folder(), spot.inside(), depth, tree);
    return tree.json(outline.isFull());
  }

  Result search(Input input) throws InterruptedException {
    var path = input.text("path", ".", LONGEST_PATH);
    var exclude = input.texts("excludePatterns", List.of(), MOST_PATHS, LONGEST_PATTERN);
    var search =
        new Search(
            input.text("query", 1_000),
            input.flag("is_regex"),
            exclude,
            System.nanoTime() + files.toSearch().toNanos());
    return Apart.call(() -> Result.of(files.read(path, spot -> search(spot, search))), Files.LIMIT);
  }

  private String search(Spot spot, Search search) throws IOException {
    if (!spot.isFolder()) {
      Contents.requireFile(spot);
      search.read(
          spot.folder(),
          new Outline.Entry(
              spot.name().toString(), spot.inside(), spot.attributes().orElseThrow()));
      return search.report(false);
    }
    var outline = new Outline(files::isShown, MOST_SEARCHED);
    outline.visit(spot.folder(), spot.inside(), DEEPEST, search);
    return search.report(outline.isFull());
  }

  private static void requireFolder(Spot spot) {
    if (spot.isMissing()) {
      throw Refusal.missing(spot.given());
    }
    if (!spot.isFolder()) {
      throw Refusal.of(spot.given(), "is no folder; read_file reads it.");
    }
  }
}
