package dev.retinue.sdk;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The text of a note: front matter as somebody wrote it, the body, and what was changed when.
///
/// @param head the YAML alone; it is kept as it is, with keys and comments that we do not know
record NoteText(String head, String body, List<String> changelog) {
  private static final String RULE = "---";
  private static final String TITLE = "## Changelog";
  private static final int LONGEST_CHANGE = 500;
  private static final Pattern CHANGE =
      Pattern.compile("- \\d{4}-\\d\\d-\\d\\dT\\S+ \\[[^\\]]*\\]: .*");

  NoteText {
    changelog = List.copyOf(changelog);
  }

  static NoteText parse(String text) throws FrontMatter.Broken {
    var lines = new ArrayList<>(text.lines().toList());
    if (lines.isEmpty() || !isRule(lines.getFirst().replaceFirst("^\uFEFF", ""))) {
      throw new FrontMatter.Broken("it has no front matter");
    }
    for (int i = 1; i < lines.size(); i++) {
      if (isRule(lines.get(i))) {
        var head = String.join("\n", lines.subList(1, i)) + "\n";
        return withBody(head, lines.subList(i + 1, lines.size()));
      }
    }
    throw new FrontMatter.Broken("its front matter has no end");
  }

  /// A new one.
  static NoteText of(String head, String body) {
    return new NoteText(head, joined(body.lines().toList()), List.of());
  }

  private static boolean isRule(String line) {
    return line.stripTrailing().equals(RULE);
  }

  private static NoteText withBody(String head, List<String> lines) {
    int title = titleOf(lines);
    var changes =
        lines.subList(Math.min(lines.size(), title + 1), lines.size()).stream()
            .filter(line -> !line.isBlank())
            .map(String::stripTrailing)
            .toList();
    return new NoteText(head, joined(lines.subList(0, title)), changes);
  }

  /// Where the list of changes begins: the last such title, with nothing but changes below it. A
  /// body may have a chapter of that name itself.
  private static int titleOf(List<String> lines) {
    for (int i = lines.size() - 1; i >= 0; i--) {
      var line = lines.get(i).stripTrailing();
      if (line.equals(TITLE)) {
        return i;
      }
      if (!line.isEmpty() && !CHANGE.matcher(line).matches()) {
        break;
      }
    }
    return lines.size();
  }

  private static String joined(List<String> lines) {
    return String.join("\n", lines).replaceFirst("\\A\\n+", "").stripTrailing();
  }

  /// With this body and one more change. Changes that came along at the end of the body are those
  /// that are known here.
  NoteText changed(String newBody, Instant when, String agent, String what) {
    var changes = new ArrayList<>(changelog);
    changes.add(
        "- %s [%s]: %s"
            .formatted(Stamps.iso(when), oneLine(agent).replace(']', ')'), oneLine(what)));
    return new NoteText(head, withBody(head, newBody.lines().toList()).body(), changes);
  }

  private static String oneLine(String text) {
    var line = text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    if (line.length() <= LONGEST_CHANGE) {
      return line;
    }
    int end = LONGEST_CHANGE - 3;
    return line.substring(0, Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end)
        + "...";
  }

  String text() {
    var text = new StringBuilder(RULE + "\n" + head + RULE + "\n\n" + body + "\n");
    if (!changelog.isEmpty()) {
      text.append("\n").append(TITLE).append("\n\n");
      changelog.forEach(change -> text.append(change).append("\n"));
    }
    return text.toString();
  }
}
