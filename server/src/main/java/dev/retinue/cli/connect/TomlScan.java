package dev.retinue.cli.connect;

import java.util.ArrayList;
import java.util.List;

/// Where everything stands in a TOML text: its tables, and what is in each. Values are passed over.
/// What is no TOML is an [Unreadable].
final class TomlScan {
  private final String text;
  private int at;

  private TomlScan(String text) {
    this.text = text;
  }

  /// A key and its value.
  ///
  /// @param start of the key
  /// @param end behind the value
  record Pair(List<String> key, int start, int value, int end) {}

  /// A table, from its heading to its last value: comments behind that belong to what follows.
  ///
  /// @param path empty for what stands before the first heading
  /// @param many whether it is one of several in a list
  record Table(List<String> path, boolean many, int start, int end, List<Pair> pairs) {}

  static List<Table> tables(String text) {
    return new TomlScan(text).tables();
  }

  private List<Table> tables() {
    at = text.startsWith("\uFEFF") ? 1 : 0;
    var tables = new ArrayList<Table>();
    var path = List.<String>of();
    boolean many = false;
    int start = at;
    int end = at;
    var pairs = new ArrayList<Pair>();
    for (skipLines(); at < text.length(); skipLines()) {
      if (peek() == '[') {
        tables.add(new Table(path, many, start, end, List.copyOf(pairs)));
        pairs.clear();
        start = at;
        at++;
        many = peek() == '[';
        at += many ? 1 : 0;
        path = key();
        expect(']');
        if (many) {
          expect(']');
        }
      } else {
        pairs.add(pair());
      }
      end = at;
      endLine();
    }
    tables.add(new Table(path, many, start, end, List.copyOf(pairs)));
    return tables;
  }

  private Pair pair() {
    int start = at;
    var key = key();
    expect('=');
    skipSpaces();
    int value = at;
    value();
    return new Pair(key, start, value, at);
  }

  private List<String> key() {
    var parts = new ArrayList<String>();
    do {
      if (!parts.isEmpty()) {
        at++;
      }
      skipSpaces();
      parts.add(part());
      skipSpaces();
    } while (at < text.length() && peek() == '.');
    return List.copyOf(parts);
  }

  private String part() {
    int start = at;
    if (peek() == '"' || peek() == '\'') {
      string();
      return TomlValue.string(text.substring(start, at));
    }
    while (at < text.length() && (Character.isLetterOrDigit(peek()) || "_-".indexOf(peek()) >= 0)) {
      at++;
    }
    if (at == start) {
      throw unreadable("a name is expected there");
    }
    return text.substring(start, at);
  }

  private void value() {
    switch (peek()) {
      case '"', '\'' -> string();
      case '[' -> list(']');
      case '{' -> list('}');
      default -> {
        int start = at;
        while (at < text.length() && "\n\r#,]}".indexOf(text.charAt(at)) < 0) {
          at++;
        }
        while (at > start && text.charAt(at - 1) == ' ') {
          at--;
        }
        if (at == start) {
          throw unreadable("a value is missing");
        }
      }
    }
  }

  /// All that is between brackets: the ends of texts, comments and brackets inside matter.
  private void list(char close) {
    at++;
    for (skipLines(); peek() != close; skipLines()) {
      switch (peek()) {
        case '"', '\'' -> string();
        case '[' -> list(']');
        case '{' -> list('}');
        case ']', '}' -> throw unreadable("'%s' is expected there".formatted(close));
        default -> at++;
      }
    }
    at++;
  }

  private void string() {
    var quote = text.substring(at, at + 1);
    boolean plain = quote.equals("'");
    var end = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
    int start = at;
    at += end.length();
    while (!text.startsWith(end, at)) {
      if (at >= text.length() || (end.length() == 1 && peek() == '\n')) {
        at = start;
        throw unreadable("a text has no end");
      }
      at += !plain && peek() == '\\' ? 2 : 1;
    }
    at += end.length();
    // A quotation mark or two may stand before the three that end it.
    while (end.length() == 3 && text.startsWith(quote, at)) {
      at++;
    }
  }

  private void skipSpaces() {
    while (at < text.length() && (peek() == ' ' || peek() == '\t')) {
      at++;
    }
  }

  private void skipLines() {
    while (at < text.length()) {
      if (Character.isWhitespace(peek())) {
        at++;
      } else if (peek() == '#') {
        skipComment();
      } else {
        return;
      }
    }
  }

  private void skipComment() {
    int end = text.indexOf('\n', at);
    at = end < 0 ? text.length() : end;
  }

  private void endLine() {
    skipSpaces();
    if (at < text.length() && peek() == '#') {
      skipComment();
    }
    if (at < text.length() && peek() != '\n' && !text.startsWith("\r\n", at)) {
      throw unreadable("the end of the line is expected there");
    }
  }

  private char peek() {
    if (at >= text.length()) {
      throw unreadable("it ends too early");
    }
    return text.charAt(at);
  }

  private void expect(char letter) {
    skipSpaces();
    if (peek() != letter) {
      throw unreadable("'%s' is expected there".formatted(letter));
    }
    at++;
  }

  private Unreadable unreadable(String why) {
    return new Unreadable(Unreadable.line(text, at), why);
  }
}
