package dev.retinue.runtime.llm.kit.file;

import dev.retinue.core.ErrorCode;
import dev.retinue.core.Excerpt;
import dev.retinue.core.RetinueException;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Looks for a text, or a pattern, in the lines of many files. It ends in time whatever the pattern
/// is.
final class Search implements Outline.Visitor {
  private static final int MOST_HITS = 200;
  private static final int MOST_BYTES = 2 << 20;
  private static final int LONGEST_LINE = 300;
  private static final int LONGEST_SEARCHED = 20_000;
  private static final int LONGEST_OUTPUT = 40_000;

  private final Pattern pattern;
  private final List<NamePattern> excluded;
  private final long deadline;
  private final StringBuilder hits = new StringBuilder();
  private int count;
  private int files;
  private int skipped;
  private boolean late;

  /// @param deadline in the nanoseconds of the system
  Search(String query, boolean regex, List<String> exclude, long deadline) {
    this.pattern = pattern(query, regex);
    this.excluded = exclude.stream().map(Search::names).toList();
    this.deadline = deadline;
  }

  private static Pattern pattern(String query, boolean regex) {
    try {
      return Pattern.compile(query, regex ? 0 : Pattern.LITERAL);
    } catch (PatternSyntaxException e) {
      throw refusal(
          "'%s' is no regular expression: %s."
              .formatted(Excerpt.of(query, 200), Excerpt.of(e.getDescription(), 200)));
    }
  }

  private static NamePattern names(String glob) {
    return NamePattern.find(glob)
        .orElseThrow(
            () -> refusal("'%s' is no pattern of names.".formatted(Excerpt.of(glob, 200))));
  }

  private static RetinueException refusal(String why) {
    return new RetinueException(ErrorCode.INVALID_INPUT, why);
  }

  @Override
  public boolean meet(SecureDirectoryStream<Path> folder, Outline.Entry entry) throws IOException {
    var inside = entry.inside().toString();
    if (isOver()
        || excluded.stream().anyMatch(it -> it.matches(entry.name()) || it.matches(inside))) {
      return false;
    }
    if (entry.attributes().isRegularFile()) {
      read(folder, entry);
    }
    return entry.isFolder();
  }

  private boolean isOver() {
    late |= System.nanoTime() > deadline;
    return late || count >= MOST_HITS || hits.length() > LONGEST_OUTPUT;
  }

  /// One alone, named by the model itself.
  void read(SecureDirectoryStream<Path> folder, Outline.Entry entry) {
    try {
      var text =
          entry.attributes().size() > MOST_BYTES
              ? Optional.<String>empty()
              : Contents.bytes(folder, Path.of(entry.name()), MOST_BYTES).flatMap(Contents::text);
      if (text.isPresent()) {
        look(entry.inside(), text.get());
      } else {
        skipped++;
      }
    } catch (IOException e) {
      skipped++;
    }
  }

  private void look(Path file, String text) {
    int number = 0;
    int before = count;
    for (var line : (Iterable<String>) text.lines()::iterator) {
      number++;
      if (isOver()) {
        break;
      }
      if (finds(line)) {
        hits.append("%s:%d: %s\n".formatted(file, number, Excerpt.of(line.strip(), LONGEST_LINE)));
        count++;
      }
    }
    files += count > before ? 1 : 0;
  }

  private boolean finds(String line) {
    var searched = line.length() > LONGEST_SEARCHED ? line.substring(0, LONGEST_SEARCHED) : line;
    try {
      return pattern.matcher(new Timed(searched, deadline)).find();
    } catch (Timed.Over e) {
      late = true;
      return false;
    } catch (StackOverflowError e) {
      throw refusal("The regular expression nests too deeply for a line; write a simpler one.");
    }
  }

  /// What was found, and what was not looked at.
  String report(boolean full) {
    var report = new StringBuilder();
    report.append(
        count == 0
            ? "Nothing was found.\n"
            : "%d lines in %d files:\n%s".formatted(count, files, hits));
    if (late) {
      report.append(
          "[The time was over before all files were searched; search in a subfolder, or for something simpler.]\n");
    } else if (count >= MOST_HITS || hits.length() > LONGEST_OUTPUT) {
      report.append("[There may be more; search for something narrower.]\n");
    } else if (full) {
      report.append(
          "[There are more files than can be searched at once; search in a subfolder.]\n");
    }
    if (skipped > 0) {
      report.append(
          "[%d files were left out: no text, or more than %d MB.]\n"
              .formatted(skipped, MOST_BYTES >> 20));
    }
    return report.toString().stripTrailing();
  }
}
