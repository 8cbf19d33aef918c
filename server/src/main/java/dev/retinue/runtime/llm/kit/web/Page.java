package dev.retinue.runtime.llm.kit.web;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;

/// What a page of HTML says, without how it looks. It is read once from the beginning to the end,
/// whatever is wrong with it.
final class Page {
  private static final Set<String> SILENT =
      Set.of("script", "style", "noscript", "template", "svg", "iframe", "object");
  private static final Set<String> BLOCKS =
      Set.of(
          "p",
          "div",
          "section",
          "article",
          "main",
          "header",
          "footer",
          "nav",
          "aside",
          "ul",
          "ol",
          "table",
          "form",
          "blockquote",
          "figure",
          "dl",
          "dd",
          "dt",
          "address",
          "fieldset",
          "details",
          "summary",
          "body",
          "html");
  private static final Map<String, String> HEADINGS =
      Map.of("h1", "# ", "h2", "## ", "h3", "### ", "h4", "#### ", "h5", "##### ", "h6", "###### ");
  private static final int MOST_LINKS = 100;

  private final String html;
  private final boolean markdown;
  private final Flow out = new Flow();
  private final Deque<String> links = new ArrayDeque<>();
  private int at;
  private boolean headed;

  private Page(String html, boolean markdown) {
    this.html = html;
    this.markdown = markdown;
  }

  static String text(String html) {
    return new Page(html, false).read();
  }

  static String markdown(String html) {
    return new Page(html, true).read();
  }

  private String read() {
    while (at < html.length()) {
      int tag = html.indexOf('<', at);
      if (tag < 0) {
        tag = html.length();
      }
      out.say(Entities.decoded(html.substring(at, tag)));
      at = tag;
      if (at < html.length()) {
        mark();
      }
    }
    return out.text();
  }

  private void mark() {
    if (html.startsWith("<!--", at)) {
      skipPast("-->", at + 4);
      return;
    }
    char next = at + 1 < html.length() ? html.charAt(at + 1) : ' ';
    if (next == '!' || next == '?') {
      skipPast(">", at);
    } else if (next == '/' || Character.isLetter(next)) {
      tag();
    } else {
      out.say("<");
      at++;
    }
  }

  private void skipPast(String end, int from) {
    int found = html.indexOf(end, from);
    at = found < 0 ? html.length() : found + end.length();
  }

  private void tag() {
    var tag = Tag.read(html, at);
    at = tag.end();
    if (tag.closes()) {
      close(tag.name());
    } else if (tag.name().equals("head")) {
      head();
    } else if (SILENT.contains(tag.name())) {
      skipElement(tag.name());
    } else {
      open(tag);
    }
  }

  /// Only the first one: to look for the end of each would take long.
  private void head() {
    if (headed) {
      return;
    }
    headed = true;
    int begin = indexOf("<title", at);
    int end = indexOf("</head", at);
    if (begin >= 0 && (end < 0 || begin < end)) {
      title(html.indexOf('>', begin));
    }
    if (end >= 0) {
      skipPast(">", end);
    }
  }

  private void title(int from) {
    int to = from < 0 ? -1 : html.indexOf('<', from);
    if (to > 0) {
      out.block();
      out.say((markdown ? "# " : "") + Entities.decoded(html.substring(from + 1, to)).strip());
      out.block();
    }
  }

  private int indexOf(String tag, int from) {
    return Tag.indexOf(html, tag, from);
  }

  private void skipElement(String name) {
    int end = indexOf("</" + name, at);
    skipPast(">", end < 0 ? html.length() : end);
  }

  private void open(Tag tag) {
    switch (tag.name()) {
      case "br" -> out.line();
      case "hr" -> {
        out.block();
        out.say(markdown ? "---" : "");
        out.block();
      }
      case "li" -> {
        out.line();
        out.say("- ");
      }
      case "tr" -> out.line();
      case "td", "th" -> out.say(" | ");
      case "pre" -> {
        out.block();
        out.say(markdown ? "```" : "");
        out.exact(true);
        out.line();
      }
      case "code" -> mark("`");
      case "strong", "b" -> mark("**");
      case "em", "i" -> mark("*");
      case "a" -> begin(tag);
      case "img" -> picture(tag);
      default -> block(tag.name(), HEADINGS.getOrDefault(tag.name(), ""));
    }
  }

  private void close(String name) {
    switch (name) {
      case "pre" -> {
        out.exact(false);
        out.line();
        out.say(markdown ? "```" : "");
        out.block();
      }
      case "code" -> mark("`");
      case "strong", "b" -> mark("**");
      case "em", "i" -> mark("*");
      case "a" -> finish();
      case "li", "tr" -> out.line();
      default -> block(name, "");
    }
  }

  private void mark(String sign) {
    if (markdown && !out.isExact()) {
      out.say(sign);
    }
  }

  private void block(String name, String before) {
    if (BLOCKS.contains(name) || HEADINGS.containsKey(name)) {
      out.block();
      out.say(markdown ? before : "");
    }
  }

  private void begin(Tag tag) {
    if (markdown && links.size() < MOST_LINKS) {
      links.push(tag.value("href"));
      out.say("[");
    }
  }

  private void finish() {
    if (!links.isEmpty()) {
      out.say("](%s)".formatted(Entities.decoded(links.pop()).replaceAll("[\\s()]", "")));
    }
  }

  private void picture(Tag tag) {
    var said = Entities.decoded(tag.value("alt")).strip();
    if (!said.isEmpty()) {
      out.say(markdown ? "![%s]".formatted(said) : said);
    }
  }
}
