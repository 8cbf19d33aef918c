package dev.retinue.cli.connect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Where everything stands in a JSON text. Comments, and a comma behind the last of a list, are
/// passed over. What is no JSON is an [Unreadable].
final class JsonScan {
  private static final int DEEPEST = 200;
  private static final JsonMapper LENIENT =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_TRAILING_COMMA)
          .build();

  private final String text;
  private int at;
  private int depth;

  JsonScan(String text) {
    this.text = text;
  }

  /// A name and its value.
  ///
  /// @param start of the name
  /// @param value where the value begins
  /// @param end behind the value
  /// @param comma where the comma after it is; -1 if there is none
  record Member(String name, int start, int value, int end, int comma) {}

  /// An object, from brace to brace.
  record Braces(int open, int close, List<Member> members) {
    /// The last of that name: that is the one which readers take.
    Optional<Member> find(String name) {
      return members.reversed().stream().filter(it -> it.name().equals(name)).findFirst();
    }
  }

  /// The one object of which the text consists.
  Braces root() {
    at = text.startsWith("\uFEFF") ? 1 : 0;
    skip();
    var root = object();
    skip();
    if (at < text.length()) {
      throw unreadable("there is something behind its end");
    }
    return root;
  }

  /// The object that is the value of this.
  Braces object(Member member) {
    at = member.value();
    if (text.charAt(at) != '{') {
      throw unreadable("'%s' is no object".formatted(member.name()));
    }
    return object();
  }

  JsonNode value(Member member) {
    return LENIENT.readTree(text.substring(member.value(), member.end()));
  }

  private Braces object() {
    int open = at;
    expect('{');
    var members = new ArrayList<Member>();
    deeper();
    skip();
    while (peek() != '}') {
      int start = at;
      var name = name();
      skip();
      expect(':');
      skip();
      int value = at;
      value();
      int end = at;
      skip();
      int comma = peek() == ',' ? at : -1;
      members.add(new Member(name, start, value, end, comma));
      if (comma < 0) {
        break;
      }
      at++;
      skip();
    }
    int close = at;
    expect('}');
    depth--;
    return new Braces(open, close, members);
  }

  private void value() {
    switch (peek()) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      default -> word();
    }
  }

  private void array() {
    expect('[');
    deeper();
    skip();
    while (peek() != ']') {
      value();
      skip();
      if (peek() != ',') {
        break;
      }
      at++;
      skip();
    }
    expect(']');
    depth--;
  }

  private void deeper() {
    if (++depth > DEEPEST) {
      throw unreadable("it is nested too deeply");
    }
  }

  private String name() {
    int start = at;
    string();
    return LENIENT.readValue(text.substring(start, at), String.class);
  }

  private void string() {
    expect('"');
    while (peek() != '"') {
      if (peek() < ' ') {
        throw unreadable("a text has no end");
      }
      at += peek() == '\\' ? 2 : 1;
    }
    at++;
  }

  private void word() {
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(peek()) || "+-.".indexOf(peek()) >= 0)) {
      at++;
    }
    var word = text.substring(start, at);
    if (!word.matches("true|false|null|-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) {
      at = start;
      throw unreadable("a value is missing or wrong");
    }
  }

  private void skip() {
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) {
        at++;
      } else if (text.startsWith("//", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
          throw unreadable("a comment has no end");
        }
        at = end + 2;
      } else {
        return;
      }
    }
  }

  private char peek() {
    if (at >= text.length()) {
      throw unreadable("it ends too early");
    }
    return text.charAt(at);
  }

  private void expect(char letter) {
    if (peek() != letter) {
      throw unreadable("'%s' is expected there".formatted(letter));
    }
    at++;
  }

  private Unreadable unreadable(String why) {
    return new Unreadable(Unreadable.line(text, at), why);
  }
}
