package dev.retinue.cli.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Markdown for a terminal: headings, lists, quotes, code, and what is bold. What it does not know
/// stays as it is written, and so does everything where nobody sees colours.
public final class Markdown {
  private static final Pattern FENCE = Pattern.compile("^\\s{0,3}(```+|~~~+)\\s*(\\S*).*$");
  private static final Pattern HEADING =
      Pattern.compile("^\\s{0,3}(#{1,6})\\s+(.*?)(?:\\s+#+)?\\s*$");
  private static final Pattern RULE =
      Pattern.compile("^\\s{0,3}(?:(?:-\\s*){3,}|(?:\\*\\s*){3,}|(?:_\\s*){3,})$");
  private static final Pattern ITEM = Pattern.compile("^(\\s*)[-*+]\\s+(.*)$");
  private static final Pattern QUOTE = Pattern.compile("^\\s{0,3}>\\s?(.*)$");

  /// What begins like this is neither a heading nor anything else that is shown in another way.
  private static final Pattern PROSE = Pattern.compile("[\\p{L}\\p{N}\"'(]");

  /// What begins like this does not end a block of code.
  private static final Pattern CODE = Pattern.compile("\\s*[^\\s`~]");

  /// Code first: what stands in it means itself.
  private static final Pattern SPAN =
      Pattern.compile(
          "`([^`\\n]+)`"
              + "|\\*\\*(?=\\S)([^*\\n]+?)(?<=\\S)\\*\\*"
              + "|(?<![\\w*])\\*(?=[^\\s*])([^*\\n]+?)(?<=[^\\s*])\\*(?![\\w*])"
              + "|(?<!\\w)__(?=\\S)([^_\\n]+?)(?<=\\S)__(?!\\w)"
              + "|\\[([^\\]\\n]+)]\\(([^)\\s]+)\\)");

  private final Style style;
  private String fence = "";

  public Markdown(Style style) {
    this.style = style;
  }

  /// A text of others, or a part of it: a block of code may end in the next.
  public String of(String foreign) {
    var text = Harmless.text(foreign);
    if (style == Style.PLAIN) {
      return text;
    }
    var shown = new StringBuilder(text.length() + 64);
    for (var line : text.split("\n", -1)) {
      if (!shown.isEmpty()) {
        shown.append('\n');
      }
      shown.append(line(line));
    }
    return shown.toString();
  }

  /// The same, at the same place.
  public Markdown copy() {
    var copy = new Markdown(style);
    copy.fence = fence;
    return copy;
  }

  /// A part of a line that is settled, or the rest of one.
  public String part(String foreign) {
    var text = Harmless.text(foreign);
    if (style == Style.PLAIN) {
      return text;
    }
    return fence.isEmpty() ? spans(text) : style.cyan(text);
  }

  /// How much of a line that is still being written looks the same whatever comes after it.
  ///
  /// @param begun whether the line began before this
  public int settled(String line, boolean begun) {
    if (style == Style.PLAIN) {
      return line.length();
    }
    if (!begun && !(fence.isEmpty() ? PROSE : CODE).matcher(line).lookingAt()) {
      return 0;
    }
    return fence.isEmpty() ? OpenSpans.before(line) : line.length();
  }

  private String line(String line) {
    var border = FENCE.matcher(line);
    if (border.matches() && (fence.isEmpty() || border.group(1).startsWith(fence))) {
      fence = fence.isEmpty() ? border.group(1) : "";
      return style.dim(
          fence.isEmpty() || border.group(2).isEmpty() ? "──" : "── " + border.group(2));
    }
    if (!fence.isEmpty()) {
      return style.cyan(line);
    }
    var heading = HEADING.matcher(line);
    if (heading.matches()) {
      return style.bold(bare(heading.group(2)));
    }
    if (RULE.matcher(line).matches()) {
      return style.dim("─".repeat(40));
    }
    var quote = QUOTE.matcher(line);
    if (quote.matches()) {
      return style.dim("│ " + bare(quote.group(1)));
    }
    var item = ITEM.matcher(line);
    return item.matches() ? item.group(1) + "• " + spans(item.group(2)) : spans(line);
  }

  private String spans(String line) {
    return SPAN.matcher(line)
        .replaceAll(
            found -> {
              if (found.group(1) != null) {
                return quoted(style.cyan(found.group(1)));
              }
              if (found.group(3) != null) {
                return quoted(style.italic(found.group(3)));
              }
              if (found.group(5) != null) {
                return quoted(found.group(5) + style.dim(" (" + found.group(6) + ")"));
              }
              return quoted(style.bold(found.group(2) == null ? found.group(4) : found.group(2)));
            });
  }

  /// Without its marks, where all of it looks the same.
  private static String bare(String line) {
    return SPAN.matcher(line)
        .replaceAll(
            found -> {
              for (int group = 1; group <= 5; group++) {
                if (found.group(group) != null) {
                  return quoted(found.group(group));
                }
              }
              return quoted(found.group());
            });
  }

  private static String quoted(String text) {
    return Matcher.quoteReplacement(text);
  }
}
